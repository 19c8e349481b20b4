import { Console } from 'node:console';
import module from 'node:module';
import { ConfigError, loadToolModules, type Tool, toolModulesIn } from 'handhold';
import { initialize, resolve } from './library-hooks.js';
import { UsageError } from './usage-error.js';

let prepared = false;

/** The tools in the modules that the command line and the config file name; nothing else can name any. */
export async function ownTools(
  { config, toolModule = [] }: { config?: string; toolModule?: string[] },
  check?: (tool: Tool) => void,
): Promise<Tool[]> {
  try {
    const files = [...toolModule, ...(config === undefined ? [] : toolModulesIn(config))];
    if (files.length === 0) return [];
    prepare();
    return await loadToolModules(files, check);
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    throw new UsageError(thrown instanceof ConfigError ? `--config: ${message}` : message);
  }
}

/** True if code of the user's has been run, whatever came of it. */
export function ranModules(): boolean {
  return prepared;
}

/** Prepares the process for modules. */
function prepare(): void {
  if (prepared) return;
  prepared = true;
  // What a tool prints must not come between the answers on stdout.
  globalThis.console = new Console(process.stderr);
  const library = import.meta.resolve('handhold');
  initialize(library);
  // The newer way is not in every Node that we run on, and the older one is on its way out.
  if (typeof module.registerHooks === 'function') module.registerHooks({ resolve });
  else module.register('./library-hooks.js', import.meta.url, { data: library });
}
