export { BrowserToolset, type BrowserToolsetOptions } from './browser-toolset.js';
export { ComputerToolset, type ComputerToolsetOptions } from './computer-toolset.js';
export { type RunnableTools, runnableTools } from './runnable-tools.js';
