// OpenAI computer use. Needs OPENAI_API_KEY.  node examples/openai-computer-use.mjs "Search for Ada Lovelace" https://duckduckgo.com
import { computerUse } from '@handhold/openai';
import OpenAI from 'openai';

const [task = 'What do you see?', startUrl = 'https://example.com'] = process.argv.slice(2);
const client = new OpenAI();
const computer = computerUse({
  startUrl,
  onSafetyCheck: (checks) => {
    console.error('Not done without you:', checks.map((check) => check.message).join(' '));
    return false;
  },
});
/** @type {OpenAI.Responses.ResponseInput} */
let input = [{ role: 'user', content: task }];
/** @type {string | null} */
let previous = null;
for (;;) {
  /** @type {OpenAI.Responses.Response} */
  const response = await client.responses.create({
    model: 'gpt-6.1-terra',
    tools: [computer.tool],
    truncation: 'auto',
    previous_response_id: previous,
    input,
  });
  const answers = await computer.answer(response.output);
  if (answers.length === 0) {
    console.log(response.output_text);
    break;
  }
  input = answers;
  previous = response.id;
}
await computer.close();
