import { describe, expect, it } from 'vitest';
import { type Answer, useBrowser } from './agent.js';

const bench = useBrowser({ viewport: { width: 800, height: 600 } });

/** Kind and size, read from the image itself. */
function image({ base64 }: Answer): { kind: string; width: number; height: number } {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.subarray(1, 4).toString() === 'PNG')
    return { kind: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  for (let at = 2; at + 9 < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xc0 || marker === 0xc2)
      return { kind: 'jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
  }
  return { kind: 'none', width: 0, height: 0 };
}

describe('a screenshot', () => {
  it('is a JPEG of what is on screen', async () => {
    const agent = bench.lasting();
    await agent.open(
      bench.site.page('<div style="height:3000px;background:linear-gradient(red,blue)">x</div>'),
    );
    const shot = await agent.does('browser_screenshot');
    expect(image(shot)).toEqual({ kind: 'jpeg', width: 800, height: 600 });
    expect(shot).toMatchObject({
      mimeType: 'image/jpeg',
      dimensions: { width: 800, height: 600 },
      viewport: { width: 800, height: 600 },
    });
  });

  it('is a PNG if asked', async () => {
    const agent = bench.lasting();
    await agent.open(bench.site.page('<p>x</p>'));
    const shot = await agent.does('browser_screenshot', { format: 'png' });
    expect(image(shot)).toEqual({ kind: 'png', width: 800, height: 600 });
    expect(shot.mimeType).toBe('image/png');
  });

  it('costs less at lower quality', async () => {
    const agent = bench.lasting();
    await agent.open(
      bench.site.page(
        `<div style="height:600px;background:repeating-linear-gradient(45deg,red 0 3px,blue 3px 7px,green 7px 9px)"></div>`,
      ),
    );
    const [fine, coarse] = [
      await agent.does('browser_screenshot', { quality: 100 }),
      await agent.does('browser_screenshot', { quality: 5 }),
    ];
    expect(coarse.base64.length).toBeLessThan(fine.base64.length / 2);
  });

  it('of the full page shows all of it, its longest edge at most 1568', async () => {
    const agent = bench.lasting();
    await agent.open(bench.site.page('<style>body{margin:0}</style><div style="height:1400px">x</div>'));
    expect(image(await agent.does('browser_screenshot', { fullPage: true }))).toEqual({
      kind: 'jpeg',
      width: 800,
      height: 1400,
    });
    await agent.open(bench.site.page('<style>body{margin:0}</style><div style="height:3136px">x</div>'));
    const halved = image(await agent.does('browser_screenshot', { fullPage: true }));
    expect(halved.height).toBeLessThanOrEqual(1568);
    expect(halved).toMatchObject({ width: 400 });
  });

  it('of an endless page is cut rather than refused, and says so', async () => {
    const agent = bench.lasting();
    await agent.open(bench.site.page('<div style="height:200000px">x</div>'));
    const shot = await agent.does('browser_screenshot', { fullPage: true });
    expect(Math.max(image(shot).width, image(shot).height)).toBeLessThanOrEqual(1568);
    expect(Buffer.from(shot.base64, 'base64').length).toBeLessThan(1024 * 1024);
    expect(await agent.reads('browser_screenshot', { fullPage: true })).toContain('cut');
  });

  it('of one element shows just that, wherever it is', async () => {
    const agent = bench.lasting();
    await agent.open(
      bench.site.page(
        '<div style="height:2000px"></div><button style="width:211px;height:57px">Target</button>',
      ),
    );
    const shot = await agent.does('browser_screenshot', { ref: '@e1', format: 'png' });
    expect(image(shot)).toEqual({ kind: 'png', width: 211, height: 57 });
  });

  it('of something that is gone or hidden says so', async () => {
    const agent = bench.lasting();
    const page = bench.site.page('<button id="a">Alpha</button><button id="b">Beta</button>', {
      remote: true,
    });
    await agent.open(page);
    await page.run('a.remove(); b.hidden = true');
    expect(await agent.fails('browser_screenshot', { ref: '@e1' })).toMatchObject({ code: 'stale_ref' });
    expect(await agent.fails('browser_screenshot', { ref: '@e2' })).toMatchObject({
      code: 'element_not_visible',
    });
    expect(await agent.fails('browser_screenshot', { ref: '@e3' })).toMatchObject({ code: 'stale_ref' });
  });

  it('can have the refs drawn on it, of which the page keeps nothing', async () => {
    const agent = bench.lasting();
    const page = bench.site.page('<button style="position:absolute;left:300px;top:300px">Here</button>', {
      remote: true,
    });
    await agent.open(page);
    const plain = await agent.does('browser_screenshot', { format: 'png' });
    const before = await page.run('document.documentElement.outerHTML');
    const marked = await agent.does('browser_screenshot', { format: 'png', annotate: true });
    expect(marked.base64).not.toBe(plain.base64);
    expect(await page.run('document.documentElement.outerHTML')).toBe(before);
    expect((await agent.does('browser_screenshot', { format: 'png' })).base64).toBe(plain.base64);
  });

  it('does not scroll the page', async () => {
    const agent = bench.lasting();
    const page = bench.site.page('<div style="height:4000px">x</div>', { remote: true });
    await agent.open(page);
    await agent.does('browser_scroll', { direction: 'down', amount: 500 });
    await agent.does('browser_screenshot', { fullPage: true });
    await agent.does('browser_screenshot');
    expect(await page.run('scrollY')).toBe('500');
  });

  it('is an image to the model, with one line about it', async () => {
    const agent = bench.lasting();
    await agent.open(bench.site.page('<p>x</p>'));
    const { rendered } = await agent.tools.callAndRender(
      'browser_screenshot',
      {},
      { session: agent.session },
    );
    expect(rendered.text).toBe('screenshot 800x600 of a 800x600 viewport');
    expect(rendered.image?.mimeType).toBe('image/jpeg');
    expect(rendered.text).not.toContain(rendered.image?.base64.slice(0, 40));
  });
});
