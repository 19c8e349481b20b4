/** The commands that are no tools' verbs. */
export const ownCommands: ReadonlySet<string> = new Set([
  'mcp',
  'call',
  'tools',
  'demo',
  'doctor',
  'install-browser',
  'completion',
  'guide',
  'help',
  '__serve',
]);
