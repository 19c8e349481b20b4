import type { Action } from '../actions/action.js';
import type { SafetyLevel } from './safety.js';

/** An action that the policy leaves to a person. */
export interface ApprovalRequest {
  session: string;
  tool: string;
  /** Undefined where the tool as a whole is asked about, before it acts. */
  action: Action | undefined;
  safety: SafetyLevel;
  /** What is about to happen, in a sentence. */
  summary: string;
  /** Why it is asked, such as "types into a password field". */
  reasons: readonly string[];
  signal: AbortSignal | undefined;
}

/** Something the agent wants to know from a person. */
export interface UserQuestion {
  session: string;
  question: string;
  reason: 'login' | 'captcha' | 'choice' | 'other';
  signal: AbortSignal | undefined;
}

/** Whoever runs the agent, as far as they can be asked: a callback, a terminal, an MCP client. No answer is a no. */
export interface Host {
  approve?(request: ApprovalRequest): Promise<boolean>;
  ask?(question: UserQuestion): Promise<string | undefined>;
}
