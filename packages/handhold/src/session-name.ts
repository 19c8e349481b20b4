import { createHash } from 'node:crypto';

/** The form of a session's name. */
export const sessionForm = /^[\w.:@-]{1,128}$/;
/** The session of calls that belong to no thread; a thread may not get into it by its name. */
export const defaultSession = 'default';

/** The session of a thread: its own id where that can be a session's name, else one that no other thread gets. */
export function sessionOf(threadId: string | undefined): string {
  if (threadId === undefined || threadId === '') return defaultSession;
  if (sessionForm.test(threadId) && threadId !== defaultSession) return threadId;
  const readable = threadId.replace(/[^\w.:@-]/g, '_').slice(0, 80);
  return `${readable}-${createHash('sha256').update(threadId).digest('hex').slice(0, 32)}`;
}
