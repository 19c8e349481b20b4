import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ElicitRequestFormParams,
  type InputRequiredResult,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { approvalText, type Host } from 'handhold';
import { z } from 'zod';
import { answerTime, type Elicit, type OpenQuestions, type Reply } from './open-questions.js';

/** Runs a call for a client, with an approver through which the client's user can be asked. */
export async function callWithApprover(
  server: Server,
  { mcpReq }: ServerContext,
  questions: OpenQuestions,
  work: (approver: Host, signal: AbortSignal) => Promise<CallToolResult>,
): Promise<CallToolResult | InputRequiredResult> {
  const state = mcpReq.requestState();
  if (typeof state === 'string') return questions.resume(state, mcpReq.inputResponses, mcpReq.signal);
  if (mcpReq.envelope) {
    const capabilities = envelopeForm.safeParse(mcpReq.envelope).data?.[CLIENT_CAPABILITIES_META_KEY];
    const asks = canAnswer(capabilities?.elicitation);
    return questions.begin((elicit, signal) => work(asks ? clientUser(elicit) : {}, signal), mcpReq.signal);
  }
  const approver = canAnswer(server.getClientCapabilities()?.elicitation)
    ? clientUser((form) => mcpReq.elicitInput(form, { signal: mcpReq.signal, timeout: answerTime }))
    : {};
  return work(approver, mcpReq.signal);
}

const envelopeForm = z.object({
  [CLIENT_CAPABILITIES_META_KEY]: z.object({ elicitation: z.unknown().optional() }),
});

const elicitationModes = z.object({ form: z.unknown().optional(), url: z.unknown().optional() });

/** Before there were modes of asking, an empty capability meant forms. */
function canAnswer(elicitation: unknown): boolean {
  if (elicitation === undefined) return false;
  const { form, url } = elicitationModes.safeParse(elicitation).data ?? {};
  return form !== undefined || url === undefined;
}

/** An approver that puts everything to the client's user; whatever goes wrong on the way is a no. */
function clientUser(elicit: Elicit): Host {
  const ask = (form: ElicitRequestFormParams) =>
    elicit(form).catch((): Reply => ({ action: 'cancel', content: undefined }));
  return {
    approve: async (request) => {
      const { action, content } = await ask({
        message: approvalText(request),
        requestedSchema: {
          type: 'object',
          properties: { approve: { type: 'boolean', title: 'Allow it', default: false } },
          required: ['approve'],
        },
      });
      return action === 'accept' && content?.approve === true;
    },
    ask: async ({ question }) => {
      const { action, content } = await ask({
        message: question,
        requestedSchema: {
          type: 'object',
          properties: { answer: { type: 'string', title: 'Answer' } },
          required: ['answer'],
        },
      });
      return action === 'accept' && typeof content?.answer === 'string' ? content.answer : undefined;
    },
  };
}
