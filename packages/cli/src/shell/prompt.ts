import { confirm, isCancel, text } from '@clack/prompts';
import type { ShellQuestion } from './messages.js';

/** Asks the person at the terminal; on stderr, so that what goes to stdout stays what was asked for. */
export async function askPerson({ kind, message }: ShellQuestion): Promise<string | boolean | null> {
  const on = { input: process.stdin, output: process.stderr };
  const answer =
    kind === 'approve'
      ? await confirm({ message, initialValue: false, ...on })
      : await text({ message, ...on });
  return isCancel(answer) ? null : answer;
}
