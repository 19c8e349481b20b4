import { mkdir } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { dirname, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Command, CommanderError } from 'commander';
import {
  approvalText,
  builtInTools,
  dashed,
  type Host,
  type Tool,
  type Toolbox,
  type ToolImage,
  ToolRegistry,
  toolFor,
  verbOf,
} from 'handhold';
import { z } from 'zod';
import { exitCodeOf } from '../exit-code.js';
import type { BrowserFlags } from '../flags.js';
import { inFormatOf, pictureFile, savePicture, unlikeItsName } from '../picture-file.js';
import { UsageError } from '../usage-error.js';
import { inVerbs, textInVerbs } from './in-verbs.js';
import { type ShellQuestion, type ShellRequest, writeLine } from './messages.js';
import { addVerbs, type VerbCall } from './verbs.js';

const closeTool = new ToolRegistry(builtInTools.filter(({ name }) => name === 'browser_close'));

const requestForm: z.ZodType<ShellRequest> = z.object({
  argv: z.array(z.string()),
  cwd: z.string(),
  interactive: z.boolean(),
});
const replyForm = z.object({ reply: z.union([z.string(), z.boolean(), z.null()]) });

/** One verb's process at the other end of a socket: has the verb run for it, and asks its person. */
export class VerbConnection {
  onClosed: () => void = () => undefined;
  private begun = false;
  private reply: ((answer: unknown) => void) | undefined;

  constructor(
    private readonly socket: Socket,
    private readonly toolbox: Toolbox,
    private readonly tools: readonly Tool[],
    private readonly flags: BrowserFlags,
    private readonly signal: AbortSignal,
    private readonly close: () => Promise<void>,
  ) {}

  take(line: unknown): void {
    const reply = replyForm.safeParse(line).data;
    if (reply) this.reply?.(reply.reply);
    const request = requestForm.safeParse(line).data;
    if (!request || this.begun) return;
    this.begun = true;
    void this.run(request);
  }

  private async run(request: ShellRequest): Promise<void> {
    const [verb = ''] = request.argv;
    const tool = toolFor(verb, this.tools);
    if (!tool) {
      this.say({ unknown: true });
      this.socket.end();
      return;
    }
    let call: VerbCall | undefined;
    let code = 2;
    try {
      call = await this.parse(tool, request);
      if (call) code = await this.call(call, request);
    } catch (thrown) {
      code = this.sayError(thrown, verb);
    }
    this.say({ exit: code });
    this.socket.end();
    if (call?.tool === 'browser_close') this.onClosed();
  }

  /** The call that a command line stands for, if it is not about something else, such as help. */
  private async parse(tool: Tool, { argv, cwd }: ShellRequest): Promise<VerbCall | undefined> {
    let parsed: VerbCall | undefined;
    const program = new Command('handhold')
      .enablePositionalOptions()
      .exitOverride()
      .configureOutput({
        writeOut: (text) => this.say({ out: text }),
        writeErr: (text) => this.say({ err: text }),
      });
    const onCall = (call: VerbCall) => {
      parsed = call;
    };
    addVerbs(program, onCall, { tools: [tool], folder: cwd });
    await program.parseAsync(argv, { from: 'user' });
    return parsed;
  }

  /** Says what went wrong; gives the exit code for it. */
  private sayError(thrown: unknown, verb: string): number {
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? 0 : 2;
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    const more = thrown instanceof UsageError ? `See "handhold ${verb} --help".\n` : '';
    this.say({ err: `error: ${textInVerbs(message, this.tools)}\n${more}` });
    return thrown instanceof UsageError ? 2 : 1;
  }

  private async call(call: VerbCall, request: ShellRequest): Promise<number> {
    const others = Object.entries(call.browser)
      .filter(([key, value]) => !isDeepStrictEqual(value, flagOf(this.flags, key)))
      .map(([key]) => `--${dashed(key)}`);
    if (others.length > 0) {
      throw new UsageError(
        `The browser of this session runs with other options already (${others.join(', ')}). Close it first (handhold close), or use another --session.`,
      );
    }
    const tool = toolFor(verbOf({ name: call.tool }), this.tools);
    const file = call.out === undefined ? undefined : pictureFile(call.out, request.cwd);
    const input = tool ? inFormatOf(tool, call.input, call.out) : call.input;
    const { result, rendered } = await this.toolbox.callAndRender(call.tool, input, {
      signal: this.signal,
      host: request.interactive ? this.person() : {},
      folder: request.cwd,
      // Whoever started it can end it, whatever tools an agent may use.
      ...(call.tool === 'browser_close' ? { registry: closeTool } : {}),
    });
    if (call.tool === 'browser_close') await this.close();
    const saved = rendered.image ? await save(rendered.image, call, file, request.cwd) : undefined;
    const text = saved === undefined ? rendered.text : `${rendered.text}\nsaved to ${saved}`;
    const said = call.json ? JSON.stringify(inVerbs(result, this.tools)) : textInVerbs(text, this.tools);
    this.say({ out: `${said}\n` });
    return exitCodeOf(call.tool, result);
  }

  /** The person who typed the verb, as an approver. */
  private person(): Host {
    return {
      approve: async (request) =>
        (await this.ask({ kind: 'approve', message: textInVerbs(approvalText(request), this.tools) })) ===
        true,
      ask: async ({ question }) => {
        const answer = await this.ask({ kind: 'ask', message: question });
        return typeof answer === 'string' ? answer : undefined;
      },
    };
  }

  private ask(question: ShellQuestion): Promise<unknown> {
    return new Promise((resolve) => {
      this.reply = resolve;
      this.signal.addEventListener('abort', () => resolve(undefined), { once: true });
      this.say({ ask: question });
    });
  }

  /** The answer and its exit code, which follows at once, travel together. */
  private say(message: object): void {
    this.socket.cork();
    writeLine(this.socket, message);
    process.nextTick(() => this.socket.uncork());
  }
}

function flagOf(flags: BrowserFlags, key: string): unknown {
  return Object.entries(flags).find(([name]) => name === key)?.[1];
}

/** Where a picture was saved; beside JSON, which holds it, only if asked for. */
async function save(
  image: ToolImage,
  { json }: VerbCall,
  out: string | undefined,
  cwd: string,
): Promise<string | undefined> {
  if (json && out === undefined) return undefined;
  const ending = image.mimeType === 'image/png' ? 'png' : 'jpg';
  const stamp = new Date().toISOString().replace(/[-:]|\.\d+Z$/g, '');
  const file = out ?? resolve(cwd, '.handhold', `${stamp}-${process.pid}.${ending}`);
  // Not with all that lead to it: where a verb is typed, there is a folder.
  if (out === undefined) await mkdir(dirname(file)).catch(() => undefined);
  await savePicture(file, image);
  return file + unlikeItsName(file, image);
}
