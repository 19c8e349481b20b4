import type { Belongs } from '../injected/protocol.js';
import type { View, ViewNode } from '../looking/view.js';
import { isOnlyMarks, itemLine, nameLimit } from './element-line.js';
import { itemRoles } from './items.js';

/** Contexts that are worth a line only where they tell equal things apart. */
const tellingApart = new Set([
  'row',
  'listitem',
  'article',
  'group',
  'figure',
  'table',
  'listbox',
  'menu',
  'tabpanel',
  'grid',
]);

/** Contexts of what is shown: landmarks, dialogs and frames always, rows and items where equal names need them. */
export function neededContexts(view: View, kept: Set<ViewNode>, interactiveOnly: boolean): Set<ViewNode> {
  const twins = new Map<string, number>();
  for (const node of kept) {
    const key = `${node.role}|${node.name}`;
    twins.set(key, (twins.get(key) ?? 0) + 1);
  }
  const needed = new Set<ViewNode>();
  for (const node of kept) {
    const ambiguous = (twins.get(`${node.role}|${node.name}`) ?? 0) > 1;
    for (let up = node.inside; up; up = up.inside) {
      if (up.kind === 'element' || needed.has(up)) continue;
      if (!tellingApart.has(up.role)) needed.add(up);
      else if (up.name && !isOnlyMarks(up.name) && (ambiguous || up.role === 'group')) needed.add(up);
    }
  }
  for (const node of view.nodes) {
    if (node.kind === 'frame' && node.states) needed.add(node);
    if (node.kind === 'context' && !interactiveOnly && !tellingApart.has(node.role) && node.name)
      needed.add(node);
  }
  return needed;
}

/** Headings that stand above something shown, and the main ones, which say what page this is. */
export function neededHeadings(view: View, kept: Set<ViewNode>, contexts: Set<ViewNode>): Set<ViewNode> {
  const needed = new Set<ViewNode>();
  const open: ViewNode[] = [];
  let lone: ViewNode | undefined;
  for (const node of view.nodes) {
    if (node.kind === 'heading') {
      const level = node.level ?? 2;
      while (open.length > 0 && (open[open.length - 1]?.level ?? 2) >= level) open.pop();
      open.push(node);
      if (level === 1) needed.add(node);
      lone = node;
    } else if (node.kind === 'element' && kept.has(node)) {
      const repeatsHeading = lone && (node.name === lone.name || isSaidAround(lone, contexts));
      for (const heading of open) if (!(heading === lone && repeatsHeading)) needed.add(heading);
      if (repeatsHeading && lone) open.splice(open.indexOf(lone), 1);
      lone = undefined;
    }
  }
  return needed;
}

/** True if the line of what is around a heading says the same. */
function isSaidAround({ name, inside }: ViewNode, contexts: Set<ViewNode>): boolean {
  return inside !== undefined && contexts.has(inside) && inside.name.split(' · ').includes(name);
}

/** Rows and cards that are no contexts, where nothing else tells apart what stands in them from its likes in others. */
export function neededItems(
  kept: ReadonlySet<ViewNode>,
  headings: ReadonlySet<ViewNode>,
  contexts: ReadonlySet<ViewNode>,
): Map<Belongs, string> {
  const likes = new Map<string, Set<Belongs | undefined>>();
  const names = new Map<Belongs, Set<string>>();
  const alike = ({ role, name }: ViewNode) => `${role}|${name}`;
  for (const node of kept) {
    likes.set(alike(node), (likes.get(alike(node)) ?? new Set()).add(node.belongs));
    if (!node.belongs) continue;
    const said = names.get(node.belongs) ?? new Set();
    names.set(node.belongs, said.add(node.name).add(node.near ?? ''));
  }
  const titles = new Set([...headings].map(({ name }) => name));
  for (const node of kept) if (likes.get(alike(node))?.size === 1) titles.add(node.name);
  const needed = new Set<Belongs>();
  for (const node of kept) {
    const { belongs } = node;
    if (!belongs?.says) continue;
    if ((likes.get(alike(node))?.size ?? 0) > 1 && !hasTellingContext(node, contexts)) needed.add(belongs);
  }
  const lines = new Map<Belongs, string>();
  for (const item of needed) {
    const parts = item.says.split(' · ');
    const line = itemLine(item, names.get(item) ?? new Set(), nameLimit);
    if (line !== item.role && !parts.some((part) => titles.has(part))) lines.set(item, line);
  }
  return lines;
}

function hasTellingContext(node: ViewNode, contexts: ReadonlySet<ViewNode>): boolean {
  for (let up = node.inside; up; up = up.inside)
    if (contexts.has(up) && up.name && (itemRoles.has(up.role) || up.role === 'group')) return true;
  return false;
}
