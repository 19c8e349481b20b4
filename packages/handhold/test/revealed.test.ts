import { describe, expect, it } from 'vitest';
import { useBrowser } from './agent.js';

const bench = useBrowser();

/** Opens a page, clicks its button and gives what the outcome tells. */
async function after(body: string, line = 'button "Go"', head = ''): Promise<string> {
  const agent = bench.lasting();
  await agent.open(bench.site.page(body, { head }));
  return (await agent.click(line)).changes;
}

const button = (script: string) => `<button onclick="${script}">Go</button>`;

describe('text that was there all along but hidden', () => {
  it.each([
    ['hidden', '<p id="error" hidden>The card was refused</p>', 'error.hidden = false'],
    ['a style', '<p id="error" style="display: none">The card was refused</p>', `error.style.display = ''`],
    ['a class of its own', '<p id="error" class="gone">The card was refused</p>', `error.className = ''`],
    [
      'a class of something around it',
      '<div id="box"><div><span class="message">The card was refused</span></div></div>',
      `box.className = 'failed'`,
    ],
    ['visibility', '<p id="error" class="faint">The card was refused</p>', `error.className = ''`],
    ['no height', '<div id="error" class="folded"><p>The card was refused</p></div>', `error.className = ''`],
    [
      'aria-hidden',
      '<p id="error" aria-hidden="true">The card was refused</p>',
      `error.ariaHidden = 'false'`,
    ],
    ['the state of a sibling', '<p class="next">The card was refused</p>', `this.ariaExpanded = 'true'`],
    [
      'a shadow tree',
      `<x-field></x-field><script>
      const root = document.querySelector('x-field').attachShadow({ mode: 'open' });
      root.innerHTML = '<input aria-label="Card"><p hidden>The card was refused</p>';
      </script>`,
      `document.querySelector('x-field').shadowRoot.querySelector('p').hidden = false`,
    ],
  ])('by %s is told when it comes to light, and nothing else', async (_how, body, script) => {
    const head = `<style>.gone, .message { display: none } .failed .message { display: inline }
      .faint { visibility: hidden } .folded { max-height: 0; overflow: hidden }
      button + .next { display: none } button[aria-expanded="true"] + .next { display: block }</style>`;
    const told = await after(`<p>Pay here</p>${button(script)}${body}<p>Thank you</p>`, undefined, head);
    expect(told.split('\n').filter((line) => line.startsWith('+'))).toEqual(['+ "The card was refused"']);
  });

  it('and is filled in before it is shown is told once', async () => {
    const told = await after(
      `<p id="error" hidden></p>${button(`error.textContent = 'Too short'; error.hidden = false`)}`,
    );
    expect(told.match(/Too short/g)).toHaveLength(1);
  });

  it('and stays hidden, or is hidden again, is not told', async () => {
    const told = await after(
      `<div id="outer" hidden><p>Shown</p><p hidden>Still hidden</p></div><p id="old">Old</p>
      ${button(`outer.hidden = false; old.hidden = true`)}`,
    );
    expect(told).toContain('+ "Shown"');
    expect(told).not.toMatch(/Still hidden|Old/);
  });
});

describe('text that was visible all along', () => {
  it('is not told when classes and styles around it change', async () => {
    const told = await after(
      `<main id="all" class="a"><p>Visible before</p><p style="opacity: 0.5">Pale before</p>
      ${button(`all.className = 'b'; all.style.display = 'grid'`)}</main>`,
      undefined,
      '<style>.a { display: block } .b p { display: inline-block; opacity: 1 }</style>',
    );
    expect(told).not.toMatch(/before/);
  });
});

describe('what opens', () => {
  it('an accordion by class tells the section, and not what was open before', async () => {
    const told = await after(
      `<h3><button onclick="this.parentElement.nextElementSibling.classList.toggle('open')">Shipping</button></h3>
      <div class="panel"><p>Three days, <a href="#terms">terms</a> apply.</p></div>
      <h3><button>Returns</button></h3><div class="panel open"><p>Thirty days.</p></div>`,
      'button "Shipping"',
      `<style>.panel { overflow: hidden; max-height: 0; transition: max-height 0.1s } .panel.open { max-height: 200px }</style>`,
    );
    expect(told).toContain('Three days');
    expect(told).not.toContain('Thirty days');
  });

  it('a tab panel tells what it says', async () => {
    const told = await after(
      `<div role="tablist"><button role="tab" aria-selected="true" aria-controls="a">One</button>
      <button role="tab" aria-selected="false" aria-controls="b" id="two">Two</button></div>
      <div role="tabpanel" id="a"><p>First panel</p></div><div role="tabpanel" id="b" hidden><p>Second panel</p></div>
      <script>two.onclick = () => { a.hidden = true; b.hidden = false; two.ariaSelected = 'true'; };</script>`,
      'tab "Two"',
    );
    expect(told).toContain('+ "Second panel"');
    expect(told).not.toContain('First panel');
  });

  it('a section of its own tells its text, though that is in no element', async () => {
    const told = await after(
      '<details><summary>More</summary>Loose text <p>and a paragraph</p></details>',
      'button "More"',
    );
    expect(told).toContain('+ "Loose text"');
    expect(told).toContain('+ "and a paragraph"');
    expect(told).not.toMatch(/^\+ .*More/m);
  });

  it('what a checkbox shows by style alone is told', async () => {
    const told = await after(
      '<label><input type="checkbox" id="gift"> A gift</label><p class="note">Write a note</p>',
      'checkbox "A gift"',
      '<style>.note { display: none } label:has(:checked) + .note { display: block }</style>',
    );
    expect(told).toContain('+ "Write a note"');
  });
});

describe('on a large page', () => {
  it('an error far down is told', async () => {
    const rows = Array.from({ length: 3000 }, (_, i) => `<div><span>Row</span> <b>${i}</b></div>`).join('');
    const told = await after(
      `${button('error.hidden = false')}${rows}<p id="error" hidden>It did not work</p>`,
    );
    expect(told).toContain('+ "It did not work"');
  });
});
