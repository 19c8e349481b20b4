import { describe, expect, it } from 'vitest';
import { useBrowser } from '../agent.js';
import { appPage } from './app.js';

const bench = useBrowser();

/** A list of people that the test can change: keyed by person, or by place as careless pages do. */
function list(key: string): string {
  return `
    import { useState } from 'react';
    import { flushSync } from 'react-dom';
    import { createRoot } from 'react-dom/client';
    function List() {
      const [people, setPeople] = useState(['Ada', 'Grace', 'Edsger', 'Alan']);
      const [version, setVersion] = useState(0);
      window.set = (next) => flushSync(() => setPeople(next));
      window.renew = () => flushSync(() => setVersion((n) => n + 1));
      return <ul key={version}>{people.map((person, i) => <li key={${key}}><span>{person}</span>
        <button onClick={() => note('delete ' + person)}>Delete</button>
        <button onClick={() => note('edit ' + person)}>Edit {person}</button></li>)}</ul>;
    }
    createRoot(app).render(<List />);`;
}

describe.each([
  ['person', 'person'],
  ['place', 'i'],
])('a React list keyed by %s', (_what, key) => {
  const opened = async () => {
    const agent = bench.lasting();
    const page = await appPage(bench.site, list(key));
    const shown = await agent.open(page);
    const line = shown.split('\n').findIndex((text) => text.includes('listitem "Grace"'));
    const ref = /@e\d+/.exec(shown.split('\n')[line + 1] ?? '')?.[0];
    return { agent, page, ref };
  };

  it.each([
    ['reordered', `set((all) => [...all].reverse())`],
    ['shortened at the front', `set((all) => all.slice(1))`],
    ['added to at the front', `set((all) => ['Barbara', ...all])`],
    ['left as it is', `set((all) => [...all])`],
    ['drawn anew', `renew()`],
    ['filled with others', `set(['Barbara', 'Donald', 'Ken', 'Leslie'])`],
  ])('that is %s never has the wrong item clicked', async (_how, change) => {
    const { agent, page, ref } = await opened();
    await page.run(change);
    const result = await agent.call('browser_click', { ref });
    if (result.error) {
      expect(result.error).toMatchObject({ code: 'stale_ref', sideEffect: 'none' });
      expect(page.notes).toEqual([]);
    } else expect(page.notes).toEqual(['delete Grace']);
    // What can be told for sure is not refused.
    expect(result.success).toBe(!change.includes('Donald'));
  });
});

it('a virtual list that reuses its elements refuses what has become another row', async () => {
  const agent = bench.lasting();
  const page = await appPage(
    bench.site,
    `import { useState } from 'react';
    import { flushSync } from 'react-dom';
    import { createRoot } from 'react-dom/client';
    function List() {
      const [top, setTop] = useState(0);
      const first = Math.floor(top / 30);
      return <div id="box" style={{ height: 150, overflow: 'auto' }} onScroll={(event) => flushSync(() => setTop(event.target.scrollTop))}>
        <div style={{ height: 30 * 1000, position: 'relative' }}>{Array.from({ length: 7 }, (_, i) => {
          const row = first + i;
          return <div key={row % 7} style={{ position: 'absolute', top: row * 30, height: 30 }}>
            <button onClick={() => note('row ' + row)}>Open row {row}</button></div>;
        })}</div></div>;
    }
    createRoot(app).render(<List />);`,
  );
  await agent.open(page);
  const ref = agent.ref('button "Open row 2"');
  await page.run(`box.scrollTop = 30 * 500; box.dispatchEvent(new Event('scroll'))`);
  expect(await agent.fails('browser_click', { ref })).toMatchObject({
    code: 'stale_ref',
    sideEffect: 'none',
  });
  expect(page.notes).toEqual([]);
  await agent.snapshot();
  await agent.click('button "Open row 502"');
  expect(page.notes).toEqual(['row 502']);
});
