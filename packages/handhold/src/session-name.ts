import { createHash } from 'node:crypto';

/** What a session may be called. */
export const sessionForm = /^[\w.:@-]{1,128}$/;
/** The session of calls that belong to no thread; a thread may not get into it by its name. */
const common = 'default';

/** The session of a thread: its own id where that can be a session's name, else one that no other thread gets. */
export function sessionOf(threadId: string | undefined): string {
  if (threadId === undefined || threadId === '') return common;
  if (sessionForm.test(threadId) && threadId !== common) return threadId;
  const readable = threadId.replace(/[^\w.:@-]/g, '_').slice(0, 80);
  return `${readable}-${createHash('sha256').update(threadId).digest('hex').slice(0, 32)}`;
}
