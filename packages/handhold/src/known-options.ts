import { z } from 'zod';
import { safetyLevels } from './gate/safety.js';
import { mistakesIn } from './mistakes.js';
import type { ToolboxOptions } from './toolbox.js';

const words = z.array(z.string());
const time = z.number().min(0);
const count = z.number().min(1);
const anything = z.unknown();

/** The form of every option; what is more than plain data is left to those who use it. */
const forms = {
  permissions: words,
  executablePath: z.string(),
  headless: z.boolean(),
  sandbox: z.union([z.literal('auto'), z.boolean()]),
  cdp: z.string(),
  profile: z.union([z.string(), z.looseObject({})]),
  viewport: z.object({ width: count, height: count }),
  args: words,
  dialogs: z.enum(['ask', 'accept', 'dismiss']),
  followNewTabs: z.boolean(),
  idleTimeout: time,
  launchTimeout: count,
  maxSessions: count,
  maxTabs: count,
  maxQueue: time,
  downloads: anything,
  allowPrivate: z.boolean(),
  allowHosts: words,
  blockHosts: words,
  loopback: z.enum(['never', 'agent']),
  network: anything,
  files: words,
  keptFiles: words,
  policy: z.partialRecord(z.enum(safetyLevels), z.enum(['allow', 'ask', 'deny'])),
  allowTools: words,
  approvalTimeout: time,
  hardened: z.boolean(),
  secrets: anything,
  audit: anything,
  tools: z.array(anything),
  only: words,
  browser: anything,
  profiles: anything,
  onAbort: z.enum(['cancel', 'close']),
  onWarning: anything,
  personality: z.string(),
  toolset: anything,
  toolsetFile: z.string(),
  host: anything,
} satisfies Record<keyof ToolboxOptions, z.ZodType>;

const shape = z.strictObject(forms).partial();

/** The mistakes in the options of somebody who writes no TypeScript; a limit that is misspelt is no limit. */
export function mistakesInOptions(options: object): string | undefined {
  const value = Object.fromEntries(Object.entries(options).filter(([, given]) => given !== undefined));
  const { error } = shape.safeParse(value);
  return error && mistakesIn({ error, shape, value }).replaceAll(' key "', ' option "');
}
