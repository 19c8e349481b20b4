export {
  type AnswerOptions,
  type BrowserTools,
  type BrowserToolsOptions,
  browserTools,
} from './browser-tools.js';
