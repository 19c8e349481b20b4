import type { ActionBase } from '../action.js';
import { hideLogin } from './masking.js';
import type { SafetyLevel } from './safety.js';
import { address, quote } from './untrusted.js';

/** An element as the agent was shown it; its name is the page's own word. */
export interface ApprovalElement {
  ref?: string;
  role: string;
  name: string;
}

/** Where something is about to happen. */
export interface ApprovalPage {
  url: string;
  origin: string;
  title: string;
  /** Origin of the document that the element stands in, where that is another one. */
  frame?: string;
}

/** A request that is held back until somebody agrees to it. */
export interface HeldRequest {
  method: string;
  url: string;
  origin: string;
}

/** An action that the policy leaves to a person: all that is known of it, for whoever decides. */
export interface ApprovalRequest {
  session: string;
  tool: string;
  /** The input of the tool; secrets stand in it by their names. */
  input: unknown;
  /** Undefined where a tool of the user's own is asked about, before it acts. */
  action: ActionBase | undefined;
  element: ApprovalElement | undefined;
  page: ApprovalPage | undefined;
  request: HeldRequest | undefined;
  safety: SafetyLevel;
  /** The coming action in a sentence; words of pages stand in quotes. */
  summary: string;
  /** Why it is asked, such as "types into a password field". */
  reasons: readonly string[];
  signal: AbortSignal | undefined;
}

/** The question in a few lines for a person; words of pages stand in quotes. */
export function approvalText({ tool, summary, page, request, reasons, safety }: ApprovalRequest): string {
  // A tool of the user's own may say it in a sentence.
  const lines = [/[.?!]$/.test(summary) ? summary : `Allow ${summary}?`];
  if (request) lines.push(`Would send: ${methodText(request.method)} ${address(hideLogin(request.url))}`);
  if (page) {
    const inside = page.frame === undefined ? '' : `, in a frame of ${address(hideLogin(page.frame))}`;
    lines.push(`Page: ${quote(page.title, 100)} ${address(hideLogin(page.url))}${inside}`);
  }
  lines.push(`Why this is asked: ${reasons.join('; ') || `the policy asks for what is ${safety}`}`);
  lines.push(`Tool: ${tool}`);
  return lines.join('\n');
}

/** A page may call its method anything. */
function methodText(method: string): string {
  return /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/.test(method) ? method : quote(method, 20);
}

/** Something the agent wants to know from a person. */
export interface UserQuestion {
  session: string;
  question: string;
  reason: 'login' | 'captcha' | 'choice' | 'other';
  signal: AbortSignal | undefined;
}

/** Whoever runs the agent, as far as they can be asked: a callback, a terminal, an MCP client. No answer is a no. */
export interface Approver {
  approve?(request: ApprovalRequest): Promise<boolean>;
  ask?(question: UserQuestion): Promise<string | undefined>;
}

/** The public names of the page and the element in a request. */
export type AskedElement = ApprovalElement;
export type AskedPage = ApprovalPage;
