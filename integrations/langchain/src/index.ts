export {
  type BrowserTools,
  type BrowserToolsOptions,
  browserTools,
  type PictureMiddleware,
} from './browser-tools.js';
