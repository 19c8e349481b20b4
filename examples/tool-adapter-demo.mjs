// Tool adapters, ours and one of your own, on a page that it serves itself; no key.  node examples/tool-adapter-demo.mjs
import { once } from 'node:events';
import { createServer } from 'node:http';
import { BrowserManager, BrowserToolAdapter, createToolAdapters, ProfileManager } from '@handhold/openai';

/** A tool of your own: the action that a call of the model's becomes. */
class SignUpToolAdapter extends BrowserToolAdapter {
  /** @param {Record<string, unknown>} params */
  convertToAction({ name }) {
    return { type: 'type', selector: '#name', text: name };
  }
}

const page = `<title>Sign up</title><input id="name" aria-label="Name"><p role="status"></p>
  <button onclick="document.querySelector('p').textContent = 'Welcome, ' + document.querySelector('input').value">Join</button>`;
const site = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(page));
await once(site.listen(0, '127.0.0.1'), 'listening');
const address = site.address();
const url = `http://127.0.0.1:${typeof address === 'object' && address?.port}/`;

const manager = new BrowserManager(new ProfileManager(), { allowPrivate: true });
const { browser_navigate: navigate, browser_click: click } = createToolAdapters(manager);
const properties = { name: { type: 'string', description: 'Who signs up' } };
const signUp = new SignUpToolAdapter(manager, {
  name: 'sign_up',
  description: 'Fill in the name',
  parameters: { type: 'object', properties, required: ['name'] },
});

console.log(JSON.stringify(click.getSchema().parameters.required)); // for a model: what it may call, and with what
console.log((await navigate.execute({ url })).data);
console.log((await signUp.execute({ name: 'Ada' })).data);
console.log((await click.execute({ selector: 'button', timeout: 2000 })).data);
console.log((await click.execute({ selector: '#no-such-button', timeout: 200 })).error?.code);
await manager.close();
site.close();
