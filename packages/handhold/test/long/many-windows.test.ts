import { describe, expect, it } from 'vitest';
import { useFullBrowser } from '../../../../test/support/browser.js';
import { useBrowser } from '../agent.js';

describe('200 windows', () => {
  useFullBrowser();
  const bench = useBrowser({ ownBrowser: true });

  it.each(['a click', 'loading'])(
    'opened by %s are answered in time, and the next calls at once',
    async (how) => {
      const [agent, other] = [bench.agent(), bench.agent()];
      const popup = bench.site.page('<p>x</p>', { title: 'Popup' });
      const storm = `for (let i = 0; i < 200; i++) window.open('${popup.url}?' + i);`;
      const page =
        how === 'loading'
          ? bench.site.page(`<button>Go</button><script>${storm}</script>`, { title: 'Opener' })
          : bench.site.page(`<button onclick="${storm}">Go</button>`, { title: 'Opener' });
      await other.open(bench.site.page('<button>Elsewhere</button>'));
      if (how === 'a click') await agent.open(page);
      if (how === 'loading') await agent.does('browser_navigate', { url: page.url });
      else await agent.does('browser_click', { ref: '@e1' });
      expect(await other.snapshot()).toContain('Elsewhere');
      const { tabs } = await agent.does('browser_tabs', { action: 'select', tab: 't1' });
      expect(tabs).toHaveLength(10);
      expect(await agent.snapshot()).toContain('button "Go"');
    },
  );
});
