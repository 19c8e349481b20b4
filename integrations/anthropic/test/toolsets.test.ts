import Anthropic from '@anthropic-ai/sdk';
import type { BetaToolUseBlock } from '@anthropic-ai/sdk/resources/beta';
import { builtInTools } from 'handhold';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { form, refOf, useStandIn } from '../../../test/support/stand-in.js';
import { BrowserToolset, ComputerToolset } from '../src/beta.js';

const standIn = useStandIn();
const toolset = new BrowserToolset({ allowPrivate: true });
afterAll(() => toolset.close());

const png = expect.objectContaining({
  type: 'image',
  source: { type: 'base64', media_type: 'image/png', data: expect.stringMatching(/^iVBOR/) },
});

const texts = z.array(z.looseObject({ type: z.string(), text: z.string().optional() }));

/** Calls a member as the model does. */
async function call(name: string, input: object, on: BrowserToolset | ComputerToolset = toolset) {
  const use: BetaToolUseBlock = {
    type: 'tool_use',
    id: 'toolu',
    name,
    input,
    toolset_name: on.toolsetName,
    caller: { type: 'direct' },
  };
  return on.toolResult(use);
}

/** The same, if it must succeed: all that is to be read of it. */
async function does(...args: Parameters<typeof call>): Promise<string> {
  const { content, is_error } = await call(...args);
  const read =
    typeof content === 'string'
      ? content
      : texts
          .parse(content)
          .map(({ text }) => text)
          .join('\n');
  if (is_error) throw new Error(`${args[0]} failed: ${read}`);
  return read;
}

function has(...names: string[]): boolean {
  return names.every((name) => builtInTools.some((tool) => tool.name === name));
}

/** Draws where the pointer goes, and counts what it does. */
const board = `
  <style>body { margin: 0; user-select: none } #pad { width: 600px; height: 300px; background: #eee }</style>
  <div id="pad"></div>
  <script>
    let log;
    for (const kind of ['mousedown', 'mouseup', 'click', 'dblclick', 'contextmenu', 'wheel'])
      pad.addEventListener(kind, (event) => {
        if (kind === 'mousedown' || !log) document.body.append((log = document.createElement('p')));
        log.append((event.ctrlKey ? 'ctrl+' : '') + (event.shiftKey ? 'shift+' : '') + kind + ' ' + event.clientX + ',' + event.clientY + '; ');
      });
  </script>`;

describe('the browser toolset', () => {
  it('is one entry, with what it can not do switched off', () => {
    const entry = toolset.toJSON();
    expect(entry.type).toBe('browser_toolset_20260801');
    const off = Object.entries(entry.configs ?? {}).filter(([, config]) => config?.enabled === false);
    expect(off.map(([name]) => name).sort()).toEqual(['hold_key', 'zoom']);
  });

  it('reads pages and acts on refs', async () => {
    const url = standIn.site.page('/toolset', form, 'Toolset');
    expect(await does('navigate', { url })).toContain(`Navigated to ${url} — Toolset (HTTP 200)`);
    const read = await does('read_page', { filter: 'interactive' });
    const name = { type: 'ref', ref: refOf('textbox "Name"', read) };
    await does('form_input', { target: name, value: 'Ada' });
    await does('left_click', { target: { type: 'ref', ref: refOf('button "Submit"', read) } });
    expect(await does('read_page', {})).toContain('Welcome, Ada');
    await does('triple_click', { target: name });
    await does('type', { text: 'Grace' });
    await does('key', { text: 'Tab Return' });
    expect(await does('find', { query: 'the greeting that says welcome' })).toContain('Welcome, Grace');
    expect(await call('left_click', { target: { type: 'ref', ref: '@e99' } })).toMatchObject({
      is_error: true,
      toolset_name: 'browser',
    });
  });

  it('points at places of the viewport', async () => {
    await does('navigate', { url: standIn.site.page('/board', board) });
    const at = (x: number, y: number) => ({ type: 'coordinate', x, y });
    await does('left_click', { target: at(10, 20) });
    await does('right_click', { target: at(30, 40) });
    await does('double_click', { target: at(50, 60) });
    await does('left_click_drag', { from: at(100, 100), target: at(200, 150) });
    await does('scroll', { target: at(70, 80), scroll_direction: 'down' });
    const log = await does('read_page', {});
    for (const event of [
      'click 10,20',
      'contextmenu 30,40',
      'dblclick 50,60',
      'mousedown 100,100; mouseup 200,150',
      'wheel 70,80',
    ])
      expect(log).toContain(event);
    await does('left_click', { target: at(11, 21), modifiers: 'ctrl+shift' });
    expect(await does('read_page', { filter: 'all' })).toContain('ctrl+shift+click 11,21');
    expect(await call('left_click', { target: at(10, 20), modifiers: 'hyper' })).toMatchObject({
      is_error: true,
    });
    expect((await call('screenshot', {})).content).toContainEqual(png);
  });

  it.runIf(has('browser_read', 'browser_console', 'browser_network', 'browser_evaluate'))(
    'reads text and logs, and runs scripts once they are allowed',
    async () => {
      const url = standIn.site.page('/logs', '<p>Some text.</p><script>console.error("Oh no")</script>');
      const open = new BrowserToolset({
        allowPrivate: true,
        configs: {
          read_console: { enabled: true },
          read_network: { enabled: true },
          javascript_exec: { enabled: true },
        },
        confirm: ({ member }) => member !== 'javascript_exec' || url.startsWith('http://127.0.0.1'),
      });
      try {
        await does('navigate', { url }, open);
        expect(await does('get_page_text', {}, open)).toContain('Some text.');
        expect(await does('read_console', {}, open)).toContain('Oh no');
        expect(await does('read_network', {}, open)).toContain('/logs');
        expect(await does('javascript_exec', { text: '6 * 7' }, open)).toContain('42');
      } finally {
        await open.close();
      }
    },
  );

  it('tells about tabs and dialogs', async () => {
    const url = standIn.site.page(
      '/tabs',
      `<a href="/board" target="_blank">Out</a><button onclick="confirm('Sure?')">Ask</button>`,
    );
    await does('navigate', { url });
    const read = await does('read_page', {});
    const asked = await call('left_click', { target: { type: 'ref', ref: refOf('button "Ask"', read) } });
    expect(JSON.stringify(asked.content)).toContain('A confirm dialog \\"Sure?\\" was dismissed.');
    const out = await call('left_click', { target: { type: 'ref', ref: refOf('link "Out"', read) } });
    expect(out.content).toContainEqual(
      expect.objectContaining({
        type: 'browser_state',
        tabs: [
          expect.objectContaining({ tab_id: 't1', url }),
          expect.objectContaining({ tab_id: 't2', active: true }),
        ],
        state_changes: [{ type: 'tab_opened', tab_id: 't2' }],
      }),
    );
    expect(await does('read_page', { tab_id: 't1' })).toContain('button "Ask"');
    await does('close_tab', { tab_id: 't2' });
    await does('new_tab', {});
    const { content } = await call('list_tabs', {});
    expect(content).toMatchObject([{ tabs: [{ tab_id: 't1' }, { tab_id: 't3', active: true }] }]);
    await does('close_tab', { tab_id: 't3' });
  });

  it('works in the runner, where its results reach the model', async () => {
    const url = standIn.site.page('/run', form, 'In the runner');
    const reply = (content: object[], stop_reason: string) => ({
      id: 'msg',
      type: 'message',
      role: 'assistant',
      model: 'stand-in',
      content,
      stop_reason,
      usage: { input_tokens: 1, output_tokens: 1 },
    });
    const use = (name: string, input: object) =>
      reply([{ type: 'tool_use', id: `toolu_${name}`, name, input, toolset_name: 'browser' }], 'tool_use');
    standIn.site.answers(
      () => use('navigate', { url }),
      () => use('screenshot', {}),
      () => reply([{ type: 'text', text: 'Done.' }], 'end_turn'),
    );
    const client = new Anthropic({ apiKey: 'none', baseURL: standIn.site.origin, maxRetries: 0 });
    await client.beta.messages.toolRunner({
      model: 'stand-in',
      max_tokens: 100,
      messages: [{ role: 'user', content: 'Look.' }],
      tools: [toolset],
    });
    const sent = JSON.stringify(standIn.site.sent[1]);
    expect(sent).toContain('In the runner (HTTP 200)');
    expect(standIn.site.sent[0]?.tools).toMatchObject([{ type: 'browser_toolset_20260801' }]);
    expect(z.array(z.unknown()).parse(standIn.site.sent[2]?.messages).at(-1)).toMatchObject({
      role: 'user',
      content: [{ type: 'tool_result', toolset_name: 'browser', content: expect.arrayContaining([png]) }],
    });
  });
});

describe('the computer toolset', () => {
  it('has a page as its screen, in pixels of its pictures', async () => {
    const startUrl = standIn.site.page('/screen', board);
    const computer = new ComputerToolset({
      allowPrivate: true,
      confirm: () => true,
      startUrl,
      viewport: { width: 1960, height: 900 },
    });
    try {
      expect((await call('screenshot', {}, computer)).content).toContainEqual(png);
      // The picture is 1568 wide, the viewport 1960: a pixel of it is 1.25 of the page's.
      await does('left_click', { coordinate: [80, 40] }, computer);
      await does('left_click_drag', { start_coordinate: [8, 8], coordinate: [160, 80] }, computer);
      await does('left_click', { coordinate: [88, 48], text: 'shift' }, computer);
      const held = { start_coordinate: [16, 8], coordinate: [168, 88], text: 'ctrl+shift' };
      await does('left_click_drag', held, computer);
      const turn = { coordinate: [40, 40], scroll_direction: 'down', scroll_amount: 1, text: 'shift' };
      await does('scroll', turn, computer);
      await does('mouse_move', { coordinate: [16, 24] }, computer);
      await does('left_mouse_down', {}, computer);
      await does('left_mouse_up', {}, computer);
      expect(await does('cursor_position', {}, computer)).toBe('X=16,Y=24');
      const { rendered } = await computer.screen.call('browser_snapshot', { interactiveOnly: false });
      for (const event of [
        'click 100,50',
        'mousedown 10,10; mouseup 200,100',
        'shift+mousedown 110,60; shift+mouseup 110,60; shift+click 110,60',
        'ctrl+shift+mousedown 20,10; ctrl+shift+mouseup 210,110',
        'shift+wheel 50,50',
        'mousedown 20,30; mouseup 20,30',
      ])
        expect(rendered.text).toContain(event);
    } finally {
      await computer.close();
    }
  });
});
