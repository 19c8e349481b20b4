import type { ViewNode } from '../looking/view.js';

/** Parts of a page that follow each other like chapters, and tables. */
const sections = new Set([
  'banner',
  'complementary',
  'contentinfo',
  'form',
  'grid',
  'main',
  'navigation',
  'region',
  'search',
  'table',
  'treegrid',
]);

/** The extent of a shown context: where its own lines end, and where all that stands in it does. */
interface Extent {
  own: number;
  all: number;
}

/**
 * How far each line is indented: a space for each shown context it stands in. One space is free, more cost a token on
 * every line; so contexts that end a section, with no line of its own after them, begin where the section does.
 */
export function indentsOf(
  shown: readonly ViewNode[],
  contexts: ReadonlySet<ViewNode>,
): Map<ViewNode, string> {
  const places = new Map(shown.map((node, at) => [node, at]));
  const extents = new Map<ViewNode, Extent>();
  shown.forEach((node, at) => {
    const chain = contextsOf(node, contexts);
    for (const [i, context] of chain.entries()) {
      const extent = extents.get(context) ?? { own: -1, all: at };
      extents.set(context, extent);
      extent.all = at;
      if (i === 0 && !contexts.has(node)) extent.own = at;
    }
  });
  const goesOn = (section: ViewNode, inner: ViewNode): boolean => {
    const extent = extents.get(section);
    if (!sections.has(section.role) || !extent || (places.get(inner) ?? 0) <= extent.own) return false;
    // What comes after the section must not seem to belong to it.
    const next = shown[extent.all + 1];
    return !next || !contexts.has(next) || sections.has(next.role);
  };
  const depths = new Map<ViewNode, number>();
  const depthOf = (node: ViewNode): number => {
    const known = depths.get(node);
    if (known !== undefined) return known;
    const [outer] = contextsOf(node, contexts);
    const depth = outer ? depthOf(outer) + (contexts.has(node) && goesOn(outer, node) ? 0 : 1) : 0;
    depths.set(node, depth);
    return depth;
  };
  return new Map(shown.map((node) => [node, ' '.repeat(depthOf(node))]));
}

/** The shown contexts that a node stands in, innermost first. */
function contextsOf(node: ViewNode, contexts: ReadonlySet<ViewNode>): ViewNode[] {
  const chain: ViewNode[] = [];
  for (let up = node.inside; up; up = up.inside) if (contexts.has(up)) chain.push(up);
  return chain;
}
