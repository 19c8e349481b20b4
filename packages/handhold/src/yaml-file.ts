import { readFileSync } from 'node:fs';
import { isMap, isNode, isPair, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';

/** A YAML or JSON file, and where in it everything stands. */
export interface YamlFile {
  content: unknown;
  /** The line of a key or item, such as " (line 3)"; nothing where there is none. */
  at(path: readonly PropertyKey[]): string;
}

/** Reads a file of YAML or JSON; throws what is wrong with it, in a line. */
export function readYaml(path: string): YamlFile {
  const lines = new LineCounter();
  const document = parseDocument(readFileSync(path, 'utf8'), { lineCounter: lines });
  const [wrong] = document.errors;
  if (wrong) throw new Error(wrong.message.split('\n', 1)[0]?.replace(/:$/, ''));
  return {
    content: document.toJS(),
    at: (keys) => {
      const offset = offsetOf(document.contents, keys);
      return offset === undefined ? '' : ` (line ${lines.linePos(offset).line})`;
    },
  };
}

function offsetOf(contents: unknown, path: readonly PropertyKey[]): number | undefined {
  let node = contents;
  let offset: number | undefined;
  for (const key of path) {
    if (isMap(node)) {
      const pair = node.items.find(
        (item) => isPair(item) && isScalar(item.key) && String(item.key.value) === String(key),
      );
      offset = isNode(pair?.key) ? pair.key.range?.[0] : undefined;
      node = pair?.value;
    } else if (isSeq(node)) {
      node = node.items[Number(key)];
      offset = isNode(node) ? node.range?.[0] : undefined;
    } else return undefined;
  }
  return offset;
}
