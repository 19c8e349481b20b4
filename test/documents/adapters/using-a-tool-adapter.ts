import { BrowserManager, ProfileManager, type ToolResult, type ToolSchema } from '@handhold/openai';
import { BrowserClickToolAdapter } from './browser-click-tool-adapter.js';

/** The document's program, with what it needs of its surroundings as arguments. */
export async function use(prepare: (manager: BrowserManager) => Promise<unknown>): Promise<{
  schema: ToolSchema;
  result: ToolResult;
  manager: BrowserManager;
}> {
  // Initialize browser manager
  const profileManager = new ProfileManager();
  const browserManager = new BrowserManager(profileManager, { allowPrivate: true });
  await browserManager.start();

  // Launch a browser
  const profile = profileManager.getDefaultProfile();
  await browserManager.launchBrowser(profile);
  await prepare(browserManager);

  // Create tool adapter
  const clickTool = new BrowserClickToolAdapter(browserManager);

  // Get the tool schema (for registration in tool registry)
  const schema = clickTool.getSchema();

  // Execute the tool
  const result = await clickTool.execute({
    selector: 'button#submit',
    button: 'left',
    clickCount: 1,
    timeout: 5000,
  });

  if (result.success) {
    console.log('Click successful:', result.data);
  } else {
    console.error('Click failed:', result.error);
  }
  return { schema, result, manager: browserManager };
}
