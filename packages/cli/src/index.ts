export { type DefinitionFormat, definitionFormats } from './definition-formats.js';
export { type Check, type CheckStatus, type Diagnosis, diagnose } from './doctor.js';
export { type HttpOptions, type HttpService, serveHttp } from './mcp/http/serve.js';
export { LineTransport } from './mcp/line-transport.js';
export { type Callable, createMcpServer, instructions, type McpServerOptions } from './mcp/server.js';
export { type McpTool, mcpTool, toolDefinitions } from './tools.js';
