import { beforeAll, describe, expect, it } from 'vitest';
import { type Agent, useBrowser } from '../agent.js';
import type { SitePage } from '../site.js';
import { appPage } from './app.js';

const bench = useBrowser();

/** Each makes an editor with two lines of text, and says what its own model holds. */
const editors = {
  ProseMirror: `
    import { EditorState } from 'prosemirror-state';
    import { EditorView } from 'prosemirror-view';
    import { DOMParser } from 'prosemirror-model';
    import { schema } from 'prosemirror-schema-basic';
    import { exampleSetup } from 'prosemirror-example-setup';
    import 'prosemirror-view/style/prosemirror.css';
    import 'prosemirror-menu/style/menu.css';
    app.innerHTML = '<p>old <b>text</b></p><p>second</p>';
    const doc = DOMParser.fromSchema(schema).parse(app);
    app.textContent = '';
    const view = new EditorView(app, { state: EditorState.create({ doc, plugins: exampleSetup({ schema }) }) });
    window.held = () => view.state.doc.textBetween(0, view.state.doc.content.size, '\\n');
    window.freeze = () => view.setProps({ editable: () => false });`,
  Quill: `
    import Quill from 'quill';
    import 'quill/dist/quill.snow.css';
    app.innerHTML = '<p>old <b>text</b></p><p>second</p>';
    const quill = new Quill(app, { theme: 'snow', placeholder: 'Write here' });
    window.held = () => quill.getText().replace(/\\n$/, '');
    window.freeze = () => quill.disable();`,
  CodeMirror: `
    import { basicSetup, EditorView } from 'codemirror';
    import { EditorState, Compartment } from '@codemirror/state';
    const lock = new Compartment();
    app.style.cssText = 'height:300px;overflow:auto';
    const view = new EditorView({ parent: app, doc: 'old text\\nsecond',
      extensions: [basicSetup, lock.of([])] });
    window.held = () => view.state.doc.toString();
    window.freeze = () => view.dispatch({ effects: lock.reconfigure(EditorState.readOnly.of(true)) });`,
  Monaco: `
    import * as monaco from 'monaco-editor/editor';
    import 'monaco-editor/features/register.all';
    import 'monaco-editor/languages/definitions/javascript/register';
    app.style.height = '300px';
    self.MonacoEnvironment = { getWorker: () => new Worker(URL.createObjectURL(new Blob(['']))) };
    const editor = monaco.editor.create(app, { value: 'old text\\nsecond', language: 'javascript', ...window.options });
    window.held = () => editor.getValue();
    window.freeze = () => editor.updateOptions({ readOnly: true });`,
};

describe.each(Object.entries(editors))('%s', (_name, source) => {
  let agent: Agent;
  let page: SitePage;
  let ref: string;

  beforeAll(async () => {
    agent = bench.lasting();
    page = await appPage(bench.site, source);
    await agent.open(page);
    ref = agent.ref('textbox');
  });

  const held = () => page.run('held()');

  it('shows what it holds, and takes more of it at the end', async () => {
    expect(await agent.snapshot()).toMatch(/^@e\d+ textbox (.*)= "old text\\nsecond" multiline/m);
    const done = await agent.does('browser_type', { ref, text: ' more' });
    expect(await held()).toBe('old text\nsecond more');
    expect(done.value).toBe('old text\nsecond more');
  });

  it.each([
    ['code', `say("it's [a] {b}");\nif (x) {\n\ty(\`\${z}\`);\n\n  con\n}\n- item\n1. foo(`],
    ['blank lines', 'one\ntwo\n\nfour'],
    ['emoji and other scripts', '👩‍👩‍👧‍👦 你好 東京 한국어 é שלום'],
    ['nothing', ''],
  ])('holds %s exactly as given, whatever it would make of it key by key', async (_what, text) => {
    const done = await agent.does('browser_type', { ref, text, clearFirst: true });
    expect(await held()).toBe(text);
    expect(done.value).toBe(text);
  });

  it('takes far more than it draws at a time, and lets go of all of it', async () => {
    const long = 'a line of it\n'.repeat(300);
    await agent.does('browser_type', { ref, text: long, clearFirst: true });
    await agent.does('browser_type', { ref, text: 'end' });
    expect(await held()).toBe(`${long}end`);
    const done = await agent.does('browser_type', { ref, text: 'New', clearFirst: true });
    expect(await held()).toBe('New');
    expect(done.value).toBe('New');
  });

  it('is typed into where the caret is, when no target is given', async () => {
    await agent.does('browser_type', { ref, text: 'old text\nsecond', clearFirst: true });
    await agent.does('browser_press', { key: 'Control+Home', ref });
    expect((await agent.does('browser_type', { text: 've' })).value).toContain('veold text');
    await agent.does('browser_type', { text: 'ry ' });
    expect(await held()).toBe('very old text\nsecond');
    await agent.does('browser_press', { key: 'Control+A' });
    await agent.does('browser_type', { text: 'other' });
    expect(await held()).toBe('other');
    await agent.does('browser_press', { key: 'Backspace', count: 2 });
    expect(await held()).toBe('oth');
  });

  it('tells its page of keys', async () => {
    await page.run(
      `window.keys = []; for (const type of ['keydown', 'keyup']) document.addEventListener(type, (event) => { if (!event.ctrlKey && !event.key.startsWith('Control')) keys.push(type + ' ' + held()); }, { capture: true });`,
    );
    await agent.does('browser_type', { ref, text: 'er', clearFirst: true });
    expect(await page.run('keys.at(-1)')).toBe('keyup er');
    await agent.does('browser_type', { ref, text: 'oth', clearFirst: true });
  });

  it('that is locked takes nothing, and that is no success', async () => {
    await page.run('freeze()');
    for (const input of [{ text: 't' }, { text: 'x', clearFirst: true }, { text: '', clearFirst: true }]) {
      const error = await agent.fails('browser_type', { ref, ...input });
      expect(error.code).toMatch(/execution_error|not_editable|stale_ref/);
      expect(await held()).toBe('oth');
    }
  });
});

it('Monaco as it was before, with a text area that catches the keys', async () => {
  const agent = bench.lasting();
  const page = await appPage(bench.site, editors.Monaco, {
    body: '<div id="app"></div><script>options = { editContext: false }</script>',
  });
  expect(await agent.open(page)).toMatch(/^@e\d+ textbox "Editor content" = "old text\\nsecond" multiline$/m);
  const ref = agent.ref('textbox');
  const text = 'if (x) {\n  y("z");\n}';
  const done = await agent.does('browser_type', { ref, text, clearFirst: true });
  expect(await page.run('held()')).toBe(text);
  expect(done.value).toBe(text);
  await agent.does('browser_type', { ref, text: '\nend' });
  expect(await page.run('held()')).toBe(`${text}\nend`);
});
