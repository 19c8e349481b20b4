import type { Deadline } from '../../deadline.js';
import type { CdpSession } from '../cdp/session.js';
import type { World } from '../frames/world.js';
import type { Internals } from '../injected/looking/roles/internals.js';

/** Custom elements of one document that keep what they are in ElementInternals: brought up to date before each look. */
interface InternalsCache {
  ids: number[];
  /** How often the browser's tree did not answer in time; it is not asked for ever. */
  failures: number;
}

const caches = new WeakMap<World, InternalsCache>();
/** Documents for whose sake a CDP session keeps the browser's own tree; keeping it costs the page time. */
const treeUsers = new WeakMap<CdpSession, Set<World>>();

const maxAsked = 200;
const maxFailures = 3;
const group = 'handhold-internals';

/** True if there is anything to bring up to date before a document is looked at, as almost never. */
export function hasInternals({ cdp }: World): boolean {
  return (treeUsers.get(cdp)?.size ?? 0) > 0;
}

/** Brings what is known of such elements up to date. */
export async function refreshInternals(world: World, deadline: Deadline): Promise<void> {
  const cache = caches.get(world);
  if (!cache || cache.ids.length === 0) await releaseTree(world.cdp);
  else if (cache.failures < maxFailures) await askTree(world, cache, cache.ids, deadline);
}

/** Finds out about custom elements that were met for the first time; false where there was nothing to learn. */
export async function meetStrangers(world: World, strangers: number[], deadline: Deadline): Promise<boolean> {
  const cache = caches.get(world) ?? { ids: [], failures: 0 };
  caches.set(world, cache);
  if (strangers.length === 0 || cache.failures >= maxFailures) return false;
  const asked = strangers.slice(0, maxAsked);
  const told = await askTree(world, cache, asked, deadline);
  cache.ids = [...new Set([...cache.ids, ...told])].slice(-maxAsked);
  return told.length > 0 || strangers.length > asked.length;
}

/** Asks the browser's tree about elements and tells the document; gives those of which there is something to tell. */
async function askTree(
  world: World,
  cache: InternalsCache,
  ids: number[],
  deadline: Deadline,
): Promise<number[]> {
  cache.failures += 1;
  await keepTree(world);
  const objects = await objectsOf(world, ids);
  const leftOut: boolean[] = [];
  const answers = await Promise.all(
    objects.map(async (objectId, i) => {
      if (objectId === undefined) return null;
      const answer = await world.cdp
        .send('Accessibility.getPartialAXTree', { objectId, fetchRelatives: false })
        .catch(() => undefined);
      const node = answer?.nodes[0];
      leftOut[i] = node?.ignored === true;
      return node ? internalsFrom(node) : null;
    }),
  );
  void world.cdp.send('Runtime.releaseObjectGroup', { objectGroup: group }).catch(() => undefined);
  // What was known of an element holds while the browser's tree leaves it out, as behind a modal.
  const isRefresh = ids === cache.ids;
  const told = ids.map((id, i) => ({
    id,
    answer: answers[i] ?? null,
    isLeftOut: isRefresh && leftOut[i] === true,
  }));
  const heard = told.filter(({ isLeftOut }) => !isLeftOut);
  await world.call(
    deadline,
    'tellInternals',
    heard.map(({ id }) => id),
    heard.map(({ answer }) => answer),
  );
  cache.failures = 0;
  const interesting = told.filter(({ answer, isLeftOut }) => answer || isLeftOut).map(({ id }) => id);
  if (isRefresh) cache.ids = interesting;
  return interesting;
}

async function objectsOf(world: World, ids: number[]): Promise<(string | undefined)[]> {
  const { cdp, contextId } = world;
  const { result } = await cdp.send('Runtime.evaluate', {
    contextId,
    expression: `[${ids.join(',')}].map(handhold.elementOf)`,
    objectGroup: group,
  });
  if (!result.objectId) return [];
  const { result: properties } = await cdp.send('Runtime.getProperties', {
    objectId: result.objectId,
    ownProperties: true,
  });
  const byIndex = new Map(properties.map((property) => [property.name, property.value?.objectId]));
  return ids.map((_id, i) => byIndex.get(String(i)));
}

async function keepTree(world: World): Promise<void> {
  const worlds = treeUsers.get(world.cdp) ?? new Set();
  treeUsers.set(world.cdp, worlds);
  if (worlds.size === 0) await world.cdp.send('Accessibility.enable');
  worlds.add(world);
}

/** Ends the tree's upkeep once no document needs it any more. */
async function releaseTree(cdp: CdpSession): Promise<void> {
  const worlds = treeUsers.get(cdp);
  if (!worlds || worlds.size === 0) return;
  for (const world of worlds) if (world.gone || !caches.get(world)?.ids.length) worlds.delete(world);
  if (worlds.size === 0) await cdp.send('Accessibility.disable').catch(() => undefined);
}

/** As much of an answer of the Accessibility domain as matters here. */
interface TreeNode {
  ignored: boolean;
  role?: { type: string; value?: unknown } | undefined;
  name?: { value?: unknown } | undefined;
  description?: { value?: unknown } | undefined;
  value?: { value?: unknown } | undefined;
  properties?: { name: string; value: { value?: unknown } }[] | undefined;
}

/** Null where the element is a plain container to the browser too. */
function internalsFrom(node: TreeNode): Internals | null {
  if (node.ignored) return null;
  const given = node.role?.type === 'role' ? text(node.role.value) : '';
  const role = given === 'generic' || given === 'none' ? '' : given === 'image' ? 'img' : given;
  const name = text(node.name?.value);
  if (!role && !name) return null;
  const properties = new Map((node.properties ?? []).map(({ name, value }) => [name, value.value]));
  const valueText = text(properties.get('valuetext'));
  return {
    role,
    name,
    description: text(node.description?.value),
    states: statesFrom(properties),
    value: valueText || text(node.value?.value),
  };
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 5000) : '';
}

const tristate: Record<string, string> = { true: 'checked', false: 'unchecked', mixed: 'mixed' };

function statesFrom(properties: Map<string, unknown>): string[] {
  const states: string[] = [];
  const checked = tristate[String(properties.get('checked'))];
  if (checked) states.push(checked);
  const pressed = properties.get('pressed');
  if (pressed === 'true') states.push('pressed');
  else if (pressed === 'mixed') states.push('mixed');
  const expanded = properties.get('expanded');
  if (typeof expanded === 'boolean') states.push(expanded ? 'expanded' : 'collapsed');
  for (const state of ['selected', 'disabled', 'required'])
    if (properties.get(state) === true) states.push(state);
  const invalid = properties.get('invalid');
  if (typeof invalid === 'string' && invalid !== 'false') states.push('invalid');
  for (const state of ['readonly', 'multiline']) if (properties.get(state) === true) states.push(state);
  return states;
}
