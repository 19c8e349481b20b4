import { Agent, computerTool, OpenAIResponsesModel, run, setTracingDisabled } from '@openai/agents';
import { BrowserManager } from 'handhold';
import OpenAI from 'openai';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { useStandIn } from '../../../test/support/stand-in.js';
import { BrowserComputer } from '../src/agents.js';
import { type ComputerAction, type ComputerUseOptions, computerUse } from '../src/index.js';

setTracingDisabled(true);

const standIn = useStandIn();
const browser = new BrowserManager(undefined, { allowPrivate: true, dialogs: 'dismiss' });
afterAll(() => browser.close());

function make(session: string, options: ComputerUseOptions = {}) {
  const computer = computerUse({ allowPrivate: true, browser, session, ...options });
  return { ...computer, session };
}

/** Writes down what is done to it, and where. */
const board = `
  <style>body { margin: 0; user-select: none } #pad { width: 600px; height: 200px; background: #eee } input { display: block }</style>
  <div id="pad"></div><input aria-label="Field"><div style="height: 3000px"></div>
  <script>
    const log = (text) => document.body.append(Object.assign(document.createElement('p'), { textContent: text }));
    const held = (event) => ['alt', 'ctrl', 'meta', 'shift'].filter((key) => event[key + 'Key']).map((key) => key + '+').join('');
    for (const kind of ['mousedown', 'mouseup', 'auxclick', 'dblclick', 'contextmenu', 'wheel'])
      pad.addEventListener(kind, (event) => log(held(event) + kind + ' ' + event.clientX + ',' + event.clientY));
    pad.addEventListener('mousemove', (event) => event.buttons && log(held(event) + 'dragging ' + event.clientX + ',' + event.clientY));
    document.querySelector('input').addEventListener('keydown', (event) => log('key ' + (event.ctrlKey ? 'ctrl+' : '') + event.key));
    // Browsers may also tell where the pointer stood all along.
    let over = '';
    pad.addEventListener('mousemove', (event) => {
      const before = over;
      over = 'over ' + event.clientX + ',' + event.clientY;
      if (!event.buttons && over !== before) log(over);
    });
  </script>`;

let count = 0;

function response(output: object[]) {
  count += 1;
  return {
    id: `resp_${count}`,
    object: 'response',
    created_at: 0,
    status: 'completed',
    model: 'stand-in',
    output,
    usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
  };
}

const computerCall = (actions: ComputerAction[], checks: object[] = []) => ({
  type: 'computer_call',
  id: 'cc',
  call_id: `call_${count}`,
  status: 'completed',
  pending_safety_checks: checks,
  actions,
});

const client = () => new OpenAI({ apiKey: 'none', baseURL: `${standIn.site.origin}/v1`, maxRetries: 0 });
const picture = expect.stringMatching(/^data:image\/png;base64,iVBOR/);

/** Has the API ask for these actions, performs them, and sends what came of it; gives what was sent. */
async function converse(computer: ReturnType<typeof make>, actions: ComputerAction[], checks: object[] = []) {
  standIn.site.answers(
    () => response([computerCall(actions, checks)]),
    () => response([]),
  );
  const { output } = await client().responses.create({
    model: 'stand-in',
    input: 'Go.',
    tools: [computer.tool],
  });
  const input = await computer.answer(output);
  await client().responses.create({ model: 'stand-in', input, tools: [computer.tool] });
  return z.array(z.unknown()).parse(standIn.site.sent[1]?.input);
}

async function read({ toolbox, session }: ReturnType<typeof make>): Promise<string> {
  const all = { interactiveOnly: false };
  return (await toolbox.callAndRender('browser_snapshot', all, { session })).rendered.text;
}

describe('computer use', () => {
  it('does every action on the page, and answers with a picture', async () => {
    const computer = make('all', { startUrl: standIn.site.page('/board', board) });
    const sent = await converse(computer, [
      { type: 'screenshot' },
      { type: 'move', x: 5, y: 6 },
      { type: 'click', x: 10, y: 20, button: 'left' },
      { type: 'click', x: 30, y: 40, button: 'right' },
      { type: 'click', x: 31, y: 41, button: 'wheel' },
      { type: 'double_click', x: 50, y: 60, keys: null },
      {
        type: 'drag',
        path: [
          { x: 100, y: 100 },
          { x: 150, y: 120 },
          { x: 200, y: 150 },
        ],
      },
      { type: 'click', x: 20, y: 210, button: 'left' },
      { type: 'type', text: 'Ada' },
      { type: 'keypress', keys: ['CTRL', 'A'] },
      { type: 'type', text: 'Grace' },
      { type: 'keypress', keys: ['ARROWLEFT'] },
      { type: 'wait' },
      { type: 'scroll', x: 50, y: 50, scroll_x: 0, scroll_y: 300 },
    ]);
    expect(sent).toEqual([
      {
        type: 'computer_call_output',
        call_id: expect.any(String),
        output: { type: 'computer_screenshot', image_url: picture },
      },
    ]);
    const page = await read(computer);
    for (const event of [
      'over 5,6',
      'mousedown 10,20',
      'contextmenu 30,40',
      'auxclick 31,41',
      'dblclick 50,60',
      'mousedown 100,100',
      'mouseup 200,150',
      'key ctrl+A',
      'key ArrowLeft',
      'textbox "Field" = "Grace"',
    ])
      expect(page).toContain(event);
    const { data } = await computer.toolbox.call('browser_snapshot', {}, { session: 'all' });
    expect(data).toMatchObject({ scroll: { y: 300 } });
  });

  it('holds keys while it points', async () => {
    const computer = make('held', { startUrl: standIn.site.page('/held', board) });
    const way = [
      { x: 100, y: 100 },
      { x: 150, y: 120 },
      { x: 200, y: 150 },
    ];
    const sent = await converse(computer, [
      { type: 'click', x: 10, y: 20, button: 'left', keys: ['SHIFT'] },
      { type: 'double_click', x: 50, y: 60, keys: ['CTRL', 'super'] },
      { type: 'drag', path: way, keys: ['ALT', 'SHIFT'] },
      { type: 'scroll', x: 70, y: 80, scroll_x: 0, scroll_y: 10, keys: ['ctrl'] },
      { type: 'click', x: 30, y: 40, button: 'left' },
    ]);
    expect(sent).toHaveLength(1);
    const page = await read(computer);
    for (const event of [
      'shift+mousedown 10,20',
      'shift+mouseup 10,20',
      'ctrl+meta+dblclick 50,60',
      'alt+shift+mousedown 100,100',
      'alt+shift+dragging 150,120',
      'alt+shift+mouseup 200,150',
      'ctrl+wheel 70,80',
      'mousedown 30,40',
    ])
      expect(page).toContain(event);
    expect(page).not.toContain('+mousedown 30,40');

    const refused = await converse(computer, [
      { type: 'click', x: 11, y: 21, button: 'left', keys: ['SPACE'] },
    ]);
    expect(refused).toMatchObject([
      { type: 'computer_call_output' },
      { role: 'user', content: [{ text: expect.stringContaining('"SPACE" can\'t be held') }] },
    ]);
    expect(await read(computer)).not.toContain('mousedown 11,21');
  });

  it('says what could not be done, and leaves the rest', async () => {
    const computer = make('refused', { startUrl: standIn.site.page('/refused', board) });
    const sent = await converse(computer, [
      { type: 'keypress', keys: ['NoSuchKey'] },
      { type: 'click', x: 10, y: 20, button: 'left' },
    ]);
    expect(sent).toMatchObject([
      { type: 'computer_call_output' },
      { role: 'user', content: [{ text: expect.stringMatching(/^error action_validation_error: /) }] },
    ]);
    expect(await read(computer)).not.toContain('mousedown');
  });

  it('does nothing that a person must agree to and nobody does', async () => {
    const checks = [{ id: 'check', code: 'malicious_instructions', message: 'Careful.' }];
    const click: ComputerAction[] = [{ type: 'click', x: 10, y: 20, button: 'left' }];
    const startUrl = standIn.site.page('/careful', board);
    const careful = make('careful', { startUrl });
    expect(await converse(careful, click, checks)).toEqual([
      expect.not.objectContaining({ acknowledged_safety_checks: expect.anything() }),
    ]);
    expect(await read(careful)).not.toContain('mousedown');
    const trusting = make('trusting', { startUrl, onSafetyCheck: () => true });
    expect(await converse(trusting, click, checks)).toMatchObject([{ acknowledged_safety_checks: checks }]);
    expect(await read(trusting)).toContain('mousedown 10,20');
  });

  it('is a computer for the Agents SDK', async () => {
    const computer = new BrowserComputer({
      allowPrivate: true,
      browser,
      session: 'sdk',
      startUrl: standIn.site.page('/sdk', board),
    });
    await computer.screenshot();
    standIn.site.answers(
      () =>
        response([
          computerCall([
            { type: 'click', x: 20, y: 210, button: 'left' },
            { type: 'type', text: 'Ada' },
          ]),
        ]),
      () =>
        response([
          {
            type: 'message',
            id: 'msg',
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text: 'Done.', annotations: [] }],
          },
        ]),
    );
    const model = new OpenAIResponsesModel(client(), 'stand-in');
    const agent = new Agent({ name: 'User', model, tools: [computerTool({ computer })] });
    const { finalOutput } = await run(agent, 'Type.');
    expect(finalOutput).toBe('Done.');
    expect(z.array(z.unknown()).parse(standIn.site.sent[1]?.input).at(-1)).toMatchObject({
      type: 'computer_call_output',
      output: { type: 'computer_screenshot', image_url: picture },
    });
  });
});
