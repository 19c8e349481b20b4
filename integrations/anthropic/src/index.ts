export {
  type Answer,
  type AnswerOptions,
  type BrowserTools,
  type BrowserToolsOptions,
  browserTools,
} from './browser-tools.js';
