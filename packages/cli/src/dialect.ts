import { Option } from 'commander';
import { type DialectName, dialectNames, nearest } from 'handhold';
import { UsageError } from './usage-error.js';

/** The option that says in whose words the tools are offered. */
export function dialectOption(description: string): Option {
  const option = new Option('--dialect <name>', description).argParser(dialectCalled);
  option.argChoices = [...dialectNames];
  return option;
}

function dialectCalled(called: string): DialectName {
  const dialect = dialectNames.find((name) => name === called);
  if (dialect) return dialect;
  const near = nearest(called, dialectNames);
  throw new UsageError(
    `--dialect takes ${dialectNames.join(', ')}, not "${called}".${near ? ` Did you mean ${near}?` : ''}`,
  );
}
