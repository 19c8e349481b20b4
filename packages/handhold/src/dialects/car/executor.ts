import { z } from 'zod';
import { Failure } from '../../errors.js';
import { quote } from '../../gate/untrusted.js';
import type { Caller } from '../../page-controller.js';
import { type JsonSchema, jsonSchemaOf } from '../../schema.js';
import { builtInTools } from '../../tools/index.js';
import {
  type BrowserBackend,
  type CarMemory,
  type Modifier,
  ToolboxBackend,
  type WaitCondition,
} from './backend.js';
import { AccessibilityPipeline, type PerceptionPipeline } from './pipeline.js';
import { saveScreenshot } from './screenshots.js';
import { type CarTool, type CarToolName, carTools, isCarTool } from './tools.js';
import type { UiMap } from './ui-map.js';

/** A tool as CAR registers it. */
export interface ToolSchema {
  name: string;
  description: string;
  parameters: JsonSchema;
  returns: JsonSchema | null;
  idempotent: boolean;
  cache_ttl_secs: number | null;
  rate_limit: unknown;
}

const defaultTimeout = 5000;

/** Calls CAR's `browse_*` tools, and knows `el_N` by what was last observed. */
export class BrowserToolExecutor {
  private readonly backend: BrowserBackend;

  constructor(
    backend: BrowserBackend | Caller,
    private readonly pipeline: PerceptionPipeline = new AccessibilityPipeline(),
    private readonly memory: CarMemory = {},
  ) {
    this.backend = 'call' in backend ? new ToolboxBackend(backend, memory) : backend;
  }

  /** The tools to call. */
  static toolSchemas(): ToolSchema[] {
    return Object.entries(carTools).map(([name, tool]) => schemaOf(name, tool));
  }

  toolSchemas(): ToolSchema[] {
    return BrowserToolExecutor.toolSchemas();
  }

  /** The map of the last `browse_observe`. */
  get lastUiMap(): UiMap | undefined {
    return this.memory.uiMap;
  }

  /** The value a tool answers with; rejects with a Failure whose message says what was wrong. */
  async execute(tool: string, params: unknown = {}): Promise<JsonSchema> {
    if (!isCarTool(tool)) throw new Failure('unknown_tool', `Unknown browser tool: ${tool.slice(0, 80)}`);
    return this.handlers[tool](params);
  }

  private readonly handlers: Record<CarToolName, (params: unknown) => Promise<JsonSchema>> = {
    browse_navigate: async (params) => {
      const { url } = parse(carTools.browse_navigate.parameters, params);
      await this.backend.navigate(url);
      return { url, status: 'navigated' };
    },
    browse_click: async (params) => {
      const { element_id } = parse(carTools.browse_click.parameters, params);
      const resolved_id = this.resolve(element_id);
      await this.backend.clickElement(resolved_id);
      return { element_id, resolved_id, status: 'clicked' };
    },
    browse_type: async (params) => {
      const { element_id, text } = parse(carTools.browse_type.parameters, params);
      const resolved_id = this.resolve(element_id);
      await this.backend.typeIntoElement(resolved_id, text);
      return { element_id, resolved_id, text, status: 'typed' };
    },
    browse_scroll: async (params) => {
      const { delta_y } = parse(carTools.browse_scroll.parameters, params);
      await this.backend.injectScroll(delta_y);
      return { delta_y, status: 'scrolled' };
    },
    browse_keypress: async (params) => {
      const { key } = parse(carTools.browse_keypress.parameters.omit({ modifiers: true }), params);
      await this.backend.injectKeypress(key, modifiersOf(params));
      return { key, status: 'pressed' };
    },
    browse_wait: async (params) => {
      const { condition } = parse(carTools.browse_wait.parameters.omit({ timeout_ms: true }), params);
      const met = await this.backend.waitUntil(conditionOf(condition), timeoutOf(params));
      return { condition, met };
    },
    browse_observe: (params) => this.observe(params),
  };

  private async observe(params: unknown): Promise<JsonSchema> {
    const screenshot = await this.backend.captureScreenshot();
    const nodes = await this.backend.getAccessibilityTree();
    const url = await this.backend.getCurrentUrl();
    const title = await this.backend.getPageTitle();
    const viewport = await this.backend.getViewport();
    const map = await this.pipeline.perceive(screenshot, nodes, url, viewport);
    this.memory.uiMap = map;
    return {
      url,
      title,
      ui_map: map.formatSummary(),
      // While a dialog of the browser is open, for one, there is no picture.
      ...(screenshot.length > 0 ? { screenshot_path: await saveScreenshot(screenshot) } : {}),
      ...(screenshot.length > 0 && wantsScreenshot(params)
        ? { screenshot_base64: Buffer.from(screenshot).toString('base64') }
        : {}),
      element_count: map.elements.length,
      viewport: { width: viewport.width, height: viewport.height },
    };
  }

  /** The id behind an `el_N` of the last map; anything else may be the backend's own id already. */
  private resolve(elementId: string): string {
    return this.memory.uiMap?.getElement(elementId)?.ax_ref ?? elementId;
  }
}

function schemaOf(name: string, tool: CarTool): ToolSchema {
  const traits = builtInTools.find((candidate) => candidate.name === tool.of);
  return {
    name,
    description: tool.description,
    parameters: jsonSchemaOf(tool.parameters),
    returns: Object.keys(tool.returns.shape).length > 0 ? jsonSchemaOf(tool.returns) : { type: 'object' },
    idempotent: traits?.idempotent ?? false,
    cache_ttl_secs: null,
    rate_limit: null,
  };
}

/** The parameters; one that is wrong is missing: CAR reads a value of the wrong type as none. */
function parse<S extends z.ZodObject>(schema: S, params: unknown): z.output<S> {
  const parsed = schema.safeParse(params ?? {});
  if (parsed.success) return parsed.data;
  const missing = Object.keys(schema.shape).find((name) =>
    parsed.error.issues.some((issue) => issue.path[0] === name),
  );
  const name = missing ?? Object.keys(schema.shape)[0] ?? 'params';
  throw new Failure('validation_error', `Missing required parameter: ${name}`);
}

const anyModifiers = z.object({ modifiers: z.array(z.unknown()) });
const anyTimeout = z.object({ timeout_ms: z.int().min(0) });
const anyScreenshot = z.object({ include_screenshot: z.literal(true) });

function modifiersOf(params: unknown): Modifier[] {
  const all: readonly Modifier[] = ['shift', 'control', 'alt', 'meta'];
  const given = anyModifiers.safeParse(params).data?.modifiers ?? [];
  return all.filter((modifier) => given.includes(modifier));
}

function timeoutOf(params: unknown): number {
  return anyTimeout.safeParse(params).data?.timeout_ms ?? defaultTimeout;
}

function wantsScreenshot(params: unknown): boolean {
  return anyScreenshot.safeParse(params).success;
}

const withText = 'a11y_contains_text:';
const withName = 'element_with_name:';

function conditionOf(text: string): WaitCondition {
  if (text === 'page_loaded' || text === 'url_changed') return { type: text };
  if (text.startsWith(withText)) return { type: 'a11y_contains_text', text: text.slice(withText.length) };
  if (text.startsWith(withName)) {
    const rest = text.slice(withName.length);
    const at = rest.indexOf('@');
    if (at < 0) return { type: 'element_with_name', name_contains: rest };
    return { type: 'element_with_name', name_contains: rest.slice(0, at), role: rest.slice(at + 1) };
  }
  throw new Failure('validation_error', `Unknown wait condition: ${oneLine(text)}`, {
    hint: 'Use page_loaded, url_changed, a11y_contains_text:<text> or element_with_name:<name>@<role>.',
  });
}

/** As it was given where that is harmless, else quoted. */
function oneLine(text: string): string {
  return /^[\x20-\x7e]{0,200}$/.test(text) ? text : quote(text, 200);
}
