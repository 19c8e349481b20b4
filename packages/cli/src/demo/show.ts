import { stripVTControlCharacters } from 'node:util';
import type { Booking } from './site/booking.js';

/** Where the demo prints; a terminal, a file or a test. */
export interface Output {
  write(text: string): unknown;
  isTTY?: boolean | undefined;
  columns?: number | undefined;
}

/** One call as it is printed: what was asked, what the agent reads, and what that cost. */
export interface ShownCall {
  tool: string;
  input: object;
  /** Lines of the result that are worth reading here. */
  lines: string[];
  /** How many lines the agent reads beyond those. */
  more: number;
  /** Where its picture was kept. */
  saved?: string | undefined;
  failed: boolean;
  tokens: number;
  ms: number;
}

export interface Summary {
  calls: number;
  tokens: number;
  ms: number;
  slowest: { tool: string; ms: number; remark: string };
  /** Codes of the failures that were part of the story. */
  recovered: string[];
  confirmed: Booking;
  cancelled: Booking;
  pictures: string[];
  folder: string;
}

const styles = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, magenta: 35, cyan: 36 } as const;
type Style = keyof typeof styles;

const costWidth = 24;

/** Prints the demo: in colour on a terminal that wants it, within its width, in ASCII where nothing else is safe. */
export class Show {
  private readonly width: number;
  private readonly colours: boolean;
  private readonly unicode: boolean;

  constructor(
    private readonly out: Output,
    env: NodeJS.ProcessEnv = process.env,
    platform: NodeJS.Platform = process.platform,
  ) {
    this.width = Math.min(Math.max(out.columns ?? 110, 60), 130);
    this.colours = out.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
    this.unicode = speaksUnicode(env, platform);
  }

  intro(wish: string, url: string): void {
    this.line();
    this.line(this.style('bold', 'Handhold demo: a real browser, driven by the tools an AI agent gets'));
    this.wrapped('task  ', wish);
    this.wrapped('site  ', `Alpenglow Stays, bundled, running at ${url}. Nothing leaves this machine.`);
    this.wrapped(
      'below ',
      'each call, what it costs the agent (tokens to read, time to wait), and the lines that matter here',
    );
  }

  step(number: number, title: string): void {
    this.line();
    this.wrapped(`${number}.`, title, 'bold');
  }

  call({ tool, input, lines, more, saved, failed, tokens, ms }: ShownCall): void {
    const cost = `${count(tokens)} ${tokens === 1 ? 'token ' : 'tokens'} ${count(ms).padStart(5)} ms`;
    const asked = Object.keys(input).length > 0 ? ` ${JSON.stringify(input)}` : '';
    const room = this.width - 2 - costWidth - 1;
    const left = this.cut(tool + asked + (saved === undefined ? '' : ` > ${saved}`), room).padEnd(room);
    const painted = this.style('cyan', left.slice(0, tool.length)) + left.slice(tool.length);
    this.line(`  ${painted} ${this.style('dim', cost.padStart(costWidth))}`);
    for (const line of lines) {
      // An error is told in full: its end is often what it is about.
      if (failed) this.wrapped('   ', line, line.startsWith('error ') ? 'red' : 'yellow');
      else this.line(`    ${this.paint(this.cut(line, this.width - 4))}`);
    }
    if (more > 0) this.line(this.style('dim', `    … ${more} more ${more === 1 ? 'line' : 'lines'}`));
  }

  /** The agent's thoughts about it. */
  thought(text: string): void {
    this.wrapped('  >', text, 'magenta');
  }

  failure(step: string, cause: string): void {
    this.line();
    this.line(this.style('red', `The demo failed in step "${step}":`));
    for (const line of cause.split('\n')) this.line(`  ${line}`);
  }

  summary(summary: Summary): void {
    const { slowest, recovered, confirmed: booked, cancelled } = summary;
    this.line();
    this.line(this.style('bold', 'Done'));
    this.wrapped(
      '  cost         ',
      `${summary.calls} calls, ${count(summary.tokens)} tokens read, ${(summary.ms / 1000).toFixed(1)} s in the tools`,
    );
    this.wrapped('  slowest      ', `${slowest.tool}, ${count(slowest.ms)} ms${slowest.remark}`);
    this.wrapped(
      '  failed       ',
      `${recovered.length} calls, on purpose, each with its cause: ${recovered.join(', ')}`,
    );
    this.wrapped(
      '  on the server',
      `${booked.reference}: ${booked.stay}, ${booked.place}; ${booked.room} with ${booked.extras.join(', ')}; ` +
        `${booked.checkIn} to ${booked.checkOut}, ${booked.guests} guests, €${booked.total}; ` +
        `${booked.status}, then ${cancelled.status}`,
    );
    this.wrapped('  pictures     ', `${summary.pictures.join(', ')} in ${summary.folder}`);
  }

  snippets(): void {
    this.line();
    this.line(this.style('bold', 'Give it to your agent'));
    for (const [title, code] of snippets) {
      this.line();
      this.line(`  ${title}`);
      for (const line of code.split('\n')) this.line(this.style('cyan', `    ${line}`));
    }
    this.line();
  }

  private paint(line: string): string {
    if (line.startsWith('+ ')) return this.style('green', line);
    if (line.startsWith('~ ')) return this.style('yellow', line);
    if (line.startsWith('- ')) return this.style('dim', line);
    return line;
  }

  private style(style: Style, text: string): string {
    return this.colours ? `\u001b[${styles[style]}m${text}\u001b[0m` : text;
  }

  private wrapped(label: string, text: string, style?: Style): void {
    const room = this.width - label.length - 1;
    let row = '';
    const rows: string[] = [];
    for (const word of text.split(' ')) {
      if (row !== '' && row.length + 1 + word.length > room) {
        rows.push(row);
        row = word;
      } else row = row === '' ? word : `${row} ${word}`;
    }
    rows.push(row);
    rows.forEach((words, i) => {
      const line = `${i === 0 ? label : ' '.repeat(label.length)} ${words}`;
      this.line(style ? this.style(style, line) : line);
    });
  }

  private cut(text: string, room: number): string {
    const clean = this.safe(stripVTControlCharacters(text));
    const end = this.safe('…');
    return clean.length > room ? clean.slice(0, Math.max(room - end.length, 0)) + end : clean;
  }

  private safe(text: string): string {
    return this.unicode ? text : ascii(text);
  }

  private line(text = ''): void {
    this.out.write(`${this.safe(text).trimEnd()}\n`);
  }
}

function count(number: number): string {
  return Math.round(number).toLocaleString('en-GB');
}

function speaksUnicode(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): boolean {
  if (platform === 'darwin') return true;
  if (platform === 'win32') return Boolean(env.WT_SESSION || env.TERM_PROGRAM);
  return env.TERM !== 'linux' && /utf-?8/i.test(env.LC_ALL || env.LC_CTYPE || env.LANG || '');
}

const spelled: Record<string, string> = { '…': '...', '€': 'EUR ', '·': '-', '×': 'x', '’': "'", '✓': 'ok ' };

function ascii(text: string): string {
  return text
    .replace(/[^\x00-\x7f]/g, (char) => spelled[char] ?? char)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x00-\x7f]/gu, '?');
}

const snippets: readonly (readonly [title: string, code: string])[] = [
  [
    'An MCP client (Claude, Cursor, VS Code …), in its configuration:',
    `{
  "mcpServers": {
    "handhold": { "command": "npx", "args": ["-y", "@handhold/cli", "mcp"] }
  }
}`,
  ],
  [
    'Mastra:',
    `import { Agent } from '@mastra/core/agent';
import { BrowserToolset } from '@handhold/mastra';
const browser = new BrowserToolset();
const agent = new Agent({ id: 'guide', name: 'Guide', instructions, model, tools: browser.tools });`,
  ],
  [
    'The AI SDK (and alike for OpenAI, Anthropic and LangChain):',
    `import { generateText, isStepCount } from 'ai';
import { browserTools } from '@handhold/ai-sdk';
const browser = browserTools();
const { text } = await generateText({ model, prompt, tools: browser.tools, stopWhen: isStepCount(20) });`,
  ],
];
