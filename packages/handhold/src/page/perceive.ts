import { z } from 'zod';
import type { Deadline } from '../deadline.js';
import { actingEvents, type FirstLook, type Perceived, type PerceiveOptions } from './injected/protocol.js';
import { hasInternals, meetStrangers, refreshInternals } from './internals.js';
import { type World, WorldGone } from './world.js';

const acting = new Set(actingEvents);

/** What a document shows, with what only the debugger knows of it: listeners and closed shadow roots. */
export async function perceive(
  world: World,
  deadline: Deadline,
  options: PerceiveOptions,
): Promise<Perceived | null> {
  if (hasInternals(world)) await extra(deadline, () => refreshInternals(world, deadline));
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
  const { last } = world;
  const text = await world.ask(deadline, 'perceive', last ? { ...options, have: last.look } : options);
  if (last && text === same) {
    const seen: Perceived = JSON.parse(last.text);
    // What was new then is known by now.
    for (const node of seen.nodes) delete node.met;
    return { ...seen, news: [], refused: [] };
  }
  const seen: Perceived | null = JSON.parse(text);
  world.last = seen && !options.text ? { look: seen.look, text } : undefined;
  return seen;
}

const same = JSON.stringify('same');

/** What a document looked like when it had just loaded. */
export interface Arrived extends FirstLook {
  world: World;
  /** Whether more can be acted on than was known then. */
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
  if (!more && seen.suspects.length + seen.strangers.length === 0) return seen;
  const opened = seen.suspects.length > 0 && (await extra(deadline, () => openRoots(world, seen.suspects)));
  const learnt =
    seen.strangers.length > 0 &&
    (await extra(deadline, () => meetStrangers(world, seen.strangers, deadline), 2000));
  if (!more && !opened && !learnt) return seen;
  const again = await perceive(world, deadline, { ...options, again: true });
  return again && { ...again, refused: [...seen.refused, ...again.refused] };
}

/** Finds out what scripts of a document listen on; true when that makes more things to act on. */
export async function findListeners(world: World, deadline: Deadline): Promise<boolean> {
  return (await extra(deadline, () => noting(world), 1000)) === true;
}

/** Begins with that; whoever needs to know can wait for it later. */
export function beginNoting(world: World): void {
  noting(world).catch(() => undefined);
}

/** The same once more for what may have come since it was begun. */
export async function noteAgain(world: World): Promise<boolean> {
  const quietly = (work: Promise<boolean> | undefined) => work?.catch(() => false);
  const [before, since] = await Promise.all([quietly(world.noting), quietly(noteListeners(world))]);
  return before === true || since === true;
}

function noting(world: World): Promise<boolean> {
  world.noting ??= noteListeners(world).finally(() => {
    world.noting = undefined;
  });
  return world.noting;
}

/** Knowing more is welcome, but no reason to fail or to wait for long. */
async function extra<T>(deadline: Deadline, work: () => Promise<T>, ms = 500): Promise<T | undefined> {
  try {
    return await deadline.atMost(ms).race(work());
  } catch (thrown) {
    deadline.check();
    if (thrown instanceof WorldGone) throw thrown;
    return undefined;
  }
}

/** Tells the document which of its elements scripts listen on, each once; true when that makes more of them. */
async function noteListeners(world: World): Promise<boolean> {
  const { session, contextId } = world;
  const documentObject = await world.documentObject();
  // Not with `pierce`: asked again and again, Chromium 156 crashes the page over it.
  const { listeners } = await session.send('DOMDebugger.getEventListeners', {
    objectId: documentObject,
    depth: -1,
  });
  const fresh = new Set<number>();
  for (const { type, backendNodeId } of listeners) {
    if (backendNodeId !== undefined && acting.has(type) && !world.listening.has(backendNodeId))
      fresh.add(backendNodeId);
  }
  if (fresh.size === 0) return world.delegated === undefined ? false : noteDelegated(world);
  const nodes = await Promise.all(
    [...fresh].slice(0, maxFresh).map(async (backendNodeId) => {
      world.listening.add(backendNodeId);
      const answer = await session
        .send('DOM.resolveNode', { backendNodeId, executionContextId: contextId, objectGroup: group })
        .catch(() => undefined);
      return answer?.object.subtype === 'node' ? answer.object.objectId : undefined;
    }),
  );
  const found = nodes.filter((objectId) => objectId !== undefined);
  let noted = { delegating: false, actedOn: false };
  if (found.length > 0) {
    const { result } = await session.send('Runtime.callFunctionOn', {
      executionContextId: contextId,
      functionDeclaration:
        '(...nodes) => handhold.noteListeners(...nodes.filter((node) => node.nodeType === 1))',
      arguments: found.map((objectId) => ({ objectId })),
      returnByValue: true,
    });
    noted = notes.parse(result.value);
  }
  void session.send('Runtime.releaseObjectGroup', { objectGroup: group }).catch(() => undefined);
  const delegated = noted.delegating || world.delegated !== undefined ? await noteDelegated(world) : false;
  return delegated || noted.actedOn;
}

/**
 * React and others listen once for the whole page and keep each element's handlers to themselves, on the element.
 * Only the page's own world can see those, and an event that nobody else knows of brings the elements over to ours.
 */
async function noteDelegated(world: World): Promise<boolean> {
  const { session } = world;
  world.delegation ??= await nameOfDelegation(world);
  const { result } = await session.send('Runtime.callFunctionOn', {
    objectId: await world.documentObject(),
    functionDeclaration: announceDelegated,
    arguments: [{ value: world.delegation }],
    returnByValue: true,
  });
  const before = world.delegated ?? 0;
  world.delegated = typeof result.value === 'number' && result.value > 0 ? result.value : undefined;
  return world.delegated !== undefined && world.delegated !== before;
}

async function nameOfDelegation({ session, contextId }: World): Promise<string> {
  const { result } = await session.send('Runtime.evaluate', {
    contextId,
    expression: 'handhold.delegationEvent()',
  });
  return String(result.value);
}

const announceDelegated = `function (name) {
  const handled = ['onClick', 'onMouseDown', 'onPointerDown', 'onClickCapture', 'onDoubleClick'];
  const anywhere = '_$DX_DELEGATE' in this || '__svelte' in window;
  let key;
  let count = 0;
  let searched = 0;
  for (const element of this.querySelectorAll('*')) {
    if (count === 0 && key === undefined && !anywhere && searched >= 500) break;
    if (key === undefined && searched++ < 500) key = Object.keys(element).find((own) => own.startsWith('__reactProps$'));
    const props = key === undefined ? undefined : element[key];
    if (!props && !element.$$click && !element.__click) continue;
    if (props && !handled.some((handler) => typeof props[handler] === 'function')) continue;
    count += 1;
    element.dispatchEvent(new Event(name));
  }
  return count;
}`;

const notes = z.object({ delegating: z.boolean(), actedOn: z.boolean() });
const group = 'handhold';
const maxFresh = 1000;

/** Opens the closed shadow roots among the suspects to our world; false where there are none. */
async function openRoots(world: World, suspects: number[]): Promise<boolean> {
  const { session, contextId } = world;
  const { result } = await session.send('Runtime.evaluate', {
    contextId,
    expression: `[${suspects.join(',')}].map(handhold.elementOf)`,
    objectGroup: group,
  });
  if (!result.objectId) return false;
  const { result: properties } = await session.send('Runtime.getProperties', {
    objectId: result.objectId,
    ownProperties: true,
  });
  const hosts = properties
    .map((property) => property.value?.objectId)
    .filter((objectId) => objectId !== undefined);
  const opened = await Promise.all(
    hosts.map(async (objectId) => {
      const described = await session.send('DOM.describeNode', { objectId, depth: 0 }).catch(() => undefined);
      const closed = described?.node.shadowRoots?.find((root) => root.shadowRootType === 'closed');
      if (!closed) return false;
      const { object } = await session.send('DOM.resolveNode', {
        backendNodeId: closed.backendNodeId,
        executionContextId: contextId,
        objectGroup: group,
      });
      if (!object.objectId) return false;
      await session.send('Runtime.callFunctionOn', {
        objectId,
        functionDeclaration: 'function (root) { handhold.revealRoot(this, root); }',
        arguments: [{ objectId: object.objectId }],
      });
      return true;
    }),
  );
  void session.send('Runtime.releaseObjectGroup', { objectGroup: group }).catch(() => undefined);
  return opened.includes(true);
}
