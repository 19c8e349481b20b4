import { beforeAll, describe, expect, it } from 'vitest';
import { type Agent, useBrowser } from '../agent.js';
import type { SitePage } from '../site.js';
import { appPage } from './app.js';

const bench = useBrowser();

/** A form whose state is the framework's: `state()` is what it would send, `fields` what it was made with. */
const forms = {
  React: `
    import { StrictMode, useState } from 'react';
    import { createRoot } from 'react-dom/client';
    const kinds = ['text', 'number', 'date', 'time', 'datetime-local', 'month', 'color', 'range', 'password'];
    function Form() {
      const [values, setValues] = useState({ text: 'first', number: '1' });
      const [bio, setBio] = useState('old');
      const [phone, setPhone] = useState('');
      const [short, setShort] = useState('');
      window.state = () => JSON.stringify({ ...values, bio, phone, short });
      const mask = (text) => text.replace(/\\D/g, '').slice(0, 10).replace(/^(\\d{3})(\\d)/, '($1) $2').replace(/(-?\\d{3})(\\d{1,4})$/, '$1-$2');
      return <form onSubmit={(event) => { event.preventDefault(); note('sent ' + window.state()); }}>
        {kinds.map((kind) => <label key={kind}>{kind} <input type={kind} value={values[kind] ?? ''}
          onChange={(event) => setValues((all) => ({ ...all, [kind]: event.target.value }))} /></label>)}
        <label>bio <textarea value={bio} onChange={(event) => setBio(event.target.value)} /></label>
        <label>phone <input value={phone} onChange={(event) => setPhone(mask(event.target.value))} /></label>
        <label>short <input value={short} onChange={(event) => setShort(event.target.value.slice(0, 3))} /></label>
        <label>fixed <input value="never" onChange={() => {}} /></label>
        <button>Send</button>
      </form>;
    }
    createRoot(app).render(<StrictMode><Form /></StrictMode>);`,
  Vue: `
    import { createApp, reactive } from 'vue/dist/vue.esm-bundler.js';
    const all = reactive({ text: 'first', number: '1', date: '', time: '', 'datetime-local': '', month: '', color: '#000000', range: '50', password: '', bio: 'old', phone: '', short: '' });
    window.state = () => JSON.stringify(all, (_key, value) => (typeof value === 'number' ? String(value) : value));
    createApp({
      data: () => ({ all, kinds: ['text', 'number', 'date', 'time', 'datetime-local', 'month', 'color', 'range', 'password'] }),
      methods: {
        send() { note('sent ' + window.state()); },
        mask() { all.phone = all.phone.replace(/\\D/g, '').slice(0, 10).replace(/^(\\d{3})(\\d)/, '($1) $2').replace(/(-?\\d{3})(\\d{1,4})$/, '$1-$2'); },
        cut(event) { all.short = event.target.value.slice(0, 3); event.target.value = all.short; },
      },
      template: \`<form @submit.prevent="send">
        <label v-for="kind in kinds" :key="kind">{{ kind }} <input :type="kind" v-model="all[kind]"></label>
        <label>bio <textarea v-model.lazy="all.bio"></textarea></label>
        <label>phone <input v-model="all.phone" @input="mask"></label>
        <label>short <input :value="all.short" @input="cut"></label>
        <label>fixed <input :value="'never'" @input="$event.target.value = 'never'"></label>
        <button>Send</button>
      </form>\`,
    }).mount('#app');`,
};

describe.each(Object.entries(forms))('a form of %s', (_name, source) => {
  let agent: Agent;
  let page: SitePage;

  beforeAll(async () => {
    agent = bench.lasting();
    page = await appPage(bench.site, source);
    await agent.open(page);
  });

  const state = async (): Promise<unknown> => JSON.parse(await page.run('state()'));
  const field = (name: string) => ({
    selector: `xpath=//label[starts-with(., "${name}")]//*[self::input or self::textarea]`,
  });

  it.each([
    ['text', 'Ada “Q” 你好 👩‍👩‍👧', 'Ada “Q” 你好 👩‍👩‍👧'],
    ['number', '-12', '-12'],
    ['date', '2026-11-15', '2026-11-15'],
    ['time', '14:30', '14:30'],
    ['datetime-local', '2026-11-15T14:30', '2026-11-15T14:30'],
    ['month', '2026-11', '2026-11'],
    ['color', '#FF8800', '#ff8800'],
    ['range', '70', '70'],
    ['phone', '5551234567', '(555) 123-4567'],
  ])('takes %s into its state', async (name, text, value) => {
    const done = await agent.does('browser_type', { ...field(name), text, clearFirst: true });
    expect(done.value).toBe(value);
    // What the state drew is what counts, so all later renderings must agree with it.
    expect(await state()).toMatchObject({ [name]: value });
    expect(await agent.does('browser_get_element', field(name))).toMatchObject({ value });
  });

  it('adds to and clears what is there', async () => {
    await agent.does('browser_type', { ...field('text'), text: 'one', clearFirst: true });
    await agent.does('browser_type', { ...field('text'), text: ' two' });
    expect(await state()).toMatchObject({ text: 'one two' });
    await agent.does('browser_type', { ...field('text'), text: '', clearFirst: true });
    expect(await state()).toMatchObject({ text: '' });
  });

  it('takes lines, and sends all of it with submit', async () => {
    await agent.does('browser_type', { ...field('bio'), text: '\nnew' });
    await agent.does('browser_type', { ...field('password'), text: 's3cret', submit: true });
    expect(JSON.parse(page.notes.at(-1)?.replace(/^sent /, '') ?? '')).toMatchObject({
      bio: 'old\nnew',
      password: 's3cret',
    });
  });

  it.each([
    ['short', 'Adalina', 'Ada'],
    ['fixed', 'x', 'never'],
    ['fixed', 'never', 'never'],
  ])('that does not let %s be %s is no success', async (name, text, value) => {
    expect(await agent.fails('browser_type', { ...field(name), text })).toMatchObject({
      code: 'execution_error',
      details: { value },
    });
  });
});

it('one-time code boxes of React that move the focus take a code typed, and one replaced', async () => {
  const agent = bench.lasting();
  const page = await appPage(
    bench.site,
    `import { useRef, useState } from 'react';
    import { createRoot } from 'react-dom/client';
    function Code() {
      const [digits, setDigits] = useState(Array(6).fill(''));
      const boxes = useRef([]);
      const set = (i, text) => {
        const digit = text.replace(/\\D/g, '').slice(-1);
        const next = digits.with(i, digit);
        setDigits(next);
        if (digit) boxes.current[i + 1]?.focus();
        if (next.every(Boolean)) note(next.join(''));
      };
      return <div role="group" aria-label="Code">{digits.map((digit, i) => <input key={i} value={digit} inputMode="numeric" aria-label={'Digit ' + (i + 1)}
        maxLength={1} ref={(box) => { boxes.current[i] = box; }} onFocus={(event) => event.target.select()} onChange={(event) => set(i, event.target.value)}
        onKeyDown={(event) => { if (event.key === 'Backspace' && !digit) boxes.current[i - 1]?.focus(); }} />)}</div>;
    }
    createRoot(app).render(<Code />);`,
  );
  await agent.open(page);
  const done = await agent.type('textbox "Digit 1"', '135792');
  expect(done.value).toBe('135792');
  expect(page.notes.at(-1)).toBe('135792');
  await agent.type('textbox "Digit 1"', '864204', { clearFirst: true });
  expect(page.notes.at(-1)).toBe('864204');
});
