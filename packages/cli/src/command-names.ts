/** The command that a background server is started with; not for people. */
export const serveCommand = '__serve';

/** The command that prints the sessions that run, for completion; not for people. */
export const sessionsCommand = '__sessions';

/** The commands that are no tools' verbs, in the order of the help; each is defined in `commands.ts`. */
export const commandNames = [
  'mcp',
  'call',
  'tools',
  'demo',
  'doctor',
  'install-browser',
  'completion',
  'guide',
  serveCommand,
] as const;

export type CommandName = (typeof commandNames)[number];

/** True if a word is a command by itself, so that it can be no tool's verb. */
export function isCommand(word: string): boolean {
  // Help is the parser's own.
  return word === 'help' || commandNames.some((name) => name === word);
}
