// No framework, no key: the toolbox by itself.  node examples/library.mjs https://example.com
import { createBrowserTools } from 'handhold';

const browser = createBrowserTools();
const { rendered } = await browser.callAndRender('browser_navigate', {
  url: process.argv[2] ?? 'https://example.com',
});
console.log(rendered.text);
await browser.close();
