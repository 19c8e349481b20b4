import { dialectNames } from 'handhold';
import { z } from 'zod';
import { definitionFormats } from './definition-formats.js';

const text = z.string().exactOptional();
const texts = z.array(z.string()).exactOptional();
const flag = z.boolean().exactOptional();

/** The options about which tools there are, as they were given. */
export const toolFlags = z.object({
  config: text,
  toolset: text,
  toolsetFile: text,
  personality: text,
  toolModule: texts,
});
export type ToolFlags = z.infer<typeof toolFlags>;

/** The options of every command that uses a browser. */
export const browserFlags = toolFlags.extend({
  headed: flag,
  allowHosts: texts,
  allowPrivate: flag,
  blockHosts: texts,
  hardened: flag,
  cdp: text,
  executable: text,
  profile: text,
  files: texts,
  followTabs: flag,
});
export type BrowserFlags = z.infer<typeof browserFlags>;

const dialect = z.enum(dialectNames).exactOptional();

export const mcpFlags = browserFlags.extend({
  tools: text,
  dialect,
  structured: flag,
  vision: z.boolean(),
  /** A port, or true for the usual one. */
  http: z.union([z.string(), z.literal(true)]).exactOptional(),
  host: text,
  httpHosts: texts,
  token: text,
});
export type McpFlags = z.infer<typeof mcpFlags>;

export const callFlags = browserFlags.extend({ json: flag, session: text, url: text, out: text });
export type CallFlags = z.infer<typeof callFlags>;

export const toolsFlags = toolFlags.extend({
  tools: z.string(),
  format: z.enum(definitionFormats).exactOptional(),
  dialect,
});
export type ToolsFlags = z.infer<typeof toolsFlags>;

export const demoFlags = z.object({ headed: flag, screenshots: text, executable: text });

export const doctorFlags = z.object({ json: flag, executable: text });
export type DoctorFlags = z.infer<typeof doctorFlags>;

export const installFlags = z.object({ ifMissing: flag });
export type InstallFlags = z.infer<typeof installFlags>;
