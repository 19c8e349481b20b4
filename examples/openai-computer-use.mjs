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
const input = [{ role: 'user', content: task }];
for (;;) {
  const response = await client.responses.create({
    model: 'gpt-5.4',
    tools: [computer.tool],
    truncation: 'auto',
    input,
  });
  const answers = await computer.answer(response.output);
  if (answers.length === 0) {
    console.log(response.output_text);
    break;
  }
  // What the model said goes back as it is, though the SDK has another type for it.
  input.push(.../** @type {typeof input} */ (response.output), ...answers);
}
await computer.close();
