// OpenAI Responses API. Needs OPENAI_API_KEY.  node examples/openai.mjs "What is the top story on news.ycombinator.com?"
import { browserTools } from '@handhold/openai';
import OpenAI from 'openai';

const client = new OpenAI();
const browser = browserTools();
/** @type {OpenAI.Responses.ResponseInput} */
const input = [{ role: 'user', content: process.argv[2] ?? 'What is on example.com?' }];
for (;;) {
  const response = await client.responses.create({
    model: 'gpt-5.4-mini',
    instructions: 'Find things out on the web with the browser tools.',
    tools: browser.responsesTools,
    input,
  });
  const answers = await browser.answer(response.output);
  if (answers.length === 0) {
    console.log(response.output_text);
    break;
  }
  // What the model said goes back as it is, though the SDK has another type for it.
  input.push(.../** @type {typeof input} */ (response.output), ...answers);
}
await browser.close();
