import { dialects } from 'handhold';
import { estimateTokenCount } from 'tokenx';
import { describe, expect, it } from 'vitest';
import { useBrowser } from '../agent.js';

const bench = useBrowser();

describe('a dialect', () => {
  it('puts its names for tools into our words, and not into those of a page', async () => {
    const agent = bench.agent();
    const spoken = dialects.flybrowser(agent.tools);
    const { url } = bench.site.page('<h1>Guide</h1><p>Say browser_click and then browser_navigate.</p>');
    const session = agent.session;
    await spoken.callAndRender('goto', { url }, { session });
    const { rendered } = await spoken.callAndRender('extract_text', {}, { session });
    expect(rendered.text).toContain('Say browser_click and then browser_navigate.');
    const gone = await spoken.callAndRender('click', { selector: '@e99' }, { session });
    expect(gone.rendered.text).toMatch(/hint: Take a new snapshot /);
  });

  it('puts them into what we remark among the lines of a page, too', async () => {
    const agent = bench.agent();
    const spoken = dialects.flybrowser(agent.tools);
    const { url } = bench.site.page(
      '<button>browser_find</button><button>Two</button><button>Three</button>',
    );
    const session = agent.session;
    await spoken.callAndRender('goto', { url }, { session });
    const { rendered } = await spoken.callAndRender('snapshot', { maxElements: 1 }, { session });
    expect(rendered.text).toContain('@e1 button "browser_find"');
    expect(rendered.text).toContain('\n… 2 more elements: find, scroll, or a larger maxElements\n');
  });

  it.each(['flybrowser', 'ethos', 'prometheus', 'car'] as const)(
    'counts the tokens of the very text that is read: %s',
    async (name) => {
      const spoken = dialects[name](bench.tools);
      const { result, rendered } = await spoken.callAndRender('browser_nothing', {});
      expect(result.metadata?.tokens).toBe(estimateTokenCount(rendered.text));
    },
  );
});
