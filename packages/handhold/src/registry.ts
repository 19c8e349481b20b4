import { Failure } from './errors.js';
import { quote } from './gate/untrusted.js';
import {
  type ModelCapability,
  type SafetyLevel,
  safetyLevels,
  type Tool,
  type ToolCategory,
} from './tool.js';

/** Keeps tools by name. What is registered here appears on every surface. */
export class ToolRegistry {
  private readonly tools = new Map<string, Tool>();

  constructor(tools: Iterable<Tool> = []) {
    for (const tool of tools) this.register(tool);
  }

  /** Adds a tool; a name can only be taken once. */
  register(tool: Tool): this {
    if (this.tools.has(tool.name)) throw new Error(`There is a tool called "${tool.name}" already.`);
    this.tools.set(tool.name, tool);
    return this;
  }

  /** The tool of that name; throws `unknown_tool` with the nearest name where there is none. */
  getTool(name: string): Tool {
    const tool = this.tools.get(name);
    if (tool) return tool;
    const near = nearest(name.slice(0, 80), this.listTools());
    throw new Failure('unknown_tool', `There is no tool called ${quote(name, 80)}.`, {
      ...(near ? { hint: `Did you mean ${near}?` } : {}),
    });
  }

  has(name: string): boolean {
    return this.tools.has(name);
  }

  listTools(): string[] {
    return [...this.tools.keys()];
  }

  [Symbol.iterator](): IterableIterator<Tool> {
    return this.tools.values();
  }

  getByCategory(category: ToolCategory): Tool[] {
    return [...this].filter((tool) => tool.category === category);
  }

  /** Tools up to and including a level of risk. */
  upTo(level: SafetyLevel): ToolRegistry {
    const most = safetyLevels.indexOf(level);
    return new ToolRegistry([...this].filter((tool) => safetyLevels.indexOf(tool.safety) <= most));
  }

  /** Tools a model with these capabilities can use. */
  getFilteredRegistry(capabilities: readonly ModelCapability[]): ToolRegistry {
    return new ToolRegistry(
      [...this].filter((tool) => tool.requiredCapabilities.every((needed) => capabilities.includes(needed))),
    );
  }

  /** `core`, `all`, or names and categories; a name that is none of these is an error, not a silent gap. */
  select(wanted: readonly string[]): ToolRegistry {
    const chosen = new Set<Tool>();
    for (const word of wanted) {
      const matches = [...this].filter(
        (tool) =>
          word === 'all' || (word === 'core' && tool.core) || tool.category === word || tool.name === word,
      );
      if (matches.length === 0) this.getTool(word);
      for (const tool of matches) chosen.add(tool);
    }
    return new ToolRegistry([...this].filter((tool) => chosen.has(tool)));
  }
}

/** The name that shares most of its letter pairs, if any comes close. */
function nearest(name: string, names: string[]): string | undefined {
  const pairs = (word: string) => new Set([...word].slice(1).map((letter, i) => `${word[i]}${letter}`));
  const wanted = pairs(name.toLowerCase());
  let best: string | undefined;
  let most = 0.4;
  for (const candidate of names) {
    const has = pairs(candidate);
    const shared = [...wanted].filter((pair) => has.has(pair)).length;
    const score = (2 * shared) / (wanted.size + has.size || 1);
    if (score > most) {
      most = score;
      best = candidate;
    }
  }
  return best;
}
