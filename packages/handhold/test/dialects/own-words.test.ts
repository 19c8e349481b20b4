import { dialects } from 'handhold';
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
});
