import { createRequire } from 'node:module';
import { join } from 'node:path';
import { playwright, root } from '../environment.mjs';

const { version } = createRequire(join(root, 'packages/handhold/package.json'))(
  'playwright-core/package.json',
);

/** Bare playwright-core: no tool at all, the floor that the others stand on. It also counts the elements. */
export default {
  id: 'raw',
  label: 'raw Playwright',
  transport: 'in process',
  version,
  modes: {},
  alsoFar: true,
  notes: ['to open a page and see it is a goto and the question how high the page is.'],

  async start({ executable, noSandbox, viewport }) {
    const browser = await playwright().chromium.launch({
      executablePath: executable,
      args: noSandbox ? ['--no-sandbox'] : [],
    });
    const page = await browser.newPage({ viewport });

    return {
      async open(url) {
        await page.goto(url);
        return { text: '' };
      },
      // The least that can be asked of a page which depends on where things are: what any look at it costs.
      async snapshot() {
        return { text: String(await page.evaluate(() => document.documentElement.scrollHeight)) };
      },
      button: (_text, name) => page.getByRole('button', { name }),
      textbox: (_text, name) => page.getByRole('textbox', { name }),
      async click(locator) {
        await locator.click();
        return { text: '' };
      },
      async type(locator, text) {
        await locator.fill(text);
        return { text: '' };
      },
      pageText: () =>
        page.evaluate(() => `${document.body.textContent} ${document.querySelector('input').value}`),
      countElements: () => countElements(page),
      visibleText: () => visibleText(page),
      stop: () => browser.close(),
    };
  },
};

/** What a person can read on a page and in its frames, shadow roots left out: what no full snapshot can be smaller than. */
async function visibleText(page) {
  const texts = await Promise.all(
    page.frames().map((frame) => frame.evaluate(() => document.body?.innerText ?? '').catch(() => '')),
  );
  return texts.join('\n').replaceAll(/\s*\n\s*/g, '\n');
}

/** Elements of a page with its frames and shadow roots, closed ones included. */
async function countElements(page) {
  let total = 0;
  for (const frame of page.frames()) {
    const session = await page
      .context()
      .newCDPSession(frame)
      // Only a frame in a process of its own has a session; the others are in their parent's document.
      .catch(() => undefined);
    if (!session) continue;
    const { root: tree } = await session.send('DOM.getDocument', { depth: -1, pierce: true });
    await session.detach();
    const pending = [tree];
    while (pending.length > 0) {
      const node = pending.pop();
      if (node.nodeType === 1) total++;
      // The browser's own insides of an input or a video are nobody's elements.
      const shadows = (node.shadowRoots ?? []).filter((shadow) => shadow.shadowRootType !== 'user-agent');
      pending.push(...(node.children ?? []), ...shadows);
      if (node.contentDocument) pending.push(node.contentDocument);
    }
  }
  return total;
}
