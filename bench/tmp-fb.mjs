import { servePages } from './pages.mjs';
import { createBrowserTools } from 'handhold';
const { pages, close } = await servePages();
const b = createBrowserTools({ allowPrivate: true });
for (const id of ['huge', 'py-os', 'components', 'shop']) {
  const page = pages.find((p) => p.id === id); if (!page) continue;
  const session = id;
  await b.call('browser_navigate', { url: page.url }, { session });
  const t = [];
  for (let i = 0; i < 9; i++) { const r = await b.call('browser_find', { text: 'zzz' + i }, { session }); t.push(r.executionTime); }
  const r = await b.call('browser_read', {}, { session });
  const r2 = await b.call('browser_read', {}, { session });
  console.log(id, 'find', t[0], 'median', t.sort((a, c) => a - c)[4], 'read', r.executionTime, r2.executionTime);
}
await b.close(); await close(); process.exit(0);
