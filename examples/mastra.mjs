// Mastra. Needs OPENAI_API_KEY.  node examples/mastra.mjs "What is the top story on news.ycombinator.com?"
import { BrowserToolset } from '@handhold/mastra';
import { Agent } from '@mastra/core/agent';

const browser = new BrowserToolset();
const agent = new Agent({
  id: 'surfer',
  name: 'Surfer',
  instructions: 'Find things out on the web with the browser tools.',
  model: 'openai/gpt-5.6-luna',
  tools: browser.tools,
  inputProcessors: [browser.inputProcessor],
});

const { text } = await agent.generate(process.argv[2] ?? 'What is on example.com?', { maxSteps: 20 });
console.log(text);
await browser.close();
