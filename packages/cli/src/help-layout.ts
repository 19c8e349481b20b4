import type { Help } from 'commander';

/** Terms that are longer stand on a line of their own. */
const widestTerm = 30;
/** Lines that are longer are hard to read, however wide the terminal. */
const widest = 100;

/** How help is laid out: within the terminal's width, or 80 columns where there is none. */
export const helpLayout: Partial<Help> = {
  sortSubcommands: false,
  subcommandTerm: (command) =>
    `${[command.name(), ...command.aliases()].join('|')} ${command.usage().replace(/ ?\[options\] ?/, '')}`.trim(),
  prepareContext(this: Help, { helpWidth }: { helpWidth?: number }) {
    this.helpWidth = Math.min(helpWidth ?? 80, widest);
    this.minWidthToWrap = 20;
  },
  padWidth(command, helper) {
    const terms = [
      ...helper.visibleOptions(command).map((option) => helper.optionTerm(option)),
      ...helper.visibleCommands(command).map((one) => helper.subcommandTerm(one)),
      ...helper.visibleArguments(command).map((argument) => helper.argumentTerm(argument)),
    ].map(({ length }) => length);
    return Math.max(0, ...terms.filter((length) => length <= widestTerm));
  },
  formatItem(this: Help, term, termWidth, description, helper) {
    const lead = ' '.repeat(termWidth + 4);
    const room = (helper.helpWidth ?? 80) - lead.length;
    const lines = helper.boxWrap(description, room).split('\n');
    const [first = '', ...more] = lines;
    if (!description) return `  ${term}`;
    const begin =
      term.length > termWidth ? [`  ${term}`, `${lead}${first}`] : [`  ${term.padEnd(termWidth)}  ${first}`];
    return [...begin, ...more.map((line) => lead + line)].join('\n');
  },
};
