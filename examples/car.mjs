// CAR's browse_* tools over Handhold, on a page that it serves itself; no key.  node examples/car.mjs
import { once } from 'node:events';
import { createServer } from 'node:http';
import { BrowserToolExecutor, createBrowserTools } from 'handhold';

const page = `<title>Order</title><h1>Your order</h1><p>Order total: $42.00</p><label>Coupon <input></label>
  <button onclick="document.querySelector('p').textContent = 'Order total: $21.00'">Apply</button>`;
const site = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(page));
await once(site.listen(0, '127.0.0.1'), 'listening');
const address = site.address();
const port = typeof address === 'object' ? address?.port : undefined;

const browser = createBrowserTools({ allowPrivate: true });
const executor = new BrowserToolExecutor(browser);
console.log(
  executor
    .toolSchemas()
    .map(({ name }) => name)
    .join(' '),
); // what to register

await executor.execute('browse_navigate', { url: `http://127.0.0.1:${port}/` });
console.log((await executor.execute('browse_observe')).ui_map);
await executor.execute('browse_type', { element_id: 'el_0', text: 'HALF' });
await executor.execute('browse_click', { element_id: 'el_1' });
const condition = 'a11y_contains_text:$21.00';
console.log(await executor.execute('browse_wait', { condition, timeout_ms: 2000 }));
await browser.close();
site.close();
