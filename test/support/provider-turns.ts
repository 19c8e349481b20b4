/** What providers' APIs answer: first they ask for a page, then they repeat what they read. */

let count = 0;

/** The call that they ask for. */
export const navigate = { name: 'browser_navigate', input: { url: 'about:blank' } };

/** A turn of the Responses API. */
export function openai(read: string | undefined, asks: object = functionCall()) {
  count += 1;
  const says = {
    type: 'message',
    id: `msg_${count}`,
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text: `I read: ${read}`, annotations: [] }],
  };
  return {
    id: `resp_${count}`,
    object: 'response',
    created_at: 0,
    status: 'completed',
    model: 'stand-in',
    output: [read === undefined ? asks : says],
    usage: {
      input_tokens: 1,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 1,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 2,
    },
  };
}

function functionCall() {
  const { name, input } = navigate;
  return {
    type: 'function_call',
    id: 'fc_1',
    call_id: 'call_1',
    name,
    arguments: JSON.stringify(input),
    status: 'completed',
  };
}

/** What a model for computer use asks for. */
export function computerCall() {
  return {
    type: 'computer_call',
    id: 'cc_1',
    call_id: 'call_1',
    status: 'completed',
    pending_safety_checks: [],
    actions: [{ type: 'screenshot' }],
  };
}

/** A turn of Chat Completions. */
export function chat(read: string | undefined) {
  const { name, input } = navigate;
  const call = { id: 'call_1', type: 'function', function: { name, arguments: JSON.stringify(input) } };
  return {
    id: 'chatcmpl',
    object: 'chat.completion',
    created: 0,
    model: 'stand-in',
    choices: [
      {
        index: 0,
        finish_reason: read === undefined ? 'tool_calls' : 'stop',
        message: {
          role: 'assistant',
          ...(read === undefined ? { content: null, tool_calls: [call] } : { content: `I read: ${read}` }),
        },
      },
    ],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  };
}

/** A turn of the Messages API. */
export function anthropic(read: string | undefined) {
  return {
    id: 'msg',
    type: 'message',
    role: 'assistant',
    model: 'stand-in',
    content:
      read === undefined
        ? [{ type: 'tool_use', id: 'toolu_1', ...navigate }]
        : [{ type: 'text', text: `I read: ${read}` }],
    stop_reason: read === undefined ? 'tool_use' : 'end_turn',
    usage: { input_tokens: 1, output_tokens: 1 },
  };
}
