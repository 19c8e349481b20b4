import { BrowserManager, builtInTools, ProfileManager, RequestValidator } from 'handhold';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { form, useStandIn } from '../../../test/support/stand-in.js';
import * as openai from '../src/index.js';
import {
  type BrowserAction,
  BrowserClickToolAdapter,
  BrowserNavigateToolAdapter,
  BrowserSnapshotToolAdapter,
  BrowserToolAdapter,
  BrowserTypeToolAdapter,
  createToolAdapters,
  type ToolSchema,
} from '../src/index.js';

const standIn = useStandIn();
const profileManager = new ProfileManager();
const browserManager = new BrowserManager(profileManager, { allowPrivate: true });
afterAll(() => browserManager.close());

/** The adapter that the document shows how to write. */
class ExampleClickAdapter extends BrowserToolAdapter {
  constructor(manager: ConstructorParameters<typeof BrowserClickToolAdapter>[0]) {
    const schema: ToolSchema = {
      name: 'browser_click',
      description: 'Click an element on the page',
      parameters: {
        type: 'object',
        properties: {
          selector: { type: 'string', description: 'CSS selector or XPath for the element to click' },
          button: {
            type: 'string',
            description: 'Mouse button to use',
            enum: ['left', 'right', 'middle'],
          },
          clickCount: { type: 'number', description: 'Number of clicks (1 for single, 2 for double)' },
          timeout: { type: 'number', description: 'Maximum time to wait for element in milliseconds' },
        },
        required: ['selector'],
      },
    };
    super(manager, schema);
  }

  protected convertToAction(params: Record<string, unknown>): BrowserAction {
    if (params.selector === '#inconvertible') throw new Error('There is no action for that.');
    return {
      type: 'click',
      selector: params.selector,
      button: params.button,
      clickCount: params.clickCount,
      timeout: params.timeout,
    };
  }
}

describe('using a tool adapter', () => {
  it('goes as the document shows', async () => {
    const url = standIn.site.page('/adapters', form, 'Adapters');
    await browserManager.start();
    await browserManager.launchBrowser(profileManager.getDefaultProfile());

    const navigated = await new BrowserNavigateToolAdapter(browserManager).execute({ url });
    expect(navigated).toEqual({
      success: true,
      data: expect.objectContaining({
        url,
        status: 200,
        title: 'Adapters',
        loadTime: expect.any(Number),
      }),
      executionTime: expect.any(Number),
      timestamp: expect.any(Number),
    });

    await new BrowserTypeToolAdapter(browserManager).execute({ selector: 'input[name="name"]', text: 'Ada' });
    const clicked = await new ExampleClickAdapter(browserManager).execute({
      selector: 'button',
      button: 'left',
      clickCount: 1,
      timeout: 5000,
    });
    expect(clicked).toMatchObject({
      success: true,
      data: { changes: expect.stringContaining('Welcome, Ada') },
    });
  });

  it('works with the refs of a snapshot too', async () => {
    const url = standIn.site.page('/refs', form);
    await new BrowserNavigateToolAdapter(browserManager).execute({ url });
    const seen = await new BrowserSnapshotToolAdapter(browserManager).execute();
    expect(seen.data).toMatchObject({ tree: expect.stringContaining('@e2 button "Submit"') });
    const result = await new BrowserClickToolAdapter(browserManager).execute({ ref: '@e2' });
    expect(result).toMatchObject({
      success: true,
      data: { changes: expect.stringContaining('Welcome') },
    });
  });

  it('keeps the sessions of its callers apart', async () => {
    const url = standIn.site.page('/apart', form, 'Apart');
    await new BrowserNavigateToolAdapter(browserManager).execute({ url }, { session: 'other' });
    const elsewhere = await new BrowserSnapshotToolAdapter(browserManager).execute({}, { session: 'third' });
    expect(elsewhere.error).toMatchObject({ code: 'NO_PAGE', canRetry: false });
  });
});

describe('every tool', () => {
  it('has an adapter class of its name', () => {
    const exported = new Set(Object.keys(openai));
    const wanted = builtInTools.map(({ name }) => {
      const words = name.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
      return `${words.join('')}ToolAdapter`;
    });
    expect(wanted.filter((name) => !exported.has(name))).toEqual([]);
    expect(Object.keys(createToolAdapters(browserManager))).toEqual(builtInTools.map(({ name }) => name));
  });

  it('has a schema in the format of function calling', () => {
    for (const adapter of Object.values(createToolAdapters(browserManager))) {
      const { name, description, parameters } = adapter.getSchema();
      expect(name).toMatch(/^browser_[a-z_]+$/);
      expect(description).not.toBe('');
      expect(parameters).toMatchObject({ type: 'object', properties: expect.any(Object) });
    }
    const { parameters } = new BrowserNavigateToolAdapter(browserManager).getSchema();
    expect(parameters).toMatchObject({ required: ['url'], properties: { url: { type: 'string' } } });
  });
});

describe('testing an adapter', () => {
  const executeAction = vi.fn();
  beforeEach(() => executeAction.mockReset());
  const examples = [
    ['the example', () => new ExampleClickAdapter({ executeAction })],
    ['ours', () => new BrowserClickToolAdapter({ executeAction })],
  ] as const;

  it.each(examples)('succeeds with what the manager gives: %s', async (_name, make) => {
    executeAction.mockResolvedValue({
      success: true,
      action: { type: 'click', selector: 'button#submit' },
      result: { clicked: 'button#submit' },
      executionTime: 100,
      timestamp: Date.now(),
    });
    const result = await make().execute({ selector: 'button#submit' });
    expect(result.success).toBe(true);
    expect(result.data).toEqual({ clicked: 'button#submit' });
    expect(executeAction.mock.calls[0]?.[0]).toMatchObject({ type: 'click', selector: 'button#submit' });
  });

  it.each(examples)('fails validation when a required parameter is missing: %s', async (_name, make) => {
    const result = await make().execute({});
    expect(result.success).toBe(false);
    expect(result.error?.code).toBe('VALIDATION_ERROR');
    expect(executeAction).not.toHaveBeenCalled();
  });

  it('says which parameter is wrong, and why', async () => {
    const adapter = new ExampleClickAdapter({ executeAction });
    const detailsOf = async (params: Record<string, unknown>) => (await adapter.execute(params)).error;
    expect(await detailsOf({})).toEqual({
      code: 'VALIDATION_ERROR',
      message: 'Parameter validation failed',
      details: [{ field: 'selector', message: 'Required parameter "selector" is missing' }],
    });
    expect(await detailsOf({ selector: 5, clickCount: 'two', button: 'purple' })).toMatchObject({
      details: [
        { field: 'selector', message: expect.stringContaining('string') },
        { field: 'clickCount', message: expect.stringContaining('number') },
        { field: 'button', message: expect.stringContaining('left, right, middle') },
      ],
    });
    const list = new (class extends ExampleClickAdapter {})({ executeAction });
    list.getSchema().parameters.properties.list = { type: 'array', items: { type: 'string' } };
    list.getSchema().parameters.properties.place = {
      type: 'object',
      properties: { x: { type: 'number' } },
      required: ['x'],
    };
    const nested = await list.execute({ selector: 'a', list: ['fine', 5], place: {} });
    expect(nested.error?.details).toMatchObject([{ field: 'list[1]' }, { field: 'place.x' }]);
    expect(executeAction).not.toHaveBeenCalled();
  });

  it.each([
    ['a conversion that fails', { selector: '#inconvertible' }, 'CONVERSION_ERROR'],
    ['a selector that is none', { selector: ':::' }, 'ACTION_VALIDATION_ERROR'],
    ['a time out of range', { selector: 'a', timeout: -1 }, 'ACTION_VALIDATION_ERROR'],
  ])('tells %s', async (_what, params, code) => {
    const result = await new ExampleClickAdapter({ executeAction }).execute(params);
    expect(result).toMatchObject({ success: false, error: { code } });
    expect(executeAction).not.toHaveBeenCalled();
  });

  it.each([
    ['file:///etc/passwd', 'HOST_BLOCKED'],
    ['javascript:alert(1)', 'HOST_BLOCKED'],
    ['not a url', 'VALIDATION_ERROR'],
    ['http://169.254.169.254/latest', 'HOST_BLOCKED'],
  ])('refuses to open %s', async (url, code) => {
    const result = await new BrowserNavigateToolAdapter({ executeAction }).execute({ url });
    expect(result.error).toMatchObject({ code: 'ACTION_VALIDATION_ERROR', details: [{ code }] });
    expect(executeAction).not.toHaveBeenCalled();
  });

  it('passes on what the manager says in upper case, and never throws', async () => {
    const adapter = new ExampleClickAdapter({ executeAction });
    executeAction.mockResolvedValueOnce({
      success: false,
      error: { code: 'element_not_found', message: 'No.' },
    });
    expect((await adapter.execute({ selector: 'a' })).error).toMatchObject({ code: 'ELEMENT_NOT_FOUND' });
    executeAction.mockResolvedValueOnce({ success: false, error: 'It went away.' });
    expect((await adapter.execute({ selector: 'a' })).error).toEqual({
      code: 'EXECUTION_ERROR',
      message: 'It went away.',
    });
    executeAction.mockResolvedValueOnce({ success: false });
    expect((await adapter.execute({ selector: 'a' })).error).toMatchObject({ code: 'EXECUTION_ERROR' });
    executeAction.mockRejectedValueOnce(new Error('Boom'));
    expect((await adapter.execute({ selector: 'a' })).error).toMatchObject({
      code: 'UNEXPECTED_ERROR',
      message: expect.stringContaining('Boom'),
    });
  });
});

describe('the manager', () => {
  it('executes actions through the same gate as the tools', async () => {
    const strict = new BrowserManager(profileManager, { allowHosts: ['example.com'] });
    const refused = await strict.executeAction({ type: 'navigate', url: standIn.site.origin });
    expect(refused).toMatchObject({ success: false, error: { code: 'host_blocked' } });
    expect(strict.isRunning).toBe(false);
    expect(await strict.executeAction({ type: 'juggle' })).toMatchObject({
      error: { code: 'unknown_tool' },
    });
  });

  it('tells of an element that is not there', async () => {
    const url = standIn.site.page('/gone', form);
    await browserManager.executeAction({ type: 'navigate', url });
    const action = { type: 'click', selector: '#gone', timeout: 300 };
    expect(await browserManager.executeAction(action)).toMatchObject({
      success: false,
      action,
      error: { code: 'element_not_found' },
    });
    expect(
      (await new BrowserClickToolAdapter(browserManager).execute({ selector: '#gone' })).error,
    ).toMatchObject({ code: 'ELEMENT_NOT_FOUND', recoveryHint: expect.any(String) });
  });
});

describe('the validator', () => {
  it.each(['a > b', '[name="q"]', ':nth-child(2)', '#create-account', '//a[@href]'])(
    'accepts %s',
    (selector) => {
      expect(new RequestValidator().validate({ type: 'click', selector })).toEqual({
        valid: true,
        errors: [],
      });
    },
  );

  it('judges full actions as before', () => {
    const validator = new RequestValidator();
    expect(validator.validate({ type: 'history', go: 'back', timeout: 100 }).valid).toBe(true);
    expect(validator.validate({ type: 'history', go: 'back', timeout: -1 }).valid).toBe(false);
  });

  it.each([undefined, null, 'click', [], {}, { type: 5 }, { type: '' }])(
    'says of %j that it is no action',
    (action) => {
      const validator = new RequestValidator();
      expect(Reflect.apply(validator.validate, validator, [action])).toEqual({
        valid: false,
        errors: [
          {
            code: 'action_validation_error',
            message: 'This is no action: an action is an object whose type says what to do.',
          },
        ],
      });
    },
  );

  it.each([
    [{ type: 'click', selector: '<script>' }, 'invalid_selector'],
    [{ type: 'click' }, 'validation_error'],
    [{ type: 'click', timeout: 100 }, 'validation_error'],
    [{ type: 'click', selector: 'a', timeout: 9e9 }, 'action_validation_error'],
    [{ type: 'press', key: 'NoSuchKey' }, 'action_validation_error'],
    [{ type: 'juggle' }, 'action_validation_error'],
    [{ type: 'juggle', timeout: 100 }, 'action_validation_error'],
  ])('refuses %j', (action, code) => {
    expect(new RequestValidator().validate(action)).toMatchObject({ valid: false, errors: [{ code }] });
  });
});
