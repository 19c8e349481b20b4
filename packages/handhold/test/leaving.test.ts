import { describe, expect, it } from 'vitest';
import { useBrowser } from './agent.js';
import { leaves, makesWay, openHanging, renewed, stopped } from './hanging.js';

const bench = useBrowser({ ownBrowser: true });

describe('a page that hangs', () => {
  it.each([
    ['in a timer', 'timer', stopped],
    ['where no script can be stopped', 'request', renewed],
    ['when asked whether it may be left', 'beforeunload', undefined],
  ] as const)('%s makes way for the next one of its site', async (_where, way, notice) => {
    const agent = bench.agent();
    await openHanging(agent, bench.site, way);
    await makesWay(agent, bench.site, 'here', notice);
  });

  it('makes way for one of another site at once', async () => {
    const agent = bench.agent();
    await openHanging(agent, bench.site, 'timer');
    await makesWay(agent, bench.site, 'elsewhere');
  });

  it('can be left by reading another page, going back, and by its tab', async () => {
    const agent = bench.agent();
    await openHanging(agent, bench.site, 'timer');
    await leaves(agent, 'browser_read', { url: bench.site.page('<h1>Read</h1>').url }, stopped);
    await openHanging(agent, bench.site, 'timer');
    await leaves(agent, 'browser_back', {}, stopped);
    expect(await agent.snapshot({ interactiveOnly: false })).toContain('Before');
    await openHanging(agent, bench.site, 'timer');
    const other = bench.site.page('<h1>Other</h1>');
    await leaves(agent, 'browser_tabs', { action: 'new', url: other.url });
    await leaves(agent, 'browser_tabs', { action: 'close', tab: 't1' });
    expect(await agent.snapshot({ interactiveOnly: false })).toContain('Other');
  });

  it('is not said to have been stopped where it was not', async () => {
    const agent = bench.agent();
    await openHanging(agent, bench.site, 'request');
    const error = await agent.fails('browser_click', { selector: 'h1', timeout: 500 });
    expect(error).toMatchObject({ code: 'page_unresponsive', canRetry: false });
    expect(error.message).toContain('could not be stopped');
    await leaves(agent, 'browser_back', {}, renewed);
    expect(await agent.snapshot({ interactiveOnly: false })).toContain('Before');
  });
});
