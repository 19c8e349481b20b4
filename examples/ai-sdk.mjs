// AI SDK. Needs AI_GATEWAY_API_KEY.  node examples/ai-sdk.mjs "What is the top story on news.ycombinator.com?"
import { browserTools } from '@handhold/ai-sdk';
import { generateText, isStepCount } from 'ai';

const browser = browserTools();
const { text } = await generateText({
  model: 'openai/gpt-5.6-luna',
  tools: browser.tools,
  prepareStep: browser.prepareStep,
  stopWhen: isStepCount(20),
  instructions: 'Find things out on the web with the browser tools.',
  prompt: process.argv[2] ?? 'What is on example.com?',
});
console.log(text);
await browser.close();
