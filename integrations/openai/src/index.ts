export { type BrowserAction, BrowserManager, ProfileManager, RequestValidator } from 'handhold';
export {
  type Answer,
  type AnswerOptions,
  type BrowserTools,
  type BrowserToolsOptions,
  browserTools,
} from './browser-tools.js';
export {
  type ComputerAction,
  type ComputerUse,
  type ComputerUseOptions,
  computerUse,
  type ScreenOptions,
} from './computer.js';
export {
  type ActionExecutor,
  type AdapterError,
  BrowserToolAdapter,
  type Executed,
  type ToolResult,
} from './tool-adapter.js';
export * from './tool-adapters.js';
export type { Complaint, ParameterSchema, ToolSchema } from './tool-schema.js';
