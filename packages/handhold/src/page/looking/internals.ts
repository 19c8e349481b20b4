import type { Deadline } from '../../deadline.js';
import type { CdpSession } from '../cdp/session.js';
import type { World } from '../frames/world.js';
import type { Internals } from '../injected/looking/roles/internals.js';

/** Custom elements of one document that keep what they are in ElementInternals. */
interface Known {
  ids: number[];
  /** How often the browser's tree did not answer in time; it is not asked for ever. */
  failures: number;
}

const known = new WeakMap<World, Known>();
/** Documents for whose sake a CDP session keeps the browser's own tree; keeping it costs the page time. */
const keeping = new WeakMap<CdpSession, Set<World>>();

const maxAsked = 200;
const maxFailures = 3;
const group = 'handhold-internals';

/** Whether there is anything to bring up to date before a document is looked at; almost always not. */
export function hasInternals({ cdp }: World): boolean {
  return (keeping.get(cdp)?.size ?? 0) > 0;
}

/** Brings what is known of such elements up to date. */
export async function refreshInternals(world: World, deadline: Deadline): Promise<void> {
  const found = known.get(world);
  if (!found || found.ids.length === 0) await letGo(world.cdp);
  else if (found.failures < maxFailures) await ask(world, found, found.ids, deadline);
}

/** Finds out about custom elements that were met for the first time; false where there was nothing to learn. */
export async function meetStrangers(world: World, strangers: number[], deadline: Deadline): Promise<boolean> {
  const found = known.get(world) ?? { ids: [], failures: 0 };
  known.set(world, found);
  if (strangers.length === 0 || found.failures >= maxFailures) return false;
  const asked = strangers.slice(0, maxAsked);
  const told = await ask(world, found, asked, deadline);
  found.ids = [...new Set([...found.ids, ...told])].slice(-maxAsked);
  return told.length > 0 || strangers.length > asked.length;
}

/** Asks the browser's tree about elements and tells the document; gives those of which there is something to tell. */
async function ask(world: World, found: Known, ids: number[], deadline: Deadline): Promise<number[]> {
  found.failures += 1;
  await keep(world);
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
  const isRefresh = ids === found.ids;
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
  found.failures = 0;
  const interesting = told.filter(({ answer, isLeftOut }) => answer || isLeftOut).map(({ id }) => id);
  if (isRefresh) found.ids = interesting;
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

async function keep(world: World): Promise<void> {
  const worlds = keeping.get(world.cdp) ?? new Set();
  keeping.set(world.cdp, worlds);
  if (worlds.size === 0) await world.cdp.send('Accessibility.enable');
  worlds.add(world);
}

/** Ends the tree's upkeep once no document needs it any more. */
async function letGo(cdp: CdpSession): Promise<void> {
  const worlds = keeping.get(cdp);
  if (!worlds || worlds.size === 0) return;
  for (const world of worlds) if (world.gone || !known.get(world)?.ids.length) worlds.delete(world);
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
