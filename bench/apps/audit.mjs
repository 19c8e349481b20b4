import { PNG } from 'pngjs';
import { recorder, stringsOnPage } from './in-page.mjs';

/**
 * Holds what a call printed against the page, by other means than Handhold's own: the accessibility tree as Playwright
 * makes it, the texts and attributes of what is visible, the events that arrived, and pictures before and after.
 */
export class Audit {
  checked = 0;

  /** `page` gives the Playwright page that the agent is on, once there is one. */
  constructor(page) {
    this.page = page;
  }

  /** Watches a tab from the beginning of each document it shows. */
  async watch() {
    const session = await debuggerOf(await this.page());
    await session.send('Page.enable');
    await session.send('Page.addScriptToEvaluateOnNewDocument', {
      source: `(${recorder})()`,
      worldName: 'audit',
    });
  }

  async before() {
    const page = await this.page();
    // While a dialog is open, the page answers nobody.
    if (page && this.dialog) return;
    this.was = page && (await look(page));
    if (page) await record(page).catch(() => {});
  }

  /** Everything printed that was not so, in words. */
  async after(tool, input, text, isError) {
    const page = await this.page();
    this.dialog = /^dialog /m.test(text);
    if (!page || this.dialog) return [];
    const now = await look(page);
    const { arrived, left } = await recorded(page).catch(() => ({ arrived: [], left: [] }));
    const findings = [];
    const find = (line, why) => findings.push(`${why}: ${line.trim()}`);
    const lines = text.split('\n').map(readLine).filter(Boolean);
    const twice = (key) => lines.filter((line) => line.key === key).length > 1;
    const strings = await allStrings(
      page,
      lines.filter(({ sign }) => sign !== '-'),
      left,
    );

    for (const line of lines) {
      this.checked += 1;
      const there = now.tree.filter((node) => node.key === line.key);
      if (line.sign === '-') {
        const was = this.was?.tree.filter((node) => node.key === line.key).length ?? 0;
        const replaced = lines.some((other) => other.sign !== '-' && other.key === line.key);
        if (was > 0 && there.length >= was && !replaced && line.name && (await isSeen(page, there[0])))
          find(line.text, 'said to be gone, but still there');
        continue;
      }
      // What may be hidden is said to be so.
      if (isError || line.text.includes('(likely hidden)')) continue;
      if (line.name && there.length === 0 && !strings.has(line))
        find(line.text, 'nothing on the page is called so');
      if (there.length === 1 && !twice(line.key)) {
        const wrong = differs(line, there[0]);
        if (wrong) find(line.text, wrong);
      }
    }

    const [head = ''] = text.split('\n');
    const acted = /^(?:right-|double-|middle-|triple-)?clicked (@e\d+) (\S+) "((?:[^"\\]|\\.)*)"/.exec(head);
    const clicks = arrived.filter(({ type }) => type === 'pointerdown' || type === 'mousedown');
    if (acted && clicks.length > 0) {
      this.checked += 1;
      const name = plain(JSON.parse(`"${acted[3]}"`));
      if (name && !clicks.some(({ names }) => names.some((other) => isNamed(other, name))))
        find(head, `the click landed on ${JSON.stringify(clicks[0].names.slice(0, 3))}`);
    }
    if (tool === 'browser_find' && input.text && head === 'found 0') {
      this.checked += 1;
      const wanted = [{ name: input.text }];
      if ((await allStrings(page, wanted, [])).size > 0)
        find(head, `${JSON.stringify(input.text)} is on the page`);
    }
    const typed = /^typed into .* = ("(?:[^"\\]|\\.)*")/.exec(head);
    if (typed && !input.submit && now.active !== undefined) {
      this.checked += 1;
      const said = plain(JSON.parse(typed[1]));
      if (said && !plain(now.active).includes(said.replace(/…$/, '')))
        find(head, `the field holds ${JSON.stringify(now.active.slice(0, 80))}`);
    }
    if (head.includes('nothing visible changed') && this.was) {
      this.checked += 1;
      const boxes = [...arrived.map(({ box }) => box), this.was.focus, now.focus];
      const different = differentPixels(this.was.picture, now.picture, boxes.filter(Boolean));
      if (different > 0) find(head, `${different} pixels changed elsewhere`);
    }
    const shown = /^page ("(?:[^"\\]|\\.)*") <([^>]*)> (\d+) of (\d+) elements/m.exec(text);
    if (shown) {
      this.checked += 1;
      const titles = [now.title, this.was?.title ?? now.title].map(plain);
      // A page that has just loaded may give itself another one a moment later.
      if (tool !== 'browser_navigate' && !titles.includes(plain(JSON.parse(shown[1]))))
        find(shown[0], `the title is ${JSON.stringify(now.title)}`);
      const controls = now.tree.filter(({ role }) =>
        /^(button|link|textbox|checkbox|combobox|tab)$/.test(role),
      ).length;
      if (shown[4] === '0' && controls > 0) find(shown[0], `there are ${controls} controls`);
    }
    return findings;
  }
}

/** A line about an element, taken apart. */
function readLine(text) {
  const found = /^\s*(?:([+~-]) |ok )?\s*(?:#+ )?(@e\d+) (\S+)(?: ("(?:[^"\\]|\\.)*"))?(.*)$/.exec(text);
  if (!found) return undefined;
  const [, sign = '', ref, role, quoted, rest] = found;
  const name = quoted ? plain(JSON.parse(quoted)) : '';
  const value = /^ = ("(?:[^"\\]|\\.)*")/.exec(rest);
  const states = rest.replace(/"(?:[^"\\]|\\.)*"/g, '').replace(/[[(].*/, '');
  return {
    text,
    sign,
    ref,
    role,
    name,
    key: keyOf(role, name),
    value: value && plain(JSON.parse(value[1])),
    states: new Set(
      states.match(/\b(checked|unchecked|mixed|expanded|collapsed|selected|disabled)\b/g) ?? [],
    ),
  };
}

function keyOf(role, name) {
  return `${role === 'searchbox' ? 'textbox' : role} ${name.toLowerCase()}`;
}

/** One form for texts from different places: one line, one space, one case is left to the comparison. */
function plain(text) {
  return text
    .normalize('NFKC')
    .replace(/[\u200b-\u200f\u2060\ufeff\ue000-\uf8ff]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function isNamed(text, name) {
  const [whole, wanted] = [text, name].map((one) =>
    one
      .normalize('NFKC')
      .replace(/[^\p{L}\p{N}…]+/gu, '')
      .toLowerCase(),
  );
  return wanted.endsWith('…') ? whole.startsWith(wanted.slice(0, -1)) : whole === wanted;
}

/** In what a line says otherwise than the tree does. */
function differs({ states, value }, node) {
  const is = (state) => node.states.has(state);
  if (states.has('checked') && !is('checked') && !is('pressed')) return 'it is not checked';
  if (states.has('unchecked') && is('checked')) return 'it is checked';
  if (states.has('expanded') && !is('expanded')) return 'it is not expanded';
  if (states.has('collapsed') && is('expanded')) return 'it is expanded';
  if (states.has('disabled') && !is('disabled')) return 'it is not disabled';
  if (!states.has('disabled') && is('disabled')) return 'it is disabled';
  if (value && node.role === 'textbox' && node.value !== undefined) {
    const said = value.replace(/…$/, '');
    if (!plain(node.value).startsWith(said)) return `its value is ${JSON.stringify(node.value.slice(0, 80))}`;
  }
  return undefined;
}

/** The page as it is now. */
async function look(page) {
  const session = await debuggerOf(page);
  const [{ data }, aria, title, focus] = await Promise.all([
    session.send('Page.captureScreenshot', { format: 'png' }).catch(() => ({ data: '' })),
    page.ariaSnapshot({ mode: 'ai', timeout: 5_000 }).catch(() => ''),
    page.title().catch(() => ''),
    focused(page).catch(() => undefined),
  ]);
  return { picture: data, tree: readTree(aria), title, focus: focus?.box, active: focus?.value };
}

/** Whether something of the tree takes up any room: what only shows under the pointer stays in the tree without. */
async function isSeen(page, { role, name }) {
  for (const frame of page.frames()) {
    const boxes = await frame
      .getByRole(role, { name })
      .evaluateAll((all) =>
        all.map((one) => one.getBoundingClientRect()).map(({ width, height }) => width * height),
      )
      .catch(() => []);
    if (boxes.some((size) => size > 0)) return true;
  }
  return false;
}

function readTree(aria) {
  const nodes = [];
  for (const line of aria.split('\n')) {
    // A line with a colon in its name is quoted as a whole.
    const bare = /^\s*- '(.*)'(:.*)?$/.exec(line);
    const text = bare ? `- ${bare[1].replaceAll("''", "'")}${bare[2] ?? ''}` : line;
    const found = /^\s*- ([a-z]+)(?: ("(?:[^"\\]|\\.)*"))?((?: \[[^\]]*\])*)(?:: ?(.*))?$/.exec(text);
    if (!found) continue;
    const [, role, quoted, marks = '', value] = found;
    const name = quoted ? plain(unquoted(quoted)) : '';
    const states = new Set(
      [...marks.matchAll(/\[([a-z]+)(?:=(?!false)[^\]]*)?\]/g)].map(([, state]) => state),
    );
    nodes.push({
      role,
      name,
      key: keyOf(role, name),
      states,
      value: value ? plain(unquoted(value)) : undefined,
    });
  }
  return nodes;
}

function unquoted(text) {
  try {
    return text.startsWith('"') ? JSON.parse(text) : text;
  } catch {
    return text;
  }
}

/** The lines whose names are to be read somewhere on the page, in any frame. */
async function allStrings(page, lines, left) {
  const names = lines.map(({ name }) => name);
  const seen = new Set();
  for (const frame of page.frames()) {
    const there = await frame.evaluate(stringsOnPage, { names, left }).catch(() => []);
    for (const at of there) seen.add(lines[at]);
  }
  return seen;
}

const debuggers = new WeakMap();

async function debuggerOf(page) {
  let session = debuggers.get(page);
  if (!session) {
    session = await page.context().newCDPSession(page);
    debuggers.set(page, session);
  }
  return session;
}

/** Runs something in a world of our own, of which the page's scripts know nothing. */
async function apart(page, expression) {
  const session = await debuggerOf(page);
  const { frameTree } = await session.send('Page.getFrameTree');
  const answers = [];
  const visit = async ({ frame, childFrames = [] }) => {
    const world = { frameId: frame.id, worldName: 'audit' };
    const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', world);
    const { result } = await session.send('Runtime.evaluate', { expression, contextId, returnByValue: true });
    answers.push(result.value);
    for (const child of childFrames) await visit(child).catch(() => {});
  };
  await visit(frameTree);
  return answers;
}

function record(page) {
  return apart(page, `(${recorder})()`);
}

async function recorded(page) {
  const answers = await apart(
    page,
    '({ arrived: globalThis.arrived?.splice(0) ?? [], left: globalThis.left?.splice(0) ?? [] })',
  );
  return { arrived: answers.flatMap(({ arrived }) => arrived), left: answers.flatMap(({ left }) => left) };
}

/** Where the focus is, and what the field there holds. */
async function focused(page) {
  const answers = await apart(
    page,
    `(() => {
      let at = document.activeElement;
      while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
      if (!at || at === document.body || at.tagName === 'IFRAME') return undefined;
      const { x, y, width, height } = at.getBoundingClientRect();
      const value = at.isContentEditable ? at.innerText : at.value;
      return { box: { x, y, width, height }, value: typeof value === 'string' ? value : undefined };
    })()`,
  );
  return answers.filter(Boolean).at(-1);
}

/** How many pixels differ outside of some boxes, which are allowed to: what was acted on has a right to show it. */
function differentPixels(before, after, boxes) {
  if (before === after || !before || !after) return 0;
  const [a, b] = [before, after].map((data) => PNG.sync.read(Buffer.from(data, 'base64')));
  if (a.width !== b.width || a.height !== b.height) return a.width * a.height;
  const around = 8;
  const within = (x, y) =>
    boxes.some(
      (box) =>
        x >= box.x - around &&
        x <= box.x + box.width + around &&
        y >= box.y - around &&
        y <= box.y + box.height + around,
    );
  let count = 0;
  for (let at = 0; at < a.data.length; at += 4) {
    const difference = Math.max(...[0, 1, 2].map((part) => Math.abs(a.data[at + part] - b.data[at + part])));
    if (difference < 24) continue;
    const pixel = at / 4;
    if (!within(pixel % a.width, Math.floor(pixel / a.width))) count += 1;
  }
  return count;
}
