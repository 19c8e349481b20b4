import {
  type BrowserAction,
  type BuiltInTool,
  builtInTools,
  selectorsAsRefs,
  type Tool,
  ToolRegistry,
} from 'handhold';
import { z } from 'zod';
import { type ActionExecutor, BrowserToolAdapter } from './tool-adapter.js';
import { type Complaint, refsInSelectors, toolSchema } from './tool-schema.js';

const prefix = /^browser_/;
const record = z.record(z.string(), z.unknown());

/** The adapter of one of Handhold's tools, all of it derived from the tool's definition. */
export class DefinedToolAdapter extends BrowserToolAdapter {
  constructor(
    browserManager: ActionExecutor,
    private readonly tool: Tool,
  ) {
    super(browserManager, toolSchema(tool));
  }

  /** The schema can't say how parameters depend on each other; the tool's definition can. */
  protected override complaints(params: unknown): Complaint[] {
    // Parameters written for the tool itself, with a `ref`, do as well.
    const bySchema = super.complaints(refsInSelectors(params, this.schema.parameters));
    if (bySchema.length > 0) return bySchema;
    const { error } = this.tool.input.safeParse(selectorsAsRefs(this.tool, record.parse(params)));
    return (error?.issues ?? []).map((issue) => ({
      field: issue.path.join('.') || (issue.code === 'unrecognized_keys' ? issue.keys.join(', ') : ''),
      message: issue.message,
    }));
  }

  protected override convertToAction(params: Record<string, unknown>): BrowserAction {
    return { ...params, type: this.tool.name.replace(prefix, '') };
  }
}

type AdapterClass = new (browserManager: ActionExecutor) => DefinedToolAdapter;

/** The adapter class of the tool of that name. */
export function adapterFor(name: string): AdapterClass {
  return class extends DefinedToolAdapter {
    constructor(browserManager: ActionExecutor) {
      super(browserManager, new ToolRegistry(builtInTools).getTool(name));
    }
  };
}

export type ToolAdapters = Record<BuiltInTool['name'], BrowserToolAdapter>;

/** One adapter per tool, by the tools' names. */
export function createToolAdapters(browserManager: ActionExecutor): ToolAdapters {
  const adapters = Object.fromEntries(
    builtInTools.map((tool) => [tool.name, new DefinedToolAdapter(browserManager, tool)]),
  );
  if (!areComplete(adapters)) throw new Error('A tool has no adapter.');
  return adapters;
}

function areComplete(adapters: Record<string, BrowserToolAdapter>): adapters is ToolAdapters {
  return builtInTools.every(({ name }) => Object.hasOwn(adapters, name));
}

export class BrowserNavigateToolAdapter extends adapterFor('browser_navigate') {}
export class BrowserBackToolAdapter extends adapterFor('browser_back') {}
export class BrowserForwardToolAdapter extends adapterFor('browser_forward') {}
export class BrowserReloadToolAdapter extends adapterFor('browser_reload') {}
export class BrowserSnapshotToolAdapter extends adapterFor('browser_snapshot') {}
export class BrowserFindToolAdapter extends adapterFor('browser_find') {}
export class BrowserClickToolAdapter extends adapterFor('browser_click') {}
export class BrowserTypeToolAdapter extends adapterFor('browser_type') {}
export class BrowserPressToolAdapter extends adapterFor('browser_press') {}
export class BrowserScrollToolAdapter extends adapterFor('browser_scroll') {}
export class BrowserHoverToolAdapter extends adapterFor('browser_hover') {}
export class BrowserFocusToolAdapter extends adapterFor('browser_focus') {}
export class BrowserClearToolAdapter extends adapterFor('browser_clear') {}
export class BrowserSelectToolAdapter extends adapterFor('browser_select') {}
export class BrowserCheckToolAdapter extends adapterFor('browser_check') {}
export class BrowserDragToolAdapter extends adapterFor('browser_drag') {}
export class BrowserFillFormToolAdapter extends adapterFor('browser_fill_form') {}
export class BrowserSubmitToolAdapter extends adapterFor('browser_submit') {}
export class BrowserUploadToolAdapter extends adapterFor('browser_upload') {}
export class BrowserWaitToolAdapter extends adapterFor('browser_wait') {}
export class BrowserReadToolAdapter extends adapterFor('browser_read') {}
export class BrowserGetElementToolAdapter extends adapterFor('browser_get_element') {}
export class BrowserGetImagesToolAdapter extends adapterFor('browser_get_images') {}
export class BrowserScreenshotToolAdapter extends adapterFor('browser_screenshot') {}
export class BrowserPdfToolAdapter extends adapterFor('browser_pdf') {}
export class BrowserConsoleToolAdapter extends adapterFor('browser_console') {}
export class BrowserNetworkToolAdapter extends adapterFor('browser_network') {}
export class BrowserDialogToolAdapter extends adapterFor('browser_dialog') {}
export class BrowserTabsToolAdapter extends adapterFor('browser_tabs') {}
export class BrowserDownloadsToolAdapter extends adapterFor('browser_downloads') {}
export class BrowserStorageToolAdapter extends adapterFor('browser_storage') {}
export class BrowserEvaluateToolAdapter extends adapterFor('browser_evaluate') {}
export class BrowserMouseToolAdapter extends adapterFor('browser_mouse') {}
export class BrowserBatchToolAdapter extends adapterFor('browser_batch') {}
export class BrowserAskUserToolAdapter extends adapterFor('browser_ask_user') {}
export class BrowserCompleteToolAdapter extends adapterFor('browser_complete') {}
export class BrowserFailToolAdapter extends adapterFor('browser_fail') {}
export class BrowserCloseToolAdapter extends adapterFor('browser_close') {}
