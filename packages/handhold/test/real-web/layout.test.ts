import { describe, expect, it } from 'vitest';
import { useBrowser } from '../agent.js';
import { appPage } from './app.js';

const bench = useBrowser();

describe('a page that is', () => {
  it.each([
    ['zoomed', 'html { zoom: 1.5 }'],
    ['zoomed in part', '#app { zoom: 0.6 }'],
    ['scaled and turned', '#app { transform: scale(1.4) rotate(8deg) skewX(5deg); transform-origin: 0 0 }'],
    ['seen in perspective', '#app { transform: perspective(600px) rotateY(25deg); transform-origin: 0 0 }'],
    ['written from right to left', 'html { direction: rtl }'],
    ['written from top to bottom', '#app { writing-mode: vertical-rl; height: 300px }'],
    ['scrolled sideways', '#app { padding-left: 2600px; width: 3000px }'],
    ['laid out in columns', '#app { column-count: 3; height: 200px }'],
  ])('%s has the right thing clicked and typed into', async (_how, style) => {
    const agent = bench.lasting();
    const page = bench.site.page(
      `<div id="app" style="padding:20px"><button onclick="note('one')">One</button><button onclick="note('two')">Two</button>
      <p style="width:130px">Some words, <a href="#x" onclick="note('link')">a link that is so long that it wraps around</a> and more.</p>
      <input aria-label="Name" oninput="note(this.value)"><br><input type="checkbox" aria-label="Agree" onchange="note('agree')"></div>`,
      { head: `<style>${style}</style>` },
    );
    await agent.open(page);
    await agent.click('button "Two"');
    await agent.click('link "a link');
    await agent.type('textbox "Name"', 'A');
    await agent.click('checkbox "Agree"');
    expect(page.notes).toEqual(['two', 'link', 'A', 'agree']);
  });
});

describe('a menu of React that slides in', () => {
  const menu = `
    import { useState } from 'react';
    import { createRoot } from 'react-dom/client';
    function Menu() {
      const [open, setOpen] = useState(false);
      return <><button aria-expanded={open} onClick={() => setOpen(!open)}>Menu</button>
        <nav className={open ? 'open' : ''}><a href="#home" onClick={() => note('home')}>Home</a><a href="#out" onClick={() => note('out')}>Log out</a></nav></>;
    }
    createRoot(app).render(<Menu />);`;
  const style = `<style>nav { position: fixed; top: 40px; left: 0; width: 200px; transform: translateX(-110%); visibility: hidden; transition: transform 250ms, visibility 250ms; background: #fff }
    nav.open { transform: none; visibility: visible } a { display: block; padding: 12px }</style>`;

  it('is clicked where it comes to rest, straight after it was opened', async () => {
    const agent = bench.lasting();
    const page = await appPage(bench.site, menu, { head: style });
    expect(await agent.open(page)).not.toContain('Log out');
    const opened = await agent.click('button "Menu"');
    expect(opened.changes).toMatch(/\+ @e\d+ link "Log out"$/m);
    await agent.click('link "Log out"');
    expect(page.notes).toEqual(['out']);
  });
});

describe('a target that changes while it is gone for', () => {
  const changing = (script: string) =>
    bench.site.page(
      `<style>button { position: absolute; width: 120px; height: 30px; top: 50px; left: 20px }</style>
      <button id="a" onclick="note('a ' + this.textContent)">Approve</button>
      <button id="b" style="left:200px" onclick="note('b ' + this.textContent)">Reject</button><script>${script}</script>`,
      { remote: true },
    );

  it.each([
    ['moves', `a.onmouseenter = () => { a.style.left = '400px'; }`],
    [
      'changes places with another',
      `a.onmouseenter = () => { a.style.left = '200px'; b.style.left = '20px'; }`,
    ],
    ['becomes another', `a.onmouseenter = () => { a.textContent = 'Reject'; }`],
    [
      'is replaced by another',
      `a.onmouseenter = () => { a.outerHTML = '<button onclick="note(\\'wrong\\')">Reject</button>'; }`,
    ],
    ['is disabled', `a.onmouseenter = () => { a.disabled = true; }`],
    ['is hidden', `a.onmouseenter = () => { a.hidden = true; }`],
    [
      'is covered',
      `a.onmouseenter = () => { const c = document.createElement('div'); c.style.cssText = 'position:fixed;inset:0'; c.onclick = () => note('wrong'); document.body.append(c); }`,
    ],
  ])('when it %s never has another clicked', async (_how, script) => {
    const agent = bench.lasting();
    const page = changing(script);
    await agent.open(page);
    const result = await agent.call('browser_click', { ref: agent.ref('button "Approve"'), timeout: 2000 });
    if (result.success) expect(page.notes).toEqual(['a Approve']);
    else {
      expect(page.notes).toEqual([]);
      expect(result.error?.sideEffect).toBe('none');
    }
  });
});
