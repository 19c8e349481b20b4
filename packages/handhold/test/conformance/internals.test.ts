import { expect, it } from 'vitest';
import { useBrowser } from '../agent.js';

const bench = useBrowser();

/** Defines a custom element that keeps what it is in its internals. */
const define = `<script>
  function define(name, set, formAssociated = false) {
    customElements.define(name, class extends HTMLElement {
      static formAssociated = formAssociated;
      constructor() { super(); this.own = this.attachInternals(); set(this.own, this); }
      connectedCallback() { this.tabIndex = 0; }
    });
  }
</script><style>:not(:defined), x-a, x-b, x-c, x-d { display: inline-block; min-width: 40px; min-height: 20px }</style>`;

it('sees role, name and state of custom elements, and how they change', async () => {
  const agent = bench.lasting();
  const page = bench.site.page(
    `<x-a></x-a><x-b>Menu</x-b><x-c></x-c><label for="d">Street</label><x-d id="d"></x-d>
    <script>
      define('x-a', (own, element) => {
        own.role = 'checkbox'; own.ariaLabel = 'Agree'; own.ariaChecked = 'false';
        element.addEventListener('click', () => { own.ariaChecked = 'true'; });
      });
      define('x-b', (own, element) => {
        own.role = 'button'; own.ariaExpanded = 'false';
        element.addEventListener('click', () => { own.ariaExpanded = 'true'; own.ariaDisabled = 'true'; });
      });
      define('x-c', (own) => { own.role = 'slider'; own.ariaLabel = 'Volume'; own.ariaValueNow = '7'; });
      define('x-d', (own) => { own.role = 'textbox'; own.ariaRequired = 'true'; own.ariaInvalid = 'true'; }, true);
    </script>`,
    { head: define },
  );
  const tree = await agent.open(page);
  expect(tree.split('\n')).toEqual([
    '@e1 checkbox "Agree" unchecked',
    '@e2 button "Menu" collapsed',
    '@e3 slider "Volume" = "7"',
    '@e4 textbox "Street" required invalid',
  ]);
  expect((await agent.click('checkbox "Agree"')).changes).toContain('~ @e1 checkbox "Agree" checked');
  expect((await agent.click('button "Menu"')).changes).toContain('~ @e2 button "Menu" expanded disabled');
});

it('leaves alone what needs no asking', async () => {
  const agent = bench.lasting();
  const page = bench.site.page(
    `<x-a role="link">Own role</x-a><x-b>Plain</x-b><x-unknown onclick="1">Undefined</x-unknown>
    <script>define('x-a', (own) => { own.role = 'button'; }); define('x-b', () => {});</script>`,
    { head: define },
  );
  expect((await agent.open(page)).split('\n')).toEqual([
    '@e1 link "Own role"',
    '@e2 clickable "Plain"',
    '@e3 clickable "Undefined"',
  ]);
});

it('meets elements that come later', async () => {
  const agent = bench.lasting();
  const page = bench.site.page(
    `<button onclick="document.body.append(document.createElement('x-a'))">Add</button>
    <script>define('x-a', (own) => { own.role = 'switch'; own.ariaLabel = 'Sound'; own.ariaChecked = 'true'; });</script>`,
    { head: define },
  );
  await agent.open(page);
  expect((await agent.click('button "Add"')).changes).toContain('+ @e2 switch "Sound" checked');
});

it('asks for one element alone, too', async () => {
  const agent = bench.lasting();
  const page = bench.site.page(
    `<x-a></x-a><script>define('x-a', (own) => { own.role = 'tab'; own.ariaLabel = 'First'; });</script>`,
    { head: define },
  );
  await agent.does('browser_navigate', { url: page.url, snapshot: false });
  const { data } = await agent.call('browser_get_element', { selector: 'x-a' });
  expect(data).toMatchObject({ role: 'tab', name: 'First' });
});
