import { library } from '../library.mjs';
import { Audit } from './audit.mjs';
import { servePage } from './site.mjs';

const body = `<h1>Form</h1>
  <label>Name <input id="name" value="Ada"></label>
  <label><input type="checkbox" checked> Agree</label>
  <button id="save">Save</button> <button disabled>Send</button>
  <button aria-expanded="false">More</button>
  <span style="display: inline-block; width: 0; overflow: hidden"><button style="width: 0; padding: 0; border: 0">Copy</button></span>
  <p id="note" style="position: fixed; bottom: 0; right: 0">quiet</p>
  <script>document.getElementById('save').onclick = () => { document.getElementById('note').style.background = 'red'; };</script>`;

/** What an honest tool says, what a lying one would say instead, and whether the audit must find it. */
const lies = [
  ['a name', 'browser_snapshot', {}, /button "Save"/, 'button "Delete all"'],
  ['a value', 'browser_snapshot', {}, /= "Ada"/, '= "Grace"'],
  ['a state', 'browser_snapshot', {}, / checked/, ' unchecked'],
  ['a disabled button', 'browser_snapshot', {}, / disabled/, ''],
  ['what is not to be found', 'browser_find', { text: 'quiet' }, /^found 1[\s\S]*/, 'found 0'],
  ['an open box', 'browser_snapshot', {}, / collapsed/, ' expanded'],
  ['an empty page', 'browser_snapshot', {}, /\d+ of \d+ elements/, '0 of 0 elements'],
  ['a title', 'browser_snapshot', {}, /page "Form"/, 'page "Shop"'],
  ['where a click landed', 'browser_click', { selector: '#save' }, /button "Save"/, 'checkbox "Agree"'],
  [
    'that nothing changed',
    'browser_click',
    { selector: '#save' },
    /^(clicked [^;\n]*).*/s,
    '$1; nothing visible changed',
  ],
  ['what a field holds', 'browser_type', { selector: '#name', text: 'x' }, / = "[^"]*"/, ' = "Grace"'],
  ['that something is gone', 'browser_click', { selector: '#save' }, /$/, '\n- @e3 button "Save"'],
];

/** What is so, although the tree of the page says otherwise. */
const truths = [
  [
    'that something without any room is gone',
    'browser_click',
    { selector: '#save' },
    /$/,
    '\n- @e9 button "Copy"',
  ],
];

/** Gives the audit answers that are so, of which it must find none, and answers that are not, of which it must find all. */
export async function checkAudit() {
  const site = await servePage({ title: 'Form', body });
  const { createBrowserTools } = await library();
  const tools = createBrowserTools({ allowPrivate: true });
  let missed = 0;
  try {
    for (const [what, tool, input, line, other] of [...lies, ...truths]) {
      for (const isOther of [false, true]) {
        const lying = isOther && !truths.some(([truth]) => truth === what);
        const session = `${what} ${isOther}`.replace(/\W/g, '-');
        const audit = new Audit(async () =>
          tools.browser.hasSession(session) ? (await tools.browser.currentTab(session))?.page : undefined,
        );
        await tools.call('browser_tabs', { action: 'new' }, { session });
        await audit.watch();
        await tools.call('browser_navigate', { url: site.url }, { session });
        await audit.before();
        const { rendered } = await tools.callAndRender(tool, input, { session });
        if (!line.test(rendered.text)) throw new Error(`${what}: no ${line} in\n${rendered.text}`);
        const text = isOther ? rendered.text.replace(line, other) : rendered.text;
        const found = await audit.after(tool, input, text, false);
        const good = lying === found.length > 0;
        if (!good) missed += 1;
        process.stdout.write(
          `${good ? '✓' : '✗'} ${what}, ${lying ? 'not so' : 'so'}: ${found.join('; ') || 'nothing found'}\n`,
        );
        await tools.call('browser_close', {}, { session });
      }
    }
  } finally {
    await tools.close();
    await site.stop();
  }
  return missed;
}
