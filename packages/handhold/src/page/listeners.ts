import { z } from 'zod';
import { actingEvents } from './injected/protocol.js';
import type { World } from './world.js';

const group = 'handhold listeners';
const maxFresh = 1000;

/** What listens for this many kinds of event does so for a whole application, as the root of one in React does. */
const manyTypes = 20;

/** Finds out what scripts of a document listen on; true when that makes more things to act on. */
export function noteListeners(world: World): Promise<boolean> {
  world.noting ??= note(world).finally(() => {
    world.noting = undefined;
  });
  return world.noting;
}

/** Begins with that; whoever needs to know can wait for it later. */
export function beginNoting(world: World): void {
  noteListeners(world).catch(() => undefined);
}

/** The same once more for what may have come since it was begun. */
export async function noteAgain(world: World): Promise<boolean> {
  const quietly = (work: Promise<boolean> | undefined) => work?.catch(() => false);
  const [before, since] = await Promise.all([quietly(world.noting), quietly(note(world))]);
  return before === true || since === true;
}

/** Tells the document which of its elements scripts listen on, each once. */
async function note(world: World): Promise<boolean> {
  const inShadows = world.inShadows === undefined ? undefined : noteInShadows(world).catch(() => false);
  return (await noteInDocument(world)) || (await inShadows) === true;
}

async function noteInDocument(world: World): Promise<boolean> {
  const { fresh, pressed, roots } = await freshlyHeard(world);
  const noted =
    fresh.length > 0 ? await tellOf(world, fresh, pressed) : { delegating: false, actedOn: false };
  world.hasRoots ||= roots;
  if (!noted.delegating && !roots && world.delegated === undefined) return noted.actedOn;
  return (await noteDelegated(world)) || noted.actedOn;
}

/**
 * Which nodes are listened on that were not before, which of them for presses but not for clicks, and whether one of
 * those is the root of an application.
 */
async function freshlyHeard(
  world: World,
): Promise<{ fresh: number[]; pressed: Set<number>; roots: boolean }> {
  // Not with `pierce`: asked again and again, Chromium 156 crashes the page over it.
  const { listeners } = await world.session.send('DOMDebugger.getEventListeners', {
    objectId: await world.documentObject(),
    depth: -1,
  });
  const types = new Map<number, Set<string>>();
  for (const { type, backendNodeId } of listeners) {
    if (backendNodeId === undefined || world.listening.has(backendNodeId)) continue;
    const known = types.get(backendNodeId);
    if (known) known.add(type);
    else types.set(backendNodeId, new Set([type]));
  }
  const fresh: number[] = [];
  const pressed = new Set<number>();
  let roots = false;
  for (const [backendNodeId, heard] of types) {
    if (!actingEvents.some((type) => heard.has(type))) continue;
    world.listening.add(backendNodeId);
    if (heard.size >= manyTypes) roots = true;
    else if (fresh.length < maxFresh) fresh.push(backendNodeId);
    if (!heard.has('click') && (heard.has('pointerdown') || heard.has('mousedown')))
      pressed.add(backendNodeId);
  }
  return { fresh, pressed, roots };
}

const notes = z.object({ delegating: z.boolean(), actedOn: z.boolean() });

async function tellOf(
  { session, contextId }: World,
  fresh: number[],
  pressed: ReadonlySet<number>,
): Promise<z.infer<typeof notes>> {
  const nodes = await Promise.all(
    fresh.map(async (backendNodeId) => {
      const answer = await session
        .send('DOM.resolveNode', { backendNodeId, executionContextId: contextId, objectGroup: group })
        .catch(() => undefined);
      const objectId = answer?.object.subtype === 'node' ? answer.object.objectId : undefined;
      return objectId === undefined ? [] : [{ objectId, isPressed: pressed.has(backendNodeId) }];
    }),
  );
  const found = nodes.flat();
  if (found.length === 0) return { delegating: false, actedOn: false };
  const { result } = await session.send('Runtime.callFunctionOn', {
    executionContextId: contextId,
    functionDeclaration: '(pressed, ...nodes) => handhold.noteListeners(pressed, ...nodes)',
    arguments: [
      { value: found.map(({ isPressed }) => isPressed) },
      ...found.map(({ objectId }) => ({ objectId })),
    ],
    returnByValue: true,
  });
  void session.send('Runtime.releaseObjectGroup', { objectGroup: group }).catch(() => undefined);
  return notes.parse(result.value);
}

/**
 * React, Solid and Svelte listen once for the whole page and keep each element's handlers to themselves, on the
 * element. Only the page's own world can see those, and an event that nobody else knows of brings the elements over
 * to ours.
 */
async function noteDelegated(world: World): Promise<boolean> {
  const { session } = world;
  world.delegation ??= await nameOfDelegation(world);
  const { result } = await session.send('Runtime.callFunctionOn', {
    objectId: await world.documentObject(),
    functionDeclaration: announceDelegated,
    arguments: [world.delegation, actingEvents, world.hasRoots].map((value) => ({ value })),
    returnByValue: true,
  });
  const before = world.delegated ?? 0;
  world.delegated = typeof result.value === 'number' ? result.value : undefined;
  return world.delegated !== undefined && world.delegated !== before;
}

/**
 * Of what is listened on in shadow trees the debugger tells nothing, unless it is asked of every element. Those in
 * closed ones are out of reach.
 */
export async function noteInShadows(world: World): Promise<boolean> {
  world.inShadows ??= 0;
  const listenersOf = await world.listenersOf();
  if (listenersOf === undefined) return false;
  world.delegation ??= await nameOfDelegation(world);
  const { result } = await world.session.send('Runtime.callFunctionOn', {
    objectId: await world.documentObject(),
    functionDeclaration: announceInShadows,
    arguments: [{ value: world.delegation }, { value: actingEvents }, { objectId: listenersOf }],
    returnByValue: true,
  });
  const before = world.inShadows;
  world.inShadows = Number(result.value) || 0;
  return world.inShadows !== before;
}

const announceInShadows = `function (name, types, listenersOf) {
  let left = 5000;
  let count = 0;
  const search = (root) => {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot) search(element.shadowRoot);
      if (root === this) continue;
      if (left-- <= 0) return;
      const heard = listenersOf(element);
      if (!types.some((type) => type in heard)) continue;
      count += 1;
      element.dispatchEvent(new Event(name, { composed: true }));
    }
  };
  search(this);
  return count;
}`;

async function nameOfDelegation({ session, contextId }: World): Promise<string> {
  const { result } = await session.send('Runtime.evaluate', {
    contextId,
    expression: 'handhold.delegationEvent()',
  });
  return String(result.value);
}

/** Gives how many it found; nothing where no such framework is at work, which is soon known unless one is expected. */
const announceDelegated = `function (name, types, hasRoots) {
  const hasSvelte = '__svelte' in window;
  const isExpected = hasRoots || hasSvelte || '_$DX_DELEGATE' in this;
  const own = types.flatMap((type) => ['$$' + type, '__' + type]);
  const inReact = types.map((type) => 'on' + (type === 'dblclick' ? 'doubleclick' : type));
  const isReact = (key) => key.startsWith('__reactProps$');
  const handlesInReact = (props) =>
    Object.keys(props).some((key) => typeof props[key] === 'function' && inReact.includes(key.toLowerCase().replace(/capture$/, '')));
  const handlesInSvelte = (element) =>
    Object.getOwnPropertySymbols(element).some((key) => key.description === 'events' && types.some((type) => element[key]?.[type]));
  let key;
  let count = 0;
  let searched = 0;
  for (const element of this.querySelectorAll('*')) {
    if (key === undefined || (hasRoots && !element[key])) {
      if (searched < 500 || hasRoots) key = Object.keys(element).find(isReact) ?? key;
      else if (count === 0 && !isExpected) return undefined;
      searched += 1;
    }
    const props = key === undefined ? undefined : element[key];
    if (props ? !handlesInReact(props) : !own.some((name) => element[name]) && !(hasSvelte && handlesInSvelte(element))) continue;
    count += 1;
    element.dispatchEvent(new Event(name));
  }
  return isExpected || key !== undefined || count > 0 ? count : undefined;
}`;
