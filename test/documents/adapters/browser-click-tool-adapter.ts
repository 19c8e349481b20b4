import {
  type BrowserAction,
  type BrowserManager,
  BrowserToolAdapter,
  type ClickAction,
  type ToolSchema,
} from '@handhold/openai';

export class BrowserClickToolAdapter extends BrowserToolAdapter {
  constructor(browserManager: BrowserManager) {
    // Define the tool schema (OpenAI function calling format)
    const schema: ToolSchema = {
      name: 'browser_click',
      description: 'Click an element on the page',
      parameters: {
        type: 'object',
        properties: {
          selector: {
            type: 'string',
            description: 'CSS selector or XPath for the element to click',
          },
          button: {
            type: 'string',
            description: 'Mouse button to use',
            enum: ['left', 'right', 'middle'],
          },
          clickCount: {
            type: 'number',
            description: 'Number of clicks (1 for single, 2 for double)',
          },
          timeout: {
            type: 'number',
            description: 'Maximum time to wait for element in milliseconds',
          },
        },
        required: ['selector'],
      },
    };

    super(browserManager, schema);
  }

  // Convert tool parameters to BrowserAction
  // biome-ignore lint/suspicious/noExplicitAny: so it stands in the document.
  protected convertToAction(params: Record<string, any>): BrowserAction {
    return {
      type: 'click',
      selector: params.selector,
      button: params.button,
      clickCount: params.clickCount,
      timeout: params.timeout,
    } as ClickAction;
  }
}
