export type { Outcome } from './acting/outcome.js';
export type { ApprovalRequest, Host } from './approving.js';
export { BaseTool, type BaseToolClass } from './base-tool.js';
export { checkChromium, ensureChromium, findChromium, installChromium } from './browser/chromium/index.js';
export { findLeftovers, isAlive } from './browser/leftovers.js';
export type { BrowserOptions } from './browser/manager.js';
export { type Profile, ProfileManager, profileNameForm } from './browser/profiles.js';
export { ConfigError, loadConfig, toolModulesIn } from './config.js';
export type * from './dialects/adapters/action-types.js';
export { type ActionResult, BrowserManager } from './dialects/adapters/browser-manager.js';
export { RequestValidator, type Verdict } from './dialects/adapters/request-validator.js';
export { selectorSchema, selectorsAsRefs } from './dialects/adapters/selector-schema.js';
export {
  type BrowserBackend,
  type Modifier,
  ToolboxBackend,
  type Viewport,
  type WaitCondition,
} from './dialects/car/backend.js';
export { BrowserToolExecutor, type ToolSchema } from './dialects/car/executor.js';
export { type FullSnapshot, nodesOf } from './dialects/car/nodes.js';
export { type A11yNode, AccessibilityPipeline, type PerceptionPipeline } from './dialects/car/pipeline.js';
export {
  type Bounds,
  type PageSignals,
  type UiElement,
  UiMap,
  type UiMapParts,
  type UiText,
} from './dialects/car/ui-map.js';
export {
  createEthosTools,
  type EthosDefinition,
  type EthosOptions,
  type EthosTools,
  type Turn,
} from './dialects/ethos/create.js';
export { dialects } from './dialects/index.js';
export { type DialectName, dialectNames } from './dialects/names.js';
export type { DialectAnswer, DialectSurface } from './dialects/surface.js';
export { type ErrorCode, errorKinds, Failure, type SideEffect, type ToolError } from './errors.js';
export type { ValidatorOptions } from './gate/action-checks.js';
export {
  type Decision,
  needsApproval,
  type SafetyPolicy,
  safetyPolicy,
} from './gate/approval.js';
export {
  type AskedElement,
  type AskedPage,
  approvalText,
  type HeldRequest,
  type UserQuestion,
} from './gate/approver.js';
export type { AuditEntry } from './gate/audit.js';
export { FileRoots, type OutputKind, type ReadableFile, safeName, type WritablePlace } from './gate/files.js';
export { contradictionIn } from './gate/gate.js';
export { HostPolicy, type HostRules, type HostVerdict, type NetworkView } from './gate/hosts.js';
export type { Secret, SecretSource } from './gate/secrets.js';
export { address, changeOurWords, fence, prose, quote } from './gate/untrusted.js';
export { type Zone, zoneOf } from './gate/zones.js';
export {
  type Images,
  type PicturedConversation,
  pictureNote,
  takesPictures,
  userMessageWith,
  withPicturesApart,
} from './images.js';
export { sayOnce } from './log.js';
export { ToolMetadata, type ToolMetadataSpec, type ToolParameter } from './metadata.js';
export { type Called, callFromModel, withoutNulls } from './model-call.js';
export { nearest } from './nearest.js';
export { type Caller, PageController, type PageElement } from './page-controller.js';
export { checkToolset, parseToolset, readToolset, type Toolset } from './personality.js';
export {
  type Binding,
  type ExecutableTool,
  type ExecuteOptions,
  type FilterOptions,
  type Registrable,
  ToolRegistry,
} from './registry.js';
export { type Rendered, render } from './render.js';
export { type ResultMetadata, type ToolExecution, ToolResult } from './result.js';
export { canBeStrict, inputSchema, type JsonSchema, outputSchema, strictInputSchema } from './schema.js';
export { type Point, type PointingOptions, Screen, type ScreenClick, type ScreenOptions } from './screen.js';
export { defaultSession, sessionForm, sessionNameRule } from './session-name.js';
export { systemCode } from './system-code.js';
export { sessionOf } from './thread-session.js';
export {
  categories,
  defineTool,
  ModelCapability,
  type NamedTool,
  SafetyLevel,
  safetyLevels,
  type Tool,
  ToolCategory,
  type ToolContext,
  type ToolImage,
  type ToolSpec,
  type ToolText,
  type ToolTraits,
} from './tool.js';
export { loadToolModules, ToolModuleError } from './tool-module.js';
export { type CallOptions, createBrowserTools, Toolbox, type ToolboxOptions } from './toolbox.js';
export type { Action, Actions, ActionType, Performed } from './tools/actions.js';
export { type BuiltInTool, builtInTools, knownTools } from './tools/index.js';
export { asksFirst, isAtLeast, type ToolsetOptions, toolboxFor, usualTools } from './toolset.js';
export { urlFrom } from './url.js';
export { choicesOf, dashed, type Parameter, parametersOf, placeholder, remark } from './verbs/parameters.js';
export { positionalChoices, usageOf } from './verbs/positionals.js';
export { inputFrom, type OtherOptions, type Sorted, sortWords } from './verbs/read-words.js';
export { aliasOf, toolFor, verbOf } from './verbs/verb.js';
export { writeWords } from './verbs/write-words.js';
