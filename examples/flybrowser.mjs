// FlyBrowser's names, and a class of your own, no key.  node examples/flybrowser.mjs https://example.com
import { BaseTool, createBrowserTools, dialects, ToolCategory, ToolMetadata, ToolResult } from 'handhold';

class CountLinks extends BaseTool {
  static metadata = new ToolMetadata({
    name: 'count_links',
    description: 'Count the links of the page',
    category: ToolCategory.EXTRACTION,
    parameters: [{ name: 'selector', type: 'string', description: 'Inside this element', default: 'body' }],
    timeoutSeconds: 10,
  });

  /** @param {{ selector: string }} params */
  async execute({ selector }) {
    const { ref } = await this.page.waitForSelector(selector);
    const script = '(element) => element.querySelectorAll("a[href]").length';
    const { value } = /** @type {{ value: number }} */ (
      await this.page.call('browser_evaluate', { script, ref })
    );
    return ToolResult.successResult({ links: value }, { counted: selector });
  }
}

const browser = createBrowserTools();
browser.registry.register(CountLinks);
const { registry } = dialects.flybrowser(browser);
/** @type {[string, object][]} */
const calls = [
  ['goto', { url: process.argv[2] ?? 'https://example.com' }],
  ['count_links', {}],
  ['get_page_content', {}],
  ['click', { selector: '#nowhere', timeout: 500 }],
];
for (const [name, params] of calls) {
  const { success, data, error, metadata } = await registry.getTool(name).execute(params);
  console.log(name, success ? JSON.stringify(data) : `failed: ${error}`, metadata);
}
await browser.close();
