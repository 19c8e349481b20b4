/** One line of what the agent was shown. Only what can be acted on has a ref. */
interface Line {
  ref: string | undefined;
  role: string;
  name: string;
  text: string;
}

/** Which element is meant: its exact name or a pattern, if need be the first one below a line with some text. */
export interface Wanted {
  role: string;
  name: string | RegExp;
  below?: string | undefined;
}

/** The agent looked for something it has not been shown. */
export class NotShown extends Error {}

const elementForm = /^([+~-]\s+)?\s*(@e\d+) ([\w-]+)(?: ("(?:[^"\\]|\\.)*"))?/;

/**
 * The pages as the agent was shown them, tab by tab, the way a model would remember: a page replaces the one before,
 * changes amend it. Everything is taken from the text of the results; there is no other way to a ref.
 */
export class ShownPages {
  private readonly tabs = new Map<string, Line[]>();
  private current = 't1';

  /** Takes in the text of one result. */
  read(text: string): void {
    const { ours, page } = splitResult(text);
    for (const line of ours) {
      const tab = /^new tab (t\d+) /.exec(line)?.[1] ?? /^(t\d+)\* /.exec(line)?.[1];
      if (tab !== undefined) this.current = tab;
    }
    if (ours.some((line) => line.startsWith('page "'))) this.tabs.set(this.current, page.map(parse));
    else for (const line of page) this.amend(line);
  }

  /** The ref of an element, as the agent would give it to a tool. */
  ref(wanted: Wanted): string {
    const { below, role, name } = wanted;
    const lines = this.lines();
    const start = below === undefined ? 0 : lines.findIndex((line) => line.text.includes(below));
    const found = start < 0 ? undefined : lines.slice(start).find((line) => fits(line, wanted));
    if (found?.ref !== undefined) return found.ref;
    const what = `${role} ${typeof name === 'string' ? JSON.stringify(name) : name}`;
    throw new NotShown(`The agent was not shown a ${what}${below ? ` below "${below}"` : ''}.`);
  }

  /** The heading or article under which an element stands. */
  headingOf(ref: string): string {
    const lines = this.lines();
    const at = lines.findIndex((line) => line.ref === ref);
    const heading = lines
      .slice(0, Math.max(at, 0))
      .findLast((line) => line.role === 'heading' || (line.role === 'article' && line.ref === undefined));
    if (!heading) throw new NotShown(`The agent was not shown a heading above ${ref}.`);
    return heading.name;
  }

  private lines(): Line[] {
    return this.tabs.get(this.current) ?? [];
  }

  private amend(text: string): void {
    const line = parse(text);
    const lines = this.lines();
    const at = line.ref === undefined ? -1 : lines.findIndex((known) => known.ref === line.ref);
    if (text.startsWith('- ')) {
      if (at >= 0) lines.splice(at, 1);
    } else if (at >= 0) lines[at] = line;
    else lines.push(line);
    this.tabs.set(this.current, lines);
  }
}

/** Our own lines, and the page's within the fence. */
export function splitResult(text: string): { ours: string[]; page: string[] } {
  const ours: string[] = [];
  const page: string[] = [];
  let end: string | undefined;
  for (const line of text.split('\n')) {
    const nonce = /^<page (\w+)>$/.exec(line)?.[1];
    if (end === undefined && nonce !== undefined) end = `</page ${nonce}>`;
    else if (line === end) end = undefined;
    else (end === undefined ? ours : page).push(line);
  }
  return { ours, page };
}

function parse(text: string): Line {
  const [, , ref, role, name] = elementForm.exec(text) ?? [];
  if (role !== undefined) return { ref, role, name: unquote(name), text };
  const heading = /^(?:[+~-]\s+)?\s*(?:@e\d+ )?#+ (".*")$/.exec(text)?.[1];
  if (heading !== undefined) return { ref: undefined, role: 'heading', name: unquote(heading), text };
  const article = /^\s*article ("(?:[^"\\]|\\.)*")/.exec(text)?.[1];
  if (article !== undefined) return { ref: undefined, role: 'article', name: unquote(article), text };
  return { ref: undefined, role: '', name: '', text };
}

function unquote(quoted: string | undefined): string {
  const value: unknown = quoted === undefined ? '' : JSON.parse(quoted);
  return typeof value === 'string' ? value : '';
}

function fits(line: Line, { role, name }: Wanted): boolean {
  if (line.ref === undefined || line.role !== role) return false;
  return typeof name === 'string' ? line.name === name : name.test(line.name);
}
