// Tool adapters, ours and one of your own, on a page that it serves itself; no key.  node examples/tool-adapter-demo.mjs
import { createServer } from 'node:http';
import {
  BrowserClickToolAdapter,
  BrowserManager,
  BrowserNavigateToolAdapter,
  BrowserToolAdapter,
  ProfileManager,
} from '@handhold/openai';

/** A tool of your own: what the model calls it, and the action that it becomes. */
class SignUpToolAdapter extends BrowserToolAdapter {
  constructor(browserManager) {
    const properties = { name: { type: 'string', description: 'Who signs up' } };
    const parameters = { type: 'object', properties, required: ['name'] };
    super(browserManager, { name: 'sign_up', description: 'Fill in the name', parameters });
  }

  convertToAction({ name }) {
    return { type: 'type', selector: '#name', text: name };
  }
}

const page = `<title>Sign up</title><input id="name" aria-label="Name"><p role="status"></p>
  <button onclick="document.querySelector('p').textContent = 'Welcome, ' + document.querySelector('input').value">Join</button>`;
const site = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(page));
await new Promise((resolve) => site.listen(0, '127.0.0.1', resolve));

const manager = new BrowserManager(new ProfileManager(), { allowPrivate: true });
const click = new BrowserClickToolAdapter(manager);
console.log(JSON.stringify(click.getSchema().parameters.required)); // for a model: what it may call, and with what

const url = `http://127.0.0.1:${site.address().port}/`;
console.log((await new BrowserNavigateToolAdapter(manager).execute({ url })).data.title);
console.log((await new SignUpToolAdapter(manager).execute({ name: 'Ada' })).data.value);
console.log((await click.execute({ selector: 'button', timeout: 2000 })).data.changes);
console.log((await click.execute({ selector: '#no-such-button', timeout: 200 })).error.code);
await manager.close();
site.close();
