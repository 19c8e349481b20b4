import type { Command } from 'commander';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type ShellName = (typeof shells)[number];

interface Word {
  name: string;
  description: string;
  flags: { name: string; description: string }[];
}

/** A script that completes the commands and their options, to be loaded by the shell. */
export function completionScript(program: Command, shell: ShellName): string {
  const words = program.commands
    .filter((command) => !command.name().startsWith('_'))
    .flatMap((command) => [command.name(), ...command.aliases()].map((name) => wordOf(name, command)));
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
    .map((option) => ({ name: option.long ?? '', description: option.description }));
  return { name, description: command.description(), flags };
}

function bash(words: readonly Word[]): string {
  const cases = words.map(
    ({ name, flags }) => `    ${name}) words="${flags.map((flag) => flag.name).join(' ')}" ;;`,
  );
  return `# handhold completion bash >> ~/.bashrc
_handhold() {
  local current=\${COMP_WORDS[COMP_CWORD]} words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${words.map(({ name }) => name).join(' ')}"
  else case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac; fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _handhold handhold`;
}

function zsh(words: readonly Word[]): string {
  const entry = (name: string, description: string) =>
    quoted(`${name.replaceAll(':', '\\:')}:${description}`);
  const cases = words.map(
    ({ name, flags }) =>
      `    ${name}) flags=(${flags.map((flag) => entry(flag.name, flag.description)).join(' ')}) ;;`,
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
  case "$words[2]" in
${cases.join('\n')}
  esac
  _describe option flags
  _files
}
# Either loaded by name from fpath, when completing has begun already, or read by .zshrc.
if [[ $funcstack[1] == _handhold ]]; then
  _handhold "$@"
else
  compdef _handhold handhold
fi`;
}

function fish(words: readonly Word[]): string {
  const lines = words.flatMap(({ name, description, flags }) => [
    `complete -c handhold -n __fish_use_subcommand -f -a ${name} -d ${quoted(description)}`,
    ...flags.map(
      (flag) =>
        `complete -c handhold -n '__fish_seen_subcommand_from ${name}' -l ${flag.name.slice(2)} -d ${quoted(flag.description)}`,
    ),
  ]);
  return ['# handhold completion fish > ~/.config/fish/completions/handhold.fish', ...lines].join('\n');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", '’').replace(/\s+/g, ' ')}'`;
}
