export type { Answer, ModelOutput } from './answers.js';
export { type BrowserTool, BrowserToolset, type BrowserToolsetOptions } from './toolset.js';
