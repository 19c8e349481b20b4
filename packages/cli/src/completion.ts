import type { Command, Option } from 'commander';
import { builtInTools, categories, choicesOf, positionalChoices } from 'handhold';
import { sessionsCommand } from './command-names.js';
import { VerbCommand } from './shell/verbs.js';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type ShellName = (typeof shells)[number];

/** The values that may stand somewhere: words, or those that the shell itself finds. */
interface Values {
  words: readonly string[];
  /** The sessions that run are asked for when they are wanted. */
  sessions: boolean;
  files: boolean;
}

interface Flag {
  name: string;
  description: string;
  /** Nothing where it takes none. */
  values: Values | undefined;
}

interface Word {
  name: string;
  description: string;
  flags: Flag[];
  /** The values that may stand after it without a flag. */
  values: Values;
}

/** A script that completes the commands, their options and what these take, to be loaded by the shell. */
export function completionScript(program: Command, shell: ShellName): string {
  const commands = program.commands.filter((command) => !command.name().startsWith('_'));
  const names = commands.flatMap((command) => [command.name(), ...command.aliases()]);
  const words = [
    ...commands.flatMap((command) =>
      [command.name(), ...command.aliases()].map((name) => wordOf(name, command)),
    ),
    { name: 'help', description: 'print the help of a command', flags: [], values: only(names) },
  ];
  switch (shell) {
    case 'bash':
      return bash(words);
    case 'zsh':
      return zsh(words);
    case 'fish':
      return fish(words);
  }
}

function wordOf(name: string, command: Command): Word {
  const flags = command.options
    .filter((option) => option.long && !option.hidden)
    .map((option) => ({
      name: option.long ?? '',
      description: option.description,
      values: option.required || option.optional ? valuesOf(option, command) : undefined,
    }));
  return { name, description: command.description(), flags, values: positionalValues(command) };
}

const none: Values = { words: [], sessions: false, files: false };

function only(words: readonly string[]): Values {
  return { ...none, words };
}

function valuesOf(option: Option, command: Command): Values {
  const { long, argChoices } = option;
  if (long === '--session') return { ...none, sessions: true };
  if (long === '--tools')
    return only(['core', 'all', ...categories, ...builtInTools.map(({ name }) => name)]);
  const words = argChoices ?? (command instanceof VerbCommand ? choicesOf(command.tool, long ?? '') : []);
  if (words.length > 0) return only(words);
  return { ...none, files: /<(file|dir|path|paths|folder)>/.test(option.flags) || long === '--path' };
}

function positionalValues(command: Command): Values {
  if (command instanceof VerbCommand) {
    const words = positionalChoices(command.tool);
    return { ...none, words, files: words.length === 0 };
  }
  if (command.name() === 'call') return only(builtInTools.map(({ name }) => name));
  return only(command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices));
}

function bash(words: readonly Word[]): string {
  const list = ({ words: given, sessions }: Values) =>
    sessions ? `$(handhold ${sessionsCommand} 2>/dev/null)` : given.join(' ');
  const values = words.flatMap(({ name, flags }) =>
    flags.flatMap((flag) =>
      flag.values ? [`    "${name} ${flag.name}") words="${list(flag.values)}" ;;`] : [],
    ),
  );
  const flags = words.map(
    (word) =>
      `      ${word.name}) words="${word.values.words.join(' ')}"; flags="${word.flags.map((flag) => flag.name).join(' ')}" ;;`,
  );
  return `# handhold completion bash >> ~/.bashrc
_handhold() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" words="" flags=""
  # Bash takes --name=value for three words.
  if [ "$current" = "=" ]; then current=""
  elif [ "$before" = "=" ]; then before="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${words.map(({ name }) => name).join(' ')}"
  else case "\${COMP_WORDS[1]} $before" in
${values.join('\n')}
    *) case "\${COMP_WORDS[1]}" in
${flags.join('\n')}
    esac
    case "$current" in -*) words="$flags" ;; esac ;;
  esac; fi
  # What the shell finds by itself, such as files, comes where there is nothing here.
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _handhold handhold`;
}

function zsh(words: readonly Word[]): string {
  const entry = (name: string, description: string) =>
    quoted(`${name.replaceAll(':', '\\:')}:${description}`);
  const offer = ({ words: given, sessions, files }: Values) => {
    if (sessions) return `compadd -- $(handhold ${sessionsCommand} 2>/dev/null)`;
    if (given.length > 0) return `compadd -- ${given.join(' ')}`;
    return files ? '_files' : ':';
  };
  const values = words.flatMap(({ name, flags }) =>
    flags.flatMap((flag) =>
      flag.values ? [`    ${quoted(`${name} ${flag.name}`)}) ${offer(flag.values)}; return ;;`] : [],
    ),
  );
  const cases = words.map(
    ({ name, flags, values: positional }) =>
      `    ${name}) flags=(${flags.map((flag) => entry(flag.name, flag.description)).join(' ')}); [[ $PREFIX == -* ]] || ${offer(positional)} ;;`,
  );
  return `#compdef handhold
# handhold completion zsh > "\${fpath[1]}/_handhold"
_handhold() {
  local -a commands flags
  if (( CURRENT == 2 )); then
    commands=(
${words.map(({ name, description }) => `      ${entry(name, description)}`).join('\n')}
    )
    _describe command commands
    return
  fi
  case "$words[2] $words[CURRENT-1]" in
${values.join('\n')}
  esac
  case "$words[2]" in
${cases.join('\n')}
  esac
  _describe -o option flags
}
# Either loaded by name from fpath, when completing has begun already, or read by .zshrc.
if [[ $funcstack[1] == _handhold ]]; then
  _handhold "$@"
else
  compdef _handhold handhold
fi`;
}

function fish(words: readonly Word[]): string {
  const takes = (values: Values | undefined) => {
    if (!values) return '';
    if (values.sessions) return ` -x -a '(handhold ${sessionsCommand} 2>/dev/null)'`;
    return values.words.length > 0 ? ` -x -a ${quoted(values.words.join(' '))}` : ' -r';
  };
  const lines = words.flatMap(({ name, description, flags, values }) => {
    const after = `complete -c handhold -n '__fish_seen_subcommand_from ${name}'`;
    return [
      `complete -c handhold -n __fish_use_subcommand -f -a ${name} -d ${quoted(description)}`,
      ...(values.words.length > 0 ? [`${after} -f -a ${quoted(values.words.join(' '))}`] : []),
      ...flags.map(
        (flag) => `${after} -l ${flag.name.slice(2)}${takes(flag.values)} -d ${quoted(flag.description)}`,
      ),
    ];
  });
  return ['# handhold completion fish > ~/.config/fish/completions/handhold.fish', ...lines].join('\n');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", '’').replace(/\s+/g, ' ')}'`;
}
