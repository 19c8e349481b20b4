import type { Deadline } from '../deadline.js';
import type { Perceived, PerceiveOptions } from './injected/protocol.js';
import { hasInternals, meetStrangers, refreshInternals } from './internals.js';
import { type World, WorldGone } from './world.js';

/** Events that make an element something to act on. */
const acting = new Set([
  'click',
  'mousedown',
  'pointerdown',
  'mouseup',
  'pointerup',
  'touchstart',
  'dblclick',
  'auxclick',
]);

/** What a document shows, with what only the debugger knows of it: listeners and closed shadow roots. */
export async function perceive(
  world: World,
  deadline: Deadline,
  options: PerceiveOptions,
): Promise<Perceived | null> {
  await extra(deadline, () => noteListeners(world));
  if (hasInternals(world)) await extra(deadline, () => refreshInternals(world, deadline));
  const seen = await world.call(deadline, 'perceive', options);
  if (!seen || seen.suspects.length + seen.strangers.length === 0) return seen;
  const opened = seen.suspects.length > 0 && (await extra(deadline, () => openRoots(world, seen.suspects)));
  const learnt =
    seen.strangers.length > 0 &&
    (await extra(deadline, () => meetStrangers(world, seen.strangers, deadline), 2000));
  if (!opened && !learnt) return seen;
  const again = await perceive(world, deadline, options);
  return again && { ...again, refused: [...seen.refused, ...again.refused] };
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

/** Tells the document which of its elements scripts listen on; each is told once. */
async function noteListeners(world: World): Promise<void> {
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
  if (fresh.size === 0) return;
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
  if (found.length > 0) {
    await session.send('Runtime.callFunctionOn', {
      executionContextId: contextId,
      functionDeclaration:
        '(...nodes) => handhold.noteListeners(...nodes.filter((node) => node.nodeType === 1))',
      arguments: found.map((objectId) => ({ objectId })),
    });
  }
  void session.send('Runtime.releaseObjectGroup', { objectGroup: group }).catch(() => undefined);
}

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
