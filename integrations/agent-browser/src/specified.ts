/** The part of a tool that Mastra's browser requirements specify. */
export interface Specified {
  /** All that the model may give. */
  readonly input: readonly string[];
  /** Those of them that must be given, though the tool itself has other ways to say the same. */
  readonly required: readonly string[];
  /** Always there in the answer, whatever became of the call. */
  readonly output: readonly string[];
}

/** Only names: what the fields are is said where the tools are defined. */
export const specified = {
  browser_navigate: { input: ['url', 'waitUntil'], required: ['url'], output: ['url', 'title'] },
  browser_snapshot: {
    input: ['interactiveOnly', 'maxElements'],
    required: [],
    output: ['tree', 'refs', 'elementCount', 'truncated'],
  },
  browser_click: { input: ['ref', 'button'], required: ['ref'], output: [] },
  browser_type: { input: ['text', 'ref', 'clearFirst'], required: ['text'], output: [] },
  browser_scroll: {
    input: ['direction', 'amount', 'ref'],
    required: ['direction'],
    output: ['scrollPosition'],
  },
  browser_screenshot: {
    input: ['fullPage', 'quality'],
    required: [],
    output: ['base64', 'mimeType', 'dimensions'],
  },
} as const satisfies Record<string, Specified>;

const byName = new Map<string, Specified>(Object.entries(specified));

/** The specified part of the tool of that name, if there is one. */
export function specifiedOf(name: string): Specified | undefined {
  return byName.get(name);
}
