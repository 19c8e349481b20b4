// OpenAI Agents SDK. Needs OPENAI_API_KEY.  node examples/openai-agents.mjs "What is on news.ycombinator.com?"
import { agentTools } from '@handhold/openai/agents';
import { Agent, run } from '@openai/agents';

const browser = agentTools();
const agent = new Agent({
  name: 'Surfer',
  instructions: 'Find things out on the web with the browser tools.',
  model: 'gpt-5.6-luna',
  tools: browser.tools,
});

const { callModelInputFilter } = browser;
const { finalOutput } = await run(agent, process.argv[2] ?? 'What is on example.com?', {
  maxTurns: 20,
  callModelInputFilter,
});
console.log(finalOutput);
await browser.close();
