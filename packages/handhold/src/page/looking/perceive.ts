import type { Deadline } from '../../deadline.js';
import { readAnswer } from '../frames/answer.js';
import { type World, WorldGone } from '../frames/world.js';
import { unpacked } from '../injected/looking/packing.js';
import type { FindRequest, FindResult, FirstLook, Perceived, PerceiveOptions } from '../injected/protocol.js';
import { noteInShadows, noteListeners } from '../listeners/listeners.js';
import { hasInternals, meetStrangers, refreshInternals } from './internals.js';
import { sentLook } from './look-schema.js';

/** Looks at a document, with the help of the debugger, which alone knows of listeners and closed shadow roots. */
export async function perceive(
  world: World,
  deadline: Deadline,
  options: PerceiveOptions,
): Promise<Perceived | null> {
  if (hasInternals(world)) await bestEffort(deadline, () => refreshInternals(world, deadline));
  // Most listeners are on what can be acted on anyway, so that looking need not wait for the answer.
  const [more, seen] = await Promise.all([
    findListeners(world, deadline),
    seeAgain(world, deadline, options),
  ]);
  return seen && complete(world, deadline, options, seen, more);
}

/** A document that is as it was at the last look only says so. */
async function seeAgain(
  world: World,
  deadline: Deadline,
  options: PerceiveOptions,
): Promise<Perceived | null> {
  const { lookCache } = world;
  const text = await world.ask(
    deadline,
    'perceive',
    lookCache ? { ...options, have: lookCache.look } : options,
  );
  if (lookCache && text === same) {
    const seen = read(lookCache.text);
    if (!seen) return null;
    // What was new then is known by now.
    for (const node of seen.nodes) delete node.met;
    const suspects = lookCache.isAsked ? [] : seen.suspects;
    return { ...seen, suspects, news: [], moreNews: 0, otherEffects: undefined, refused: [] };
  }
  const seen = read(text);
  world.lookCache = seen && !options.text ? { look: seen.look, text } : undefined;
  return seen;
}

const same = JSON.stringify('same');

function read(text: string): Perceived | null {
  const sent = readAnswer('perceive', text, sentLook.nullable());
  return sent && unpacked(sent);
}

/** The first look at a document, from when it had just loaded. */
export interface Arrived extends Omit<FirstLook, 'seen'> {
  seen: Perceived | null;
  world: World;
  /** True if more can be acted on than was known then. */
  more: boolean;
}

/** The same where a document that has just loaded was seen already. */
export async function perceiveFirst(
  { world, seen, more }: Arrived,
  deadline: Deadline,
  options: PerceiveOptions,
): Promise<Perceived | null> {
  return seen && complete(world, deadline, options, seen, more);
}

async function complete(
  world: World,
  deadline: Deadline,
  options: PerceiveOptions,
  seen: Perceived,
  more: boolean,
): Promise<Perceived | null> {
  if (!more && !seen.unasked && seen.suspects.length + seen.strangers.length === 0) return seen;
  const { unasked } = seen;
  const heard = unasked && (await bestEffort(deadline, () => noteInShadows(world, unasked)));
  const opened =
    seen.suspects.length > 0 && (await bestEffort(deadline, () => openRoots(world, seen.suspects)));
  if (opened !== undefined && world.lookCache) world.lookCache.isAsked = true;
  const learnt =
    seen.strangers.length > 0 &&
    (await bestEffort(deadline, () => meetStrangers(world, seen.strangers, deadline), 2000));
  if (!more && !heard && !opened && !learnt) return seen;
  const again = await perceive(world, deadline, { ...options, again: true });
  return again && { ...again, refused: [...seen.refused, ...again.refused] };
}

/** Closed trees may stand in closed trees. */
const mostRounds = 4;

/** Opens all closed shadow roots of a document to our world, those that no look came near as well; true if there were any. */
export async function openClosedRoots(world: World, deadline: Deadline): Promise<boolean> {
  let some = false;
  for (let round = 0; round < mostRounds; round++) {
    const hosts = await world.call(deadline, 'unaskedHosts');
    const opened = hosts.length > 0 && (await bestEffort(deadline, () => openRoots(world, hosts)));
    some ||= opened === true;
    if (hosts.length === 0 || opened === undefined) break;
  }
  return some;
}

/** Looks for things anywhere in a document, also for what scripts listen on in shadow trees that nobody came near. */
export async function find(world: World, deadline: Deadline, request: FindRequest): Promise<FindResult> {
  await openClosedRoots(world, deadline);
  const result = await world.call(deadline, 'search', request);
  const { unasked } = result;
  if (!unasked) return result;
  await bestEffort(deadline, () => noteInShadows(world, unasked));
  return world.call(deadline, 'search', request);
}

/** Finds out what scripts of a document listen on; true when that makes more things to act on. */
export async function findListeners(world: World, deadline: Deadline): Promise<boolean> {
  return (await bestEffort(deadline, () => noteListeners(world), 1000)) === true;
}

/** Knowing more is welcome, but no reason to fail or to wait for long. */
async function bestEffort<T>(deadline: Deadline, work: () => Promise<T>, ms = 500): Promise<T | undefined> {
  try {
    return await deadline.atMost(ms).race(work());
  } catch (thrown) {
    // Where all time is up, what it was wanted for says why.
    if (deadline.signal?.aborted || thrown instanceof WorldGone) throw thrown;
    return undefined;
  }
}

const group = 'handhold';

/** Opens the closed shadow roots among the suspects to our world; false where there are none. */
async function openRoots(world: World, suspects: number[]): Promise<boolean> {
  const { cdp, contextId } = world;
  const { result } = await cdp.send('Runtime.evaluate', {
    contextId,
    expression: `handhold.suspected([${suspects.join(',')}])`,
    objectGroup: group,
  });
  if (!result.objectId) return false;
  const { result: properties } = await cdp.send('Runtime.getProperties', {
    objectId: result.objectId,
    ownProperties: true,
  });
  const hosts = properties
    .map((property) => property.value?.objectId)
    .filter((objectId) => objectId !== undefined);
  const opened = await Promise.all(
    hosts.map(async (objectId) => {
      const described = await cdp.send('DOM.describeNode', { objectId, depth: 0 }).catch(() => undefined);
      const closed = described?.node.shadowRoots?.find((root) => root.shadowRootType === 'closed');
      if (!closed) return false;
      const { object } = await cdp.send('DOM.resolveNode', {
        backendNodeId: closed.backendNodeId,
        executionContextId: contextId,
        objectGroup: group,
      });
      if (!object.objectId) return false;
      await cdp.send('Runtime.callFunctionOn', {
        objectId,
        functionDeclaration: 'function (root) { handhold.revealRoot(this, root); }',
        arguments: [{ objectId: object.objectId }],
      });
      return true;
    }),
  );
  void cdp.send('Runtime.releaseObjectGroup', { objectGroup: group }).catch(() => undefined);
  return opened.includes(true);
}
