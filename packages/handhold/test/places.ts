/** Where what a page holds may stand: each puts the same HTML somewhere else. */
export const places: [string, (html: string) => string][] = [
  ['a page', (html) => html],
  [
    'a box that scrolls',
    (html) =>
      `<style>body { margin: 0; overflow: hidden }</style><div style="height: 100vh; overflow: hidden"><div style="height: 100%; overflow: auto">${html}</div></div>`,
  ],
  [
    'a body that scrolls',
    (html) =>
      `<style>html { overflow: hidden } html, body { height: 100%; margin: 0 } body { overflow: auto }</style>${html}`,
  ],
  [
    'a box in a shadow tree',
    (html) => `<style>body { margin: 0; overflow: hidden }</style><div id="all">${html}</div><script>
      for (const named of document.querySelectorAll('[id]')) window[named.id] = named;
      customElements.define('x-app', class extends HTMLElement {});
      const app = document.createElement('x-app');
      const box = document.createElement('div');
      box.style = 'height: 100vh; overflow: auto';
      box.append(all);
      app.attachShadow({ mode: 'open' }).append(box);
      document.body.append(app);</script>`,
  ],
  [
    'shadow trees',
    (html) => `<style>body, x-app { display: block }</style>${html}<script>
      for (const named of document.querySelectorAll('[id]')) window[named.id] = named;
      customElements.define('x-app', class extends HTMLElement {});
      const app = document.createElement('x-app');
      app.attachShadow({ mode: 'open' }).append(...document.querySelectorAll('body > :not(script)'));
      document.body.append(app);</script>`,
  ],
];
