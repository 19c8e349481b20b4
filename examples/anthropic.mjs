// Anthropic Messages API. Needs ANTHROPIC_API_KEY.  node examples/anthropic.mjs "What is on news.ycombinator.com?"
import Anthropic from '@anthropic-ai/sdk';
import { browserTools } from '@handhold/anthropic';

const client = new Anthropic();
const browser = browserTools();
/** @type {Anthropic.MessageParam[]} */
const messages = [{ role: 'user', content: process.argv[2] ?? 'What is on example.com?' }];
for (;;) {
  const { content } = await client.messages.create({
    model: 'claude-sonnet-5-5',
    max_tokens: 4096,
    system: 'Find things out on the web with the browser tools.',
    tools: browser.tools,
    messages,
  });
  const answers = await browser.answer(content);
  if (answers.length === 0) {
    console.log(content.map((block) => (block.type === 'text' ? block.text : '')).join(''));
    break;
  }
  messages.push({ role: 'assistant', content }, { role: 'user', content: answers });
}
await browser.close();
