import { expect } from 'vitest';
import { z } from 'zod';
import type { Agent, Bench } from '../../agent.js';
import type { SitePage } from '../../site.js';
import type { LibraryPage, Thing } from './page.js';
import { seeing } from './seen.js';

/** A line that the agent was shown, with what stands around it. */
export interface Line {
  ref: string;
  text: string;
  around: string;
}

/** The lines with refs, of a snapshot or of changes. */
export function linesOf(tree: string): Line[] {
  const found: Line[] = [];
  const open: { indent: number; text: string }[] = [];
  for (const line of tree.split('\n')) {
    const [, sign = '', spaces = '', ref, text = ''] = /^([+~] )?( *)(?:(@e\d+) )?(.*)$/.exec(line) ?? [];
    if (line.startsWith('- ')) continue;
    // What stands under a heading is not indented for it.
    const indent = spaces.length - (/^#+ /.test(text) && !ref ? 0.5 : 0);
    while (open.length > 0 && (open.at(-1)?.indent ?? 0) >= indent && !(sign && ref)) open.pop();
    if (ref) found.push({ ref, text, around: open.map((one) => one.text).join('\n') });
    if (!ref || !sign) open.push({ indent, text });
  }
  return found;
}

/** The strings in a line, as they are without their quotes. */
function stringsOf(text: string): string[] {
  return [...text.matchAll(/"(?:[^"\\]|\\.)*"/g)].map(([quoted]) => z.string().parse(JSON.parse(quoted)));
}

/** The lines that say what a thing says: in so many words, or else among others. */
export function linesFor(thing: Thing, lines: readonly Line[]): Line[] {
  const all = linesThatSay(thing, lines);
  const { nth } = thing;
  return nth === undefined ? all : all.slice(nth, nth + 1);
}

function linesThatSay({ says, of = '' }: Thing, lines: readonly Line[]): Line[] {
  const inside = lines.filter((line) => `${line.around}\n${line.text}`.includes(of));
  // Cells of a row, or the row itself, that have lines of their own stand before.
  const after = lines.filter((_line, i) => since(lines, i).includes(of));
  if (says instanceof RegExp) return firstOf([inside, after], ({ text }) => says.test(text));
  if (says.includes('"')) return firstOf([inside, after], ({ text }) => text.includes(says));
  const exact = firstOf([inside, after], ({ text }) => stringsOf(text).includes(says));
  if (exact.length > 0) return exact;
  return firstOf([inside, after], ({ text }) => stringsOf(text).join(' ').includes(says));
}

function firstOf(groups: Line[][], fits: (line: Line) => boolean): Line[] {
  return groups.map((group) => group.filter(fits)).find((found) => found.length > 0) ?? [];
}

/** What stands before a line, after the last that says the same: the other cells of its row. */
function since(lines: readonly Line[], i: number): string {
  const before = lines.slice(0, i);
  const last = before.findLastIndex(({ text }) => text === lines[i]?.text);
  return before
    .slice(last + 1)
    .map(({ text }) => text)
    .join('\n');
}

export function nameOf({ says, of, by }: Thing): string {
  const how = by === undefined || typeof by === 'string' ? (by ?? 'click') : JSON.stringify(by);
  return `${how} ${says}${of ? ` of ${of}` : ''}`;
}

/** One thing, one line, one ref; and no line for anything else. */
export function expectLines(things: readonly Thing[], tree: string): void {
  const lines = linesOf(tree);
  const problems: string[] = [];
  const owners = new Map<string, Thing>();
  for (const thing of things) {
    const found = linesFor(thing, lines);
    const [only] = found;
    if (found.length !== 1 || !only) problems.push(`${found.length} lines for ${nameOf(thing)}`);
    else {
      const owner = owners.get(only.ref);
      if (owner && !isSameThing(owner, thing))
        problems.push(`${only.ref} is for ${nameOf(owner)} and for ${nameOf(thing)}`);
      owners.set(only.ref, thing);
    }
  }
  for (const { ref, text } of lines)
    if (!owners.has(ref) && !/^(status|alert|log|scrollable) /.test(text))
      problems.push(`nothing is ${ref} ${text}`);
  expect(problems, tree).toEqual([]);
}

/** A thing can be used in several ways. */
function isSameThing(one: Thing, other: Thing): boolean {
  return String(one.says) === String(other.says) && one.of === other.of && one.nth === other.nth;
}

const told = z.object({
  changes: z.string().default(''),
  /** There where another page was come to. */
  page: z.unknown().optional(),
  element: z.string().default(''),
  value: z.string().optional(),
  checked: z.boolean().optional(),
  selected: z.unknown().optional(),
});

type Told = z.output<typeof told>;

/** What was read and what was noted of one call. */
interface Done {
  text: string;
  data: Told;
  notes: string[];
}

const awayFromAll = { action: 'move', x: 1279, y: 719 };

export class Visit {
  /** All that was told so far: what something lies in front of is known from before. */
  private readonly told = new Map<string, string>();

  private constructor(
    private readonly bench: Bench,
    private readonly agent: Agent,
    readonly page: SitePage,
    readonly tree: string,
  ) {
    this.learn(tree);
  }

  private learn(tree: string): void {
    for (const { ref, text } of linesOf(tree)) if (!/ moved to /.test(text)) this.told.set(ref, text);
  }

  static async at(bench: Bench, { html }: LibraryPage, put: (html: string) => string): Promise<Visit> {
    const agent = bench.lasting();
    const page = bench.site.page(put(html), { head: seeing, remote: true });
    const tree = await agent.open(page);
    expect(page.notes.splice(0), 'looking does nothing').toEqual([]);
    return new Visit(bench, agent, page, tree);
  }

  /** Whether what is shown is what is there, and all of it. */
  async look({ things, texts = [], never = [] }: LibraryPage, index: number): Promise<void> {
    expectLines(things, this.tree);
    const full = await this.agent.snapshot({ interactiveOnly: false, maxElements: 1000 });
    for (const text of texts) expect(plain(full)).toContain(text);
    const wanted = texts[index % texts.length];
    if (wanted !== undefined)
      expect((await this.agent.does('browser_find', { text: wanted })).count, wanted).toBeGreaterThan(0);
    for (const hidden of never) {
      expect(unmarked(this.tree)).not.toContain(hidden);
      expect(unmarked(full)).not.toContain(hidden);
    }
    const unwanted = never[index % never.length];
    if (unwanted !== undefined)
      expect(unmarked(await this.agent.reads('browser_find', { text: unwanted }))).not.toContain(unwanted);
    expect(this.page.notes, 'looking does nothing').toEqual([]);
  }

  /** Uses a thing, and one of those that it brings; everything told along the way has to be true. */
  async use(thing: Thing, index: number): Promise<void> {
    // What is under the pointer may look different for that.
    await this.agent.does('browser_mouse', awayFromAll);
    let known = this.tree;
    let shown = linesOf(known);
    for (let next: Thing | undefined = thing; next; ) {
      const done = await this.acts(next, shown, known, next === thing);
      known = await this.agent.snapshot({ maxElements: 1000 });
      const brought: readonly Thing[] = next.brings ?? [];
      shown = linesOf(done.data.changes);
      for (const one of brought) {
        const found = linesFor(one, shown);
        expect(found.length, `${nameOf(one)} in:\n${done.text}`).toBe(1);
      }
      next = brought[index % brought.length];
    }
  }

  private async acts(thing: Thing, shown: readonly Line[], known: string, isFirst: boolean): Promise<Done> {
    const [line] = linesFor(thing, shown);
    if (!line) throw new Error(`no ${nameOf(thing)} in:\n${known}`);
    const before = await this.seen();
    const picture = isFirst ? await this.picture() : undefined;
    const done = await this.call(...callFor(thing, line.ref, shown));
    // A page hears of every letter: what it says last counts.
    const notes = typeof thing.by === 'object' && 'type' in thing.by ? done.notes.slice(-1) : done.notes;
    expect(notes, `${nameOf(thing)}\n${known}\n${done.text}`).toEqual([thing.does ?? []].flat());
    const after = await this.seen();
    if (done.text.includes('nothing visible changed')) {
      expect(after, done.text).toEqual(before);
      if (isFirst) {
        await this.agent.does('browser_mouse', awayFromAll);
        expect((await this.picture()) === picture, `the picture is the same, as said: ${done.text}`).toBe(
          true,
        );
      }
    }
    for (const text of appeared(before, after)) expect(plain(done.text), nameOf(thing)).toContain(text);
    const now = await this.agent.snapshot({ maxElements: 1000 });
    this.learn(done.data.changes);
    if (!done.data.page) this.expectReconciled(known, done, now);
    this.learn(now);
    return done;
  }

  /** What was shown of a record before others were drawn in its place does nothing to these. */
  async redraw({ things, redraws }: LibraryPage): Promise<void> {
    const lines = linesOf(this.tree);
    const records = things.filter(({ of, by = 'click' }) => of && by === 'click');
    const [line] = linesFor({ says: redraws ?? '' }, lines);
    if (!line) throw new Error(`no ${redraws} in:\n${this.tree}`);
    const done = await this.call('browser_click', { ref: line.ref });
    for (const thing of records) {
      const [was] = linesFor(thing, lines);
      // A change that was told counts as shown.
      if (!was || new RegExp(`^[+~] ${was.ref} `, 'm').test(done.data.changes)) continue;
      const result = await this.agent.call('browser_click', { ref: was.ref });
      const notes = this.page.notes.splice(0);
      if (result.success) expect(notes, nameOf(thing)).toEqual([thing.does ?? []].flat());
      else {
        expect(result.error?.code, nameOf(thing)).toBe('stale_ref');
        expect(notes, nameOf(thing)).toEqual([]);
      }
    }
  }

  /** What was known and the changes told make up what is there now. */
  private expectReconciled(known: string, { data, text }: Done, now: string): void {
    const after = new Map(linesOf(now).map((line) => [line.ref, line.text]));
    const problems: string[] = [];
    for (const [ref, line] of after) {
      const said = this.told.get(ref);
      if (said === undefined) problems.push(`new and not told: ${ref} ${line}`);
      else if (lasting(said) !== lasting(line) && !isReadBack(data, ref))
        problems.push(`now ${line}, but told: ${ref} ${said}`);
    }
    const gone = linesOf(known).filter(({ ref }) => !after.has(ref));
    if (gone.length > 0 && !/^- |^\+ (alert)?dialog/m.test(data.changes))
      problems.push(`gone and not told: ${gone.map(({ ref }) => ref).join()}`);
    expect(problems, `${text}\n--- now\n${now}`).toEqual([]);
  }

  private async call(tool: string, input: object): Promise<Done> {
    const { result, rendered } = await this.bench.tools.callAndRender(tool, input, {
      session: this.agent.session,
    });
    if (!result.success) throw new Error(`${tool} ${JSON.stringify(input)}: ${rendered.text}`);
    return { text: rendered.text, data: told.parse(result.data), notes: this.page.notes.splice(0) };
  }

  private async seen(): Promise<string[]> {
    return z.array(z.string()).parse(JSON.parse(await this.page.run('seenTexts()')));
  }

  private async picture(): Promise<string> {
    return (await this.agent.does('browser_screenshot', { format: 'png' })).base64;
  }
}

function callFor(
  { by = 'click' }: Thing,
  ref: string,
  shown: readonly Line[],
): [tool: string, input: object] {
  if (by === 'click') return ['browser_click', { ref }];
  if (by === 'double') return ['browser_click', { ref, clickCount: 2 }];
  if (by === 'right') return ['browser_click', { ref, button: 'right' }];
  if (by === 'hover') return ['browser_hover', { ref }];
  if (by === 'upload') return ['browser_upload', { ref, paths: ['photo.txt'] }];
  if ('type' in by) return ['browser_type', { ref, text: by.type, clearFirst: true }];
  if ('press' in by) return ['browser_press', { ref, key: by.press }];
  if ('select' in by) return ['browser_select', { ref, values: [by.select] }];
  if ('check' in by) return ['browser_check', { ref, checked: by.check }];
  if ('dragBy' in by) return ['browser_drag', { from: ref, by: by.dragBy }];
  const [to] = linesFor({ says: by.dragTo }, shown);
  return ['browser_drag', { from: ref, to: to?.ref ?? `no ${by.dragTo}` }];
}

/** Texts as they stand on the page, out of what is told about it. */
function plain(told: string): string {
  return told
    .replace(/"(?:[^"\\\n]|\\.)*"/g, (quoted) => z.string().parse(JSON.parse(quoted)))
    .replace(/\\(?=[@#+\-~<])/g, '')
    .replace(/\s+/g, ' ');
}

/** What is told without saying that it is likely hidden. */
function unmarked(told: string): string {
  return plain(
    told
      .split('\n')
      .filter((line) => !line.includes('(likely hidden)'))
      .join('\n'),
  );
}

/** Words that are seen more often than before; signs such as × are icons. */
function appeared(before: readonly string[], after: readonly string[]): string[] {
  const left = [...before];
  return after.filter((text) => {
    if (!/[\p{L}\p{N}]/u.test(text)) return false;
    const at = left.indexOf(text);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** A line without what comes and goes with where one is, and without what changes need not repeat. */
function lasting(line: string): string {
  return line
    .replace(/ focused\b/, '')
    .replace(/ covered( by @e\d+)?/, '')
    .replace(/ \["(.*)"\]/, '')
    .replace(/ \((class "[^"]*"|looks different)\)$/, '')
    .trim();
}

/** What the result itself says of the element acted on need not be said again. */
function isReadBack({ element, value, checked, selected }: Told, ref: string): boolean {
  return (value ?? checked ?? selected) !== undefined && element.startsWith(`${ref} `);
}
