import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBrowserTools, type SecretSource, type ToolboxOptions } from 'handhold';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Agent, useBrowser } from './agent.js';

const bench = useBrowser();
const value = `pa$$ "w'ö&rd</x> +7`;
/** What must be in nothing that comes out. */
const canaries = [
  value,
  "w'ö&rd",
  encodeURIComponent(value),
  Buffer.from(value).toString('base64'),
  Buffer.from(value, 'latin1').toString('base64'),
  '%27%F6%26rd',
  'pa$$ \\"w',
];

function knowing(secrets: SecretSource, options: ToolboxOptions = {}): Agent {
  const tools = createBrowserTools({ browser: bench.tools.browser, secrets, ...options });
  const agent = new Agent(tools);
  onTestFinished(async () => {
    await agent.call('browser_close');
    await tools.close();
  });
  return agent;
}

const here: SecretSource = { PW: { value, hosts: ['127.0.0.1'] } };

describe('a secret', () => {
  it('is typed by name where it belongs, and comes back nowhere', async () => {
    const page = bench.site.page(
      `<label>User <input id=u></label><label>Password <input id=p type=password></label>
       <button onclick="tellAll()">Go</button><h1 id=out></h1>
       <script>function tellAll() {
         note(u.value); note(p.value);
         const v = u.value;
         out.textContent = v; document.title = v; console.error('bad ' + v); out.title = encodeURIComponent(v);
         document.body.insertAdjacentHTML('beforeend', '<button></button>'.repeat(6));
         const b = document.querySelectorAll('button');
         b[1].textContent = JSON.stringify({ v }); b[2].textContent = btoa(unescape(encodeURIComponent('user:' + v)));
         b[3].textContent = 'x'.repeat(90) + v; b[4].setAttribute('aria-label', 'q=' + encodeURIComponent(v)); b[5].textContent = btoa(v); b[6].textContent = escape(v);
         fetch('/missing?q=' + encodeURIComponent(v)); history.replaceState(0, '', '?v=' + encodeURIComponent(v));
         alert(v);
       }</script>`,
    );
    const agent = knowing(here);
    const told: string[] = [];
    const read = async (tool: string, input: object = {}) => {
      told.push(await agent.reads(tool, input));
      told.push(JSON.stringify(await agent.call('browser_snapshot', {})));
    };
    await agent.open(page);
    await read('browser_type', { ref: agent.ref('textbox "User"'), text: '{{secret:PW}}' });
    await read('browser_type', { ref: agent.ref('textbox "Password"'), text: '{{secret:PW}}' });
    await read('browser_click', { ref: agent.ref('button "Go"') });
    await read('browser_dialog', { action: 'accept' });
    await read('browser_snapshot', { interactiveOnly: false });
    await read('browser_find', { text: 'q=' });
    await read('browser_get_element', { selector: '#out' });
    await read('browser_tabs', { action: 'list' });
    await read('browser_click', { selector: `#${value}` });
    await read('browser_reload');
    expect(page.notes).toEqual([value, value]);
    const text = told.join('\n');
    for (const canary of canaries) expect(text).not.toContain(canary);
    expect(text).toContain('[secret PW]');
    // The last one is cut after ten characters of it.
    expect(text).not.toMatch(/xxxpa\$\$/);
  });

  it('goes only where it belongs', async () => {
    const page = bench.site.page('<label>User <input></label><button>Go</button>');
    const agent = knowing({
      PW: { value, hosts: ['127.0.0.1'] },
      ELSEWHERE: { value: 'other-value', hosts: ['example.com'] },
    });
    await agent.open(page);
    const ref = agent.ref('textbox "User"');
    const cases = [
      [{ ref, text: '{{secret:ELSEWHERE}}' }, 'permission_denied', /does not belong/],
      [{ ref, text: '{{secret:NOPE}}' }, 'action_validation_error', /no secret called "NOPE"/],
      [{ ref, text: '{{secret:}}' }, 'action_validation_error', /no secret/],
    ] as const;
    for (const [input, code, words] of cases) {
      const error = await agent.fails('browser_type', input);
      expect(error).toMatchObject({ code, sideEffect: 'none' });
      expect(error.message).toMatch(words);
    }
    const inUrl = await agent.fails('browser_navigate', { url: `${page.url}?q={{secret:PW}}` });
    expect(inUrl.code).toBe('validation_error');
    expect((await agent.fails('browser_press', { key: '{{secret:PW}}' })).code).toBe(
      'action_validation_error',
    );
    expect(page.visits).toBe(1);
    await agent.open(page.otherUrl);
    expect(
      (await agent.fails('browser_type', { ref: agent.ref('textbox "User"'), text: '{{secret:PW}}' })).code,
    ).toBe('permission_denied');
  });

  it('is not typed into a frame of another origin, by ref, selector or focus', async () => {
    const inner = bench.site.page('<label>Inner <input id=inner autofocus></label>');
    const page = bench.site.page(`<label>Outer <input></label><iframe src="${inner.otherUrl}"></iframe>`);
    const agent = knowing(here);
    await agent.open(page);
    const ref = agent.ref('textbox "Inner"');
    for (const input of [{ ref }, { selector: '#inner' }]) {
      const error = await agent.fails('browser_type', { ...input, text: '{{secret:PW}}' });
      expect(error.code).toBe('permission_denied');
    }
    await agent.does('browser_type', { ref, text: 'x' });
    expect((await agent.fails('browser_type', { text: '{{secret:PW}}' })).code).toBe('permission_denied');
    expect((await agent.does('browser_type', { ref, text: 'y' })).value).toBe('xy');
  });

  it('is dots in pictures', async () => {
    const page = bench.site.page(`<input id=a aria-label=A><p id=b>nothing</p>`, { remote: true });
    const agent = knowing(here);
    await agent.open(page);
    const shot = async () => (await agent.does('browser_screenshot', { format: 'png' })).base64;
    await agent.does('browser_type', { ref: agent.ref('textbox "A"'), text: '{{secret:PW}}' });
    await page.run('document.activeElement.blur()');
    const masked = await shot();
    await page.run(`a.style.setProperty('-webkit-text-security', 'disc')`);
    expect(await shot()).toBe(masked);
    await page.run(`a.style.removeProperty('-webkit-text-security')`);
    expect(await page.run(`a.getAttribute('style') ?? ''`)).toBe('');
  });

  it('is dots in pictures wherever a page shows it: shadow trees, frames, drawings, lists, attributes', async () => {
    const far = bench.site.page(
      `<p id=out>nothing</p><div id=host></div><script>
         const closed = host.attachShadow({ mode: 'closed' });
         onmessage = ({ data }) => { out.textContent = data; closed.innerHTML = '<b></b>'; closed.firstChild.textContent = data; top.postMessage('shown', '*'); };
       </script>`,
    );
    const page = bench.site.page(
      `<label>User <input id=u style="width:4px"></label><h1 id=done></h1>
       <p id=light></p><open-one></open-one><closed-one></closed-one><div id=plain></div>
       <svg width=400 height=20><text id=drawn y=15></text></svg>
       <select id=list style="width:90px"><option></option></select><i id=attr></i><style>#attr::before { content: attr(data-v) }</style>
       <iframe id=near srcdoc="<p>x</p>" height=60></iframe><iframe id=far src="${far.otherUrl}" height=90></iframe>
       <script>
         const roots = ['open-one', 'closed-one', '#plain'].map((name, i) =>
           document.querySelector(name).attachShadow({ mode: i === 0 ? 'open' : 'closed' }));
         roots[0].innerHTML = '<div id=nest></div><p></p>';
         roots.push(roots[0].querySelector('#nest').attachShadow({ mode: 'closed' }));
         onmessage = () => { done.textContent = 'spilt'; };
         function spill(v) {
           light.textContent = v; drawn.textContent = v; list.options[0].textContent = v; attr.dataset.v = v;
           for (const root of roots) { root.append(v); root.append(document.createElement('p')); root.lastChild.textContent = v; }
           near.contentDocument.body.textContent = v;
           far.contentWindow.postMessage(v, '*');
           document.activeElement.blur();
         }
       </script>`,
      { remote: true },
    );
    // Equally long, so that they take the same place; only what is drawn there could tell them apart.
    const show = async (secret: string, shown: string): Promise<string[]> => {
      const agent = knowing({ PW: { value: secret, hosts: ['127.0.0.1'] } });
      await agent.open(page);
      await agent.does('browser_type', { ref: agent.ref('textbox "User"'), text: '{{secret:PW}}' });
      await page.run(`spill('${shown}')`);
      expect((await agent.does('browser_wait', { text: 'spilt' })).met).toBe(true);
      const shot = async (input: object) =>
        (await agent.does('browser_screenshot', { format: 'png', ...input })).base64;
      const pictures = [await shot({}), await shot({ fullPage: true })];
      // The page keeps nothing of it: two styles are its own.
      const styled = `[document, ...roots].map((root) => root.querySelectorAll('[style]').length).join()`;
      expect(await page.run(styled)).toBe('2,0,0,0,0');
      return pictures;
    };
    const secrets = ['aaaabbbbcccc', 'zzzzyyyyxxxx'] as const;
    const masked = await show(secrets[0], secrets[0]);
    expect(await show(secrets[1], secrets[1])).toEqual(masked);
    // Everybody's are hidden, and nothing else.
    expect(await show(secrets[1], secrets[0])).toEqual(masked);
    expect(await show(secrets[1], 'nnnnbbbbmmmm')).not.toEqual(masked);
  });

  it('is dots in a PDF', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'handhold-printed-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const page = bench.site.page(
      `<label>User <input style="width:4px" oninput="out.textContent = this.value"></label><p id=out></p>`,
    );
    const print = async (secret: string, path: string, text = '{{secret:PW}}'): Promise<string> => {
      const agent = knowing({ PW: { value: secret, hosts: ['127.0.0.1'] } }, { files: [folder] });
      await agent.open(page);
      const ref = agent.ref('textbox "User"');
      await agent.does('browser_type', { ref, text });
      await agent.does('browser_pdf', { path });
      const printed = await readFile(join(folder, path), 'latin1');
      return printed.replace(/D:\d+[^)]*/g, '');
    };
    const masked = await print('aaaabbbbcccc', '1.pdf');
    expect(await print('zzzzyyyyxxxx', '2.pdf')).toBe(masked);
    const unknown = await print('zzzzyyyyxxxx', '3.pdf', 'nnnnbbbbmmmm');
    expect(await print('zzzzyyyyxxxx', '4.pdf', 'mmmmbbbbnnnn')).not.toBe(unknown);
  });

  const ways: Record<string, string> = {
    'as it is': '<p>V</p>',
    'over two elements': '<p><b>V1</b><i>V2</i></p>',
    'over two blocks': '<div>V1</div><div>V2</div>',
    'letter by letter': '<p>LETTERS</p>',
    'with blanks between': '<p>V1 <span> </span> V2</p>',
    'before an element': '<p class=before data-v="V">:</p>',
    'after an element': '<p class=after data-v="V">:</p>',
    'in a style': '<style>#style::after { content: "V1" "V2" }</style><p id=style>:</p>',
    'half in a style': '<style>#half::before { content: "V1" }</style><p id=half>V2</p>',
    'as the mark of an item': '<ul style="list-style-type: \'V\'"><li>:</li></ul>',
    'in capitals': '<p style="text-transform: uppercase">V</p>',
    'drawn anew in every frame':
      '<div id=box></div><script>(function draw() { box.innerHTML = "<p>" + "V1" + "V2" + "</p>"; requestAnimationFrame(draw) })()</script>',
    'written into a field in every frame':
      '<input id=field size=30><script>(function write() { field.value = "V"; requestAnimationFrame(write) })()</script>',
    'in a frame': '<iframe srcdoc="<p>V1<b>V2</b></p>"></iframe>',
    'in a shadow tree':
      '<div id=host></div><script>host.attachShadow({ mode: "closed" }).innerHTML = "<p>V1<b>V2</b></p>"</script>',
  };

  it.each(Object.entries(ways))(
    'is dots in a picture, %s, for those who never typed it',
    async (_way, html) => {
      // Equally wide, so that they take the same place; only what is drawn there could tell them apart.
      const secrets = ['iiiijjjjllll', 'jjjjlllliiii', 'lllliiiijjjj'] as const;
      knowing({
        A: { value: secrets[0], hosts: ['bank.test'] },
        B: { value: secrets[1], hosts: ['bank.test'] },
      });
      const shot = async (text: string, agent = bench.agent()) => {
        const letters = [...text].map((letter) => `<b>${letter}</b>`).join('');
        const body = html
          .replaceAll('LETTERS', letters)
          .replaceAll('V1', text.slice(0, 5))
          .replaceAll('V2', text.slice(5))
          .replaceAll('V', text);
        await agent.open(
          bench.site.page(
            `<style>* { font: 16px monospace; font-weight: 400 !important; font-style: normal !important }
            .before::before, .after::after { content: attr(data-v) }</style>${body}`,
          ),
        );
        return (await agent.does('browser_screenshot', { format: 'png' })).base64;
      };
      const masked = await shot(secrets[0]);
      expect(await shot(secrets[1])).toBe(masked);
      expect(await shot(secrets[2])).not.toBe(masked);
    },
  );

  it('that makes codes types the code of the moment (RFC 6238)', async () => {
    const page = bench.site.page('<label>Code <input></label>', { remote: true });
    const shared = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
    const agent = knowing({
      OTP: { value: `otpauth://totp/x?secret=${shared}&period=30`, hosts: ['127.0.0.1'] },
      BASE: { value: shared, hosts: ['127.0.0.1'], totp: true },
      BROKEN: { value: 'not base 32!', hosts: ['127.0.0.1'], totp: true },
    });
    await agent.open(page);
    const ref = agent.ref('textbox "Code"');
    const { value: shown } = await agent.does('browser_type', { ref, text: '{{secret:OTP}}' });
    expect(shown).toBe('[secret OTP]');
    expect(await page.run('document.querySelector("input").value')).toMatch(/^\d{6}$/);
    await agent.does('browser_type', { ref, text: '{{secret:BASE}}', clearFirst: true });
    expect((await agent.fails('browser_type', { ref, text: '{{secret:BROKEN}}' })).code).toBe(
      'action_validation_error',
    );
  });
});

describe('secrets come from', () => {
  it('the environment, a file and a callback', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'handhold-secrets-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const file = join(folder, 'secrets.yaml');
    await writeFile(file, 'FILED: { value: from-file, hosts: [127.0.0.1] }\n');
    process.env.HANDHOLD_SECRET_ENVED = 'from-environment';
    process.env.HANDHOLD_SECRET_ENVED_HOSTS = '127.0.0.1';
    onTestFinished(() => {
      delete process.env.HANDHOLD_SECRET_ENVED;
      delete process.env.HANDHOLD_SECRET_ENVED_HOSTS;
    });
    const page = bench.site.page('<label>User <input onchange="note(this.value)"></label>');
    for (const [source, name, expected] of [
      [{ file }, 'FILED', 'from-file'],
      [{}, 'ENVED', 'from-environment'],
      [
        (name: string) => (name === 'CALLED' ? { value: 'from-callback', hosts: ['127.0.0.1'] } : undefined),
        'CALLED',
        'from-callback',
      ],
    ] as const) {
      const agent = knowing(source);
      await agent.open(page);
      await agent.does('browser_type', {
        ref: agent.ref('textbox "User"'),
        text: `{{secret:${name}}}`,
        submit: true,
      });
      expect(page.notes.at(-1)).toBe(expected);
    }
    await writeFile(file, 'FILED: { value: "very-secret" }\n');
    expect(() => knowing({ file })).toThrow(/FILED.hosts/);
    await writeFile(file, 'FILED: very-secret\n');
    expect(() => knowing({ file })).toThrow(/^(?!.*very-secret)/);
  });
});
