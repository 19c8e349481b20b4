import { compile } from 'svelte/compiler';
import { describe, expect, it } from 'vitest';
import { useBrowser } from '../agent.js';
import { appPage } from './app.js';

const bench = useBrowser();

/** The same small application: one box is there from the start, another comes when the first is clicked. */
const frameworks = {
  React: `
    import { useState } from 'react';
    import { createRoot } from 'react-dom/client';
    function App() {
      const [more, setMore] = useState(false);
      return <section><h2>Plans</h2><p>Pay less</p>
        <div onMouseDown={() => { note('monthly'); setMore(true); }}><p>Monthly</p></div>
        {more && <div onPointerUp={() => note('yearly')}><p>Yearly</p></div>}</section>;
    }
    createRoot(app).render(<App />);`,
  Solid: `
    import { createSignal } from 'solid-js';
    import { delegateEvents, insert, render, template } from 'solid-js/web';
    const box = template('<div><p>');
    const Box = (text, act) => {
      const made = box();
      made.$$click = act;
      made.firstChild.textContent = text;
      return made;
    };
    const [more, setMore] = createSignal(false);
    render(() => {
      const all = template('<section><h2>Plans</h2><p>Pay less</p>')();
      insert(all, Box('Monthly', () => { note('monthly'); setMore(true); }), null);
      insert(all, () => more() && Box('Yearly', () => note('yearly')), null);
      return all;
    }, app);
    delegateEvents(['click']);`,
  Svelte: `${
    compile(
      `<script>let more = $state(false); const note = window.note;</script>
      <section><h2>Plans</h2><p>Pay less</p>
        <div onclick={() => { note('monthly'); more = true; }}><p>Monthly</p></div>
        {#if more}<div onclick={() => note('yearly')}><p>Yearly</p></div>{/if}</section>`,
      { generate: 'client', name: 'App' },
    ).js.code
  }
    import { mount } from 'svelte';
    mount(App, { target: app });`,
};

/** Scripts of another kind may have made most of a page. */
const surroundings = { small: 0, large: 700 };

describe.each(Object.entries(frameworks))('%s, which listens once for all', (_name, source) => {
  it.each(Object.entries(surroundings))(
    'in a %s page has what it handles offered, what comes later too, and nothing around it',
    async (_size, count) => {
      const agent = bench.lasting();
      const page = await appPage(bench.site, source, {
        body: `<p>${'<i>.</i> '.repeat(count)}</p><div id="app"></div>`,
      });
      expect(await agent.open(page)).toBe('## "Plans"\n@e1 clickable "Monthly"');
      const { changes } = await agent.click('clickable "Monthly"');
      expect(changes).toBe('+ @e2 clickable "Yearly"');
      await agent.click('clickable "Yearly"');
      expect(page.notes).toEqual(['monthly', 'yearly']);
    },
  );
});
