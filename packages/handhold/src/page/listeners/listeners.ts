import { z } from 'zod';
import type { World } from '../frames/world.js';
import { actingEvents, type Heard, type Hosts } from '../injected/protocol.js';
import type { AnnounceRequest } from '../page-world/announce-listeners.js';
import { announceListenersSource } from '../page-world-sources.generated.js';

const group = 'handhold listeners';
const maxFresh = 1000;
/** Elements in shadow trees, of which each has to be asked about. */
const maxAsked = 20_000;

/** An element that is listened on for this many kinds of event is the root of a whole application, as in React. */
const manyTypes = 20;

/** Finds out what scripts of a document listen on; true when that makes more things to act on. */
export function noteListeners(world: World): Promise<boolean> {
  world.listeners.searching ??= note(world).finally(() => {
    world.listeners.searching = undefined;
  });
  return world.listeners.searching;
}

/** Begins with that; whoever needs to know can wait for it later. */
export function beginNoting(world: World): void {
  noteListeners(world).catch(() => undefined);
}

/** The same once more for what may have come since it was begun, and tells the document when that is done. */
export async function noteAgain(world: World): Promise<boolean> {
  const quietly = (work: Promise<boolean> | undefined) => work?.catch(() => false);
  const [before, since] = await Promise.all([quietly(world.listeners.searching), quietly(note(world))]);
  world.tellListenersNoted().catch(() => undefined);
  return before === true || since === true;
}

/** Tells the document which of its elements scripts listen on, each once. */
async function note(world: World): Promise<boolean> {
  const inShadows = noteInShadowsAgain(world).catch(() => false);
  return (await noteInDocument(world)) || (await inShadows);
}

async function noteInDocument(world: World): Promise<boolean> {
  const { fresh, roots } = await freshlyHeard(world);
  const noted = fresh.size > 0 ? await tellOf(world, fresh) : { delegating: false, actedOn: false };
  world.listeners.hasRoots ||= roots;
  if (!noted.delegating && !roots && world.listeners.delegated === undefined) return noted.actedOn;
  // A page may have broken what that needs.
  return (await noteDelegated(world).catch(() => false)) || noted.actedOn;
}

/** Which nodes are listened on that were not before, for what, and whether one of those is the root of an application. */
async function freshlyHeard(world: World): Promise<{ fresh: Map<number, Heard>; roots: boolean }> {
  // Not with `pierce`: asked again and again, Chromium 156 crashes the page over it.
  const { listeners } = await world.cdp.send('DOMDebugger.getEventListeners', {
    objectId: await world.documentObject(),
    depth: -1,
  });
  const types = new Map<number, Set<string>>();
  for (const { type, backendNodeId } of listeners) {
    if (backendNodeId === undefined || world.listeners.nodes.has(backendNodeId)) continue;
    const known = types.get(backendNodeId);
    if (known) known.add(type);
    else types.set(backendNodeId, new Set([type]));
  }
  const fresh = new Map<number, Heard>();
  let roots = false;
  for (const [backendNodeId, heard] of types) {
    const isActing = actingEvents.some((type) => heard.has(type));
    const drops = heard.has('drop');
    if (!isActing && !drops) continue;
    world.listeners.nodes.add(backendNodeId);
    const isPressed = !heard.has('click') && (heard.has('pointerdown') || heard.has('mousedown'));
    const acts = isPressed ? 'pressed' : 'any';
    if (heard.size >= manyTypes) roots = true;
    else if (fresh.size < maxFresh) fresh.set(backendNodeId, isActing ? { acts, drops } : { drops });
  }
  return { fresh, roots };
}

const notes = z.object({ delegating: z.boolean(), actedOn: z.boolean() });

async function tellOf(
  { cdp, contextId }: World,
  fresh: ReadonlyMap<number, Heard>,
): Promise<z.infer<typeof notes>> {
  const nodes = await Promise.all(
    [...fresh].map(async ([backendNodeId, heard]) => {
      const answer = await cdp
        .send('DOM.resolveNode', { backendNodeId, executionContextId: contextId, objectGroup: group })
        .catch(() => undefined);
      const objectId = answer?.object.subtype === 'node' ? answer.object.objectId : undefined;
      return objectId === undefined ? [] : [{ objectId, heard }];
    }),
  );
  const found = nodes.flat();
  if (found.length === 0) return { delegating: false, actedOn: false };
  const { result } = await cdp.send('Runtime.callFunctionOn', {
    executionContextId: contextId,
    functionDeclaration: '(heard, ...nodes) => handhold.noteListeners(heard, ...nodes)',
    arguments: [{ value: found.map(({ heard }) => heard) }, ...found.map(({ objectId }) => ({ objectId }))],
    returnByValue: true,
  });
  void cdp.send('Runtime.releaseObjectGroup', { objectGroup: group }).catch(() => undefined);
  return notes.parse(result.value);
}

/** The elements that a framework handles, unlike those that the debugger tells of, may be others without being new. */
async function noteDelegated(world: World): Promise<boolean> {
  const { delegated } = await bringOver(world, { scope: 'frameworks' });
  const before = world.listeners.delegated ?? 0;
  world.listeners.delegated = delegated ?? undefined;
  return delegated !== null && delegated !== before;
}

/** As many elements of shadow trees are asked about at a look that has met no new ones; the next goes on from there. */
const askedAgain = 600;

/**
 * Of what is listened on in shadow trees the debugger tells nothing, unless it is asked of every element; so only those
 * trees are gone through that were met. What is in closed ones is out of reach. True when more can be acted on than was seen.
 */
export async function noteInShadows(world: World, hosts: Hosts): Promise<boolean> {
  world.listeners.shadowHosts = world.listeners.shadowHosts === 'any' ? 'any' : hosts;
  return askInShadows(world, world.listeners.shadowHosts, { skip: 0, most: maxAsked });
}

/** The same for what has been gone through before, a part at a time. */
async function noteInShadowsAgain(world: World): Promise<boolean> {
  if (!world.listeners.shadowHosts) return false;
  return askInShadows(world, world.listeners.shadowHosts, {
    skip: world.listeners.nextInShadows,
    most: askedAgain,
  });
}

async function askInShadows(
  world: World,
  hosts: Hosts,
  { skip, most }: { skip: number; most: number },
): Promise<boolean> {
  if (!world.knowsPageWorld) return false;
  world.listeners.delegation ??= await nameOfDelegation(world);
  const [{ inShadows }, isLate] = await Promise.all([
    bringOver(world, { scope: 'shadows', hosts, skip, most }),
    world.tellListenersNoted(),
  ]);
  world.listeners.nextInShadows = skip + most < inShadows ? skip + most : 0;
  return isLate;
}

/** A document with more elements is quicker gone through by the debugger, which takes longer to tell. */
export const maxSwept = 4000;

/**
 * Finds out about a document that has just loaded all at once, and without waiting tells it that this is done: what
 * is asked of a page is answered in turn. True when more can be acted on than it saw before.
 */
export async function sweep(world: World, size: number): Promise<boolean> {
  const [found, isLate] = await Promise.all([
    bringOver(world, { scope: 'all' }).catch(() => undefined),
    world.tellListenersNoted().catch(() => false),
  ]);
  // A page may have replaced the way to its elements by one of its own.
  if (!found || found.size < size) return noteListeners(world).catch(() => false);
  world.listeners.hasRoots ||= found.roots;
  if (found.inShadows > 0) world.listeners.shadowHosts = found.hasPlainHosts ? 'any' : 'custom';
  world.listeners.delegated = found.delegated ?? undefined;
  return isLate;
}

const announced = z.object({
  size: z.number(),
  roots: z.boolean(),
  inShadows: z.number(),
  hasPlainHosts: z.boolean(),
  delegated: z.number().nullable(),
});

/** The elements to go through, and how many of those in shadow trees. */
type Scope = Pick<AnnounceRequest, 'scope'> & Partial<Pick<AnnounceRequest, 'hosts' | 'skip' | 'most'>>;

/** Has the page's own world bring over to ours what is listened on. */
async function bringOver(world: World, scope: Scope): Promise<z.infer<typeof announced>> {
  world.listeners.delegation ??= await nameOfDelegation(world);
  const { delegation: name, hasRoots } = world.listeners;
  const request: AnnounceRequest = {
    name,
    types: actingEvents,
    manyTypes,
    hasRoots,
    skip: 0,
    most: maxAsked,
    ...scope,
  };
  return announced.parse(await world.callInPage(announceListenersSource, request));
}

async function nameOfDelegation({ cdp, contextId }: World): Promise<string> {
  const { result } = await cdp.send('Runtime.evaluate', {
    contextId,
    expression: 'handhold.delegationEvent()',
  });
  return String(result.value);
}
