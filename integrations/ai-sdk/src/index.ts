export {
  type Answer,
  type BrowserTool,
  type BrowserTools,
  type BrowserToolsOptions,
  browserTools,
} from './browser-tools.js';
