// OpenAI Responses API. Needs OPENAI_API_KEY.  node examples/openai.mjs "What is the top story on news.ycombinator.com?"
import { browserTools } from '@handhold/openai';
import OpenAI from 'openai';

const client = new OpenAI();
const browser = browserTools();
/** @type {OpenAI.Responses.ResponseInput} */
let input = [{ role: 'user', content: process.argv[2] ?? 'What is on example.com?' }];
/** @type {string | null} */
let previous = null;
for (;;) {
  /** @type {OpenAI.Responses.Response} */
  const response = await client.responses.create({
    model: 'gpt-5.6-luna',
    instructions: 'Find things out on the web with the browser tools.',
    tools: browser.responsesTools,
    previous_response_id: previous,
    input,
  });
  const answers = await browser.answer(response.output);
  if (answers.length === 0) {
    console.log(response.output_text);
    break;
  }
  input = answers;
  previous = response.id;
}
await browser.close();
