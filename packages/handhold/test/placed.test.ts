import { describe, expect, it } from 'vitest';
import { useBrowser } from './agent.js';

const bench = useBrowser();

const people = [
  ['Ada', 36],
  ['Grace', 85],
  ['Alan', 41],
] as const;

/** Rows that a script puts in their places one by one, in the document in the order in which they were made. */
function grid(
  put: (row: number) => string,
  cells = (name: string, age: number) => `<b>${name}</b> <i>(${age})</i>`,
) {
  const rows = people
    .map(
      ([name, age], i) => `<div class="row" style="${put(i)}">${cells(name, age)}<button>Edit</button></div>`,
    )
    .join('');
  return `<style>.box { position: relative; height: 120px } .row { position: absolute; height: 30px; width: 300px }</style>
    <button id="sort">By age</button><div class="box">${rows}</div><script>
    const put = ${put};
    const rows = [...document.querySelectorAll('.row')];
    sort.onclick = () => [1, 2, 0].forEach((row, at) => { rows[row].setAttribute('style', put(at)); });
    document.querySelectorAll('.row button').forEach((one, i) => { one.onclick = () => note('edit ' + i); });
  </script>`;
}

describe('rows that are put in their places one by one', () => {
  it.each([
    ['from the top', (row: number) => `top: ${row * 30}px`],
    ['by a shift', (row: number) => `transform: translateY(${row * 30}px)`],
    ['by a shift both ways', (row: number) => `left: 0; transform: translate3d(0px, ${row * 30}px, 0px)`],
    ['by a share', (row: number) => `top: ${row * 25}%`],
  ])('%s are told in the order in which they are seen', async (_how, put) => {
    const agent = bench.lasting();
    const page = bench.site.page(grid(put));
    const before = await agent.open(page);
    expect(before.match(/"(Ada|Grace|Alan)/g)).toEqual(['"Ada', '"Grace', '"Alan']);
    const { changes } = await agent.click('button "By age"');
    expect(changes).toMatch(/^~ order now "Grace.*" @e3, "Alan.*" @e4, "Ada.*" @e2$/);
    const whole = await agent.snapshot({ interactiveOnly: false });
    expect(whole.match(/Ada|Grace|Alan/g)).toEqual(['Grace', 'Alan', 'Ada']);
    expect((await agent.snapshot()).match(/@e[234]/g)).toEqual(['@e3', '@e4', '@e2']);
    const read = await agent.reads('browser_read');
    expect(read.match(/Ada|Grace|Alan/g)).toEqual(['Grace', 'Alan', 'Ada']);
    await agent.does('browser_click', { ref: '@e4' });
    expect(page.notes).toEqual(['edit 2']);
  });

  it('are told once each, though what gives a row its title is one of several things in it', async () => {
    const cells = (name: string, age: number) =>
      `<input type="checkbox"><span role="gridcell" tabindex="-1">${name}</span> <span role="gridcell" tabindex="-1">${age}</span>`;
    const agent = bench.lasting();
    await agent.open(bench.site.page(grid((row) => `top: ${row * 30}px`, cells)));
    const { changes } = await agent.click('button "By age"');
    expect(changes).toBe('~ order now "Grace" @e6, "Alan" @e10, "Ada" @e2');
  });

  it('may have cells that are put so, too', async () => {
    const cell = (x: number, says: string) =>
      `<button style="position: absolute; left: ${x}px; width: 80px">${says}</button>`;
    const agent = bench.lasting();
    const page = bench.site.page(
      `<div style="position: relative; height: 40px">${cell(200, 'Third')}${cell(0, 'First')}${cell(100, 'Second')}</div>`,
    );
    expect(await agent.open(page)).toBe('@e1 button "First"\n@e2 button "Second"\n@e3 button "Third"');
  });

  it('are not what lies about on a board, or moves for a while where it stands', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(
      `<div style="position: relative; height: 100px">
      <button style="position: absolute; left: 200px; top: 50px">First</button>
      <button style="position: absolute; left: 10px; top: 0px">Second</button></div>
      <div><button style="transform: translateY(12px)">Third</button><button style="transform: translateY(0px)">Fourth</button></div>`,
    );
    expect((await agent.open(page)).match(/"\w+"/g)).toEqual(['"First"', '"Second"', '"Third"', '"Fourth"']);
  });
});
