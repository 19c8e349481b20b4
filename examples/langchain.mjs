// LangChain. Needs OPENAI_API_KEY.  node examples/langchain.mjs "What is the top story on news.ycombinator.com?"
import { browserTools } from '@handhold/langchain';
import { ChatOpenAI } from '@langchain/openai';
import { createAgent } from 'langchain';

const browser = browserTools();
const agent = createAgent({
  model: new ChatOpenAI({ model: 'gpt-5.6-luna' }),
  tools: browser.tools,
  middleware: [browser.middleware],
  systemPrompt: 'Find things out on the web with the browser tools.',
});

const { messages } = await agent.invoke({
  messages: [{ role: 'user', content: process.argv[2] ?? 'What is on example.com?' }],
});
console.log(messages.at(-1)?.text);
await browser.close();
