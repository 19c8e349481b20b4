import { z } from 'zod';
import type { ToolError } from '../../errors.js';
import { quote } from '../../gate/untrusted.js';
import { formatRef, parseRef } from '../../page/refs/ref.js';
import { unknownIn } from '../../personality.js';
import { ToolRegistry } from '../../registry.js';
import type { Tool } from '../../tool.js';
import type { Toolbox } from '../../toolbox.js';
import { knownTools } from '../../tools/index.js';
import { consoleMessages } from '../../tools/logs/console.js';
import { urlFrom } from '../../url.js';
import { rename } from '../rename.js';
import { type Dialect, type DialectSurface, speak } from '../surface.js';

/** Ethos has these of ours as they are. */
const same = [
  'browser_navigate',
  'browser_snapshot',
  'browser_click',
  'browser_type',
  'browser_press',
  'browser_back',
  'browser_get_images',
  'browser_screenshot',
] as const;

/** And these with arguments or a name of its own. */
const own: Readonly<Record<string, (tool: Tool) => Tool>> = {
  browser_console: (tool) =>
    rename(tool, {
      name: 'browser_console',
      input: tool.input,
      to: (input) => input,
      examples: [{}],
      text: (data) => {
        const { messages } = consoleMessages.output.parse(data);
        return {
          head: `${messages.length} console messages`,
          page: messages.map(line).join('\n') || undefined,
        };
      },
    }),
  browser_scroll: (tool) =>
    rename(tool, {
      name: 'browser_scroll',
      description: 'Scroll up, down, or to an element.',
      input: z.strictObject({
        direction: z.enum(['up', 'down', 'left', 'right']).optional(),
        amount: z.union([z.enum(['page', 'half']), z.number().min(0).max(1_000_000)]).optional(),
        ref: z.string().max(100).optional().describe('Scroll to this element'),
      }),
      to: ({ ref, ...rest }) => (ref === undefined ? { direction: 'down', ...rest } : { to: ref }),
      examples: [{ direction: 'down' }, { ref: '@e9' }],
    }),
  browser_dialog: (tool) =>
    rename(tool, {
      name: 'browser_dialog',
      input: z.strictObject({
        action: z.enum(['accept', 'dismiss', 'answer']),
        text: z.string().max(10_000).optional().describe('for a prompt'),
      }),
      to: ({ action, text }) => ({ action: action === 'dismiss' ? 'dismiss' : 'accept', text }),
      examples: [{ action: 'accept' }, { action: 'answer', text: 'Ada' }],
    }),
};

/** `[error] "Uncaught TypeError: …" (app.js:42)`. */
function line({
  level,
  text,
  uncaught,
  source,
}: z.output<typeof consoleMessages.output>['messages'][number]): string {
  const file = source?.replace(/^.*\//, '').replace(/[^\w.:-]/g, '');
  const said = quote(uncaught ? `Uncaught ${text}` : text, 300);
  return `[${level === 'warning' ? 'warn' : level}] ${said}${file ? ` (${file.slice(0, 80)})` : ''}`;
}

/** Ethos: fourteen tools with our names, and its own words for what goes wrong. */
export const ethos: Dialect = {
  name: 'ethos',
  tools: (registry) => [
    ...browseUrl(registry),
    ...[...registry].flatMap((tool) => {
      const make = own[tool.name];
      if (make) return [make(tool)];
      return same.some((name) => name === tool.name) ? [tool] : [];
    }),
  ],
  error,
};

/** The single call that agents had before they could browse: Ethos lists it, ours is only known to be there. */
function browseUrl(registry: ToolRegistry): Tool[] {
  const name = ['browse_url', 'browser_read'].find((one) => registry.has(one));
  if (name === undefined) return [];
  return [
    rename(registry.toolCalled(name), {
      name: 'browse_url',
      description: 'Load a URL and extract its text in one go. Prefer browser_navigate.',
      input: z.strictObject({ url: z.string() }),
      to: ({ url }) => ({ url }),
      examples: [{ url: 'https://example.com' }],
    }),
  ];
}

/** A toolbox as Ethos speaks to it; its personality may name Ethos's tools and the user's own, but no others of ours. */
export function speakEthos(toolbox: Toolbox): DialectSurface {
  const spoken = new ToolRegistry(ethos.tools(new ToolRegistry(knownTools)));
  const isOurs = (name: string) => knownTools.some((tool) => tool.name === name);
  const other = toolbox.toolset?.tools.find((name) => isOurs(name) && !spoken.has(name));
  if (other !== undefined) throw unknownIn(spoken, other, toolbox.toolsetFile);
  return speak(toolbox, ethos);
}

function error(thrown: ToolError, call: { tool: string; input: unknown }): ToolError {
  const message = messageOf(thrown, call);
  if (message === undefined) return thrown;
  return { ...thrown, message, recoveryHint: `${thrown.message} ${thrown.recoveryHint}` };
}

const answeredByItself = z.object({ answeredByItself: z.object({ answer: z.string() }) });
const givenTarget = z.object({ ref: z.string().optional(), url: z.string().optional() });

function messageOf(
  { code, message, details }: ToolError,
  { input }: { tool: string; input: unknown },
): string | undefined {
  const given = givenTarget.safeParse(input).data;
  switch (code) {
    case 'no_page':
      return 'Browser session not active — call browser_navigate first';
    case 'stale_ref':
    case 'element_not_found':
      return given?.ref === undefined
        ? undefined
        : `Element ref ${shortRef(given.ref)} not found in current snapshot`;
    case 'host_blocked':
      // What is no address of a host at all is refused for that.
      if (!message.startsWith('Network request blocked')) return undefined;
      return `Network request blocked: ${hostOf(given?.url) ?? hostOf(/<(https?:[^>]+)>/.exec(message)?.[1]) ?? 'the address'} not in allowlist`;
    case 'action_validation_error':
      return answeredByItself.safeParse(details).success ? 'Dialog already auto-dismissed' : undefined;
    default:
      return undefined;
  }
}

function shortRef(ref: string): string {
  const number = parseRef(ref);
  return number === undefined ? quote(ref, 40) : formatRef(number);
}

function hostOf(url = ''): string | undefined {
  return urlFrom(url)?.host || undefined;
}
