/** The agent can't go on: what it looks for was printed nowhere. */
export class Stuck extends Error {}

/** A line about an element: `@e5 button "Save"`, after a sign and an indent or without. */
const elementLine = /^\s*([+~-] )?\s*(?:#+ )?(@e\d+) (.*)$/;

/**
 * A scripted agent: it knows its task and what was printed, nothing else. What a model does that does not find what it
 * needs, it does too, and each such call counts as wasted.
 */
export class Agent {
  calls = [];
  /** All that was printed about the page it is on: ref → the rest of its line. */
  known = new Map();
  /** The whole text of the last call, and of all calls since a page was shown. */
  last = '';
  read = '';

  /** `perform` makes the call and gives `{text, isError}`. */
  constructor(perform) {
    this.perform = perform;
  }

  /** `again` says that the same call as before is meant. */
  async call(tool, input = {}, { wasted, again = false } = {}) {
    const before = this.calls.at(-1);
    const { text, isError, ...figures } = await this.perform(tool, input);
    const call = {
      tool,
      input,
      text,
      wasted: wasted ?? this.whyWasted(tool, input, text, isError, again ? undefined : before),
      ...figures,
    };
    this.calls.push(call);
    this.last = text;
    if (/^page "/m.test(text) && !['browser_find', 'browser_read'].includes(tool)) {
      this.known.clear();
      this.read = '';
    }
    this.read += `${text}\n`;
    for (const line of text.split('\n')) {
      const [, sign, ref, rest] = elementLine.exec(line) ?? [];
      if (!ref) continue;
      // What was told last stands last; the options of a list are told once.
      const [options = ''] = / \[".*\]/.exec(this.known.get(ref) ?? '') ?? [];
      this.known.delete(ref);
      if (sign !== '- ') this.known.set(ref, / \["/.test(rest) ? rest : rest + options);
    }
    return text;
  }

  /** What a call is wasted for, as far as it shows by itself. */
  whyWasted(tool, input, text, isError, before) {
    if (isError) return `refused: ${text.split('\n')[0]}`;
    if (/^stopped at step/m.test(text)) return `refused: ${/^stopped at step.*/m.exec(text)[0]}`;
    if (/^\s*failed @e|^not filled|: failed/m.test(text) && tool === 'browser_fill_form')
      return 'not all filled';
    if (tool === 'browser_wait' && text.startsWith('not met')) return 'waited in vain';
    if (tool === 'browser_wait' && !/^pending:/m.test(before?.text ?? ''))
      return 'had to wait, though nothing was said to be pending';
    if (tool === 'browser_snapshot' && before) return 'had to look again';
    if (
      before &&
      before.tool === tool &&
      JSON.stringify(before.input) === JSON.stringify(input) &&
      !['browser_press', 'browser_scroll'].includes(tool)
    )
      return 'had to do it again';
    return undefined;
  }

  open(url) {
    return this.call('browser_navigate', { url });
  }

  /** The ref of the line that was told last and fits: one that begins so, or matches. */
  ref(pattern) {
    let found;
    for (const [ref, rest] of this.known)
      if (typeof pattern === 'string' ? rest.startsWith(pattern) : pattern.test(rest)) found = ref;
    return found;
  }

  /** The refs of all such lines, in the order they were told. */
  refs(pattern) {
    return [...this.known].filter(([, rest]) => pattern.test(rest)).map(([ref]) => ref);
  }

  /** At least so many such lines, in the order they were told. */
  async needAll(pattern, count) {
    for (const look of [false, true]) {
      if (look) await this.call('browser_snapshot', {}, { wasted: `had to look for ${count} of ${pattern}` });
      const found = this.refs(pattern);
      if (found.length >= count) return found;
    }
    throw new Stuck(`${count} of ${pattern} were printed nowhere`);
  }

  /** The ref of one line, looking for it as a model would if it was not printed. */
  async need(pattern) {
    const known = this.ref(pattern);
    if (known) return known;
    for (const [tool, input] of [
      ['browser_snapshot', {}],
      ['browser_snapshot', { maxElements: 1000, interactiveOnly: false }],
      ['browser_wait', { time: 2_000 }],
      ['browser_snapshot', {}],
    ]) {
      await this.call(tool, input, { wasted: `had to look for ${pattern}` });
      const found = this.ref(pattern);
      if (found) return found;
    }
    throw new Stuck(`${pattern} was printed nowhere`);
  }

  /** Does something to an element; if that is refused, looks again and tries once more, as a model would. */
  async act(tool, pattern, input = {}) {
    const make = async () => ({ ref: await this.need(pattern), ...input });
    const text = await this.call(tool, await make());
    if (!text.startsWith('error ')) return text;
    await this.call('browser_snapshot', {}, { wasted: 'looked again after a refusal' });
    const again = await this.call(tool, await make(), { wasted: 'tried again' });
    if (again.startsWith('error ')) throw new Stuck(again.split('\n')[0]);
    return again;
  }

  click(pattern, input) {
    return this.act('browser_click', pattern, input);
  }

  type(pattern, text, input) {
    return this.act('browser_type', pattern, { text, ...input });
  }

  press(key, input) {
    return this.call('browser_press', { key, ...input });
  }

  /** Several steps in one call; each is `[tool, input]`. */
  async batch(...steps) {
    const text = await this.call('browser_batch', { steps: steps.map(([tool, input]) => ({ tool, input })) });
    if (/^(error |stopped at step)/m.test(text))
      throw new Stuck(/^(error |stopped at step).*/m.exec(text)[0]);
    return text;
  }

  /** Fields by the lines they have; values as browser_fill_form takes them. */
  async fill(fields, more = {}) {
    const list = [];
    for (const [pattern, value] of fields) list.push({ ref: await this.need(pattern), value });
    return this.call('browser_fill_form', { fields: list, ...more });
  }

  /** Makes sure that what was just done came about: the outcome should say so, else it takes another look. */
  async sees(what) {
    const pattern = typeof what === 'function' ? { test: what } : what;
    if (pattern.test(this.last)) return;
    for (const [tool, input] of [
      ['browser_snapshot', { interactiveOnly: false }],
      ['browser_wait', { time: 2_000 }],
      ['browser_snapshot', { interactiveOnly: false }],
    ]) {
      await this.call(tool, input, { wasted: `the outcome did not tell ${what}` });
      if (pattern.test(this.last)) return;
    }
    throw new Stuck(`${what} was printed nowhere`);
  }
}
