import { createHash } from 'node:crypto';
import { defaultSession, sessionForm } from './session-name.js';

/** The session of a thread: its own id where that can be a session's name, else one that no other thread gets. */
export function sessionOf(threadId: string | undefined): string {
  if (threadId === undefined || threadId === '') return defaultSession;
  // The usual session belongs to no thread, and none may get into it by its name.
  if (sessionForm.test(threadId) && threadId !== defaultSession) return threadId;
  const readable = threadId.replace(/[^\w.:@-]/g, '_').slice(0, 80);
  return `${readable}-${createHash('sha256').update(threadId).digest('hex').slice(0, 32)}`;
}
