export type { ModelOutput, PictureProcessor } from './pictures.js';
export { BrowserToolset, type BrowserToolsetOptions } from './toolset.js';
export type {
  Answer,
  AnswerFrame,
  BrowserTool,
  CallContext,
  Choice,
  InputOf,
  OutputOf,
  ToolsOf,
} from './typed-tools.js';
