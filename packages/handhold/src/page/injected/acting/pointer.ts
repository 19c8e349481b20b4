import { activeElement, elementAt } from '../dom/tree.js';
import { frameOffset } from '../frames/frame-spot.js';
import type { Identity, Reached } from '../protocol.js';
import { identityOf } from '../refs/identity.js';
import { idOf } from '../refs/refs.js';
import { controlOf, factsOf } from '../risk/risk.js';
import { watch } from '../settling/changes.js';
import { frame } from '../settling/timers.js';
import { state } from '../state.js';
import { armed, clickTarget } from './click-guard.js';
import { noteDragLoad } from './drag-load.js';
import { stopMiddlePastes } from './middle-click.js';

/** The elements that a pointer finds on its way, and whether the page makes a drag of it. */

const listen = (event: DragEvent) => {
  state.acting.drags.started = event;
};

/** Notes whether a drag of the browser's own begins. */
export function watchDrag(): void {
  state.acting.drags.started = undefined;
  const held = armed() && clickTarget();
  if (held) noteDragLoad(held);
  addEventListener('dragstart', listen, { capture: true });
  watch();
}

/** True if one has begun and the page let it. */
export function dragBegun(): boolean {
  const { started } = state.acting.drags;
  return started !== undefined && !started.defaultPrevented;
}

export function unwatchDrag(): void {
  removeEventListener('dragstart', listen, { capture: true });
  state.acting.drags.started = undefined;
}

const listenOver = (event: DragEvent) => {
  state.acting.drags.over = event;
};

/** Notes whether the page means to take what is dragged over it. */
export function watchDrop(): void {
  state.acting.drags.over = undefined;
  addEventListener('dragover', listenOver, { capture: true });
  watch();
}

/** True if it did: a page that does forbids what the browser would do with it. */
export function dropTaken(): boolean {
  removeEventListener('dragover', listenOver, { capture: true });
  return state.acting.drags.over?.defaultPrevented ?? false;
}

/** Lets the page draw, as it would between two movements of a hand. */
export async function drawn(): Promise<void> {
  await frame();
}

/** The element at a point of the page, and the size of the window. */
export function at(
  x: number,
  y: number,
): { id: number; identity: Identity | null; width: number; height: number } {
  watch();
  const hit = elementAt(x, y);
  const plain = !hit || hit === document.body || hit === document.documentElement;
  return {
    id: hit ? idOf(hit) : 0,
    identity: plain ? null : identityOf(hit),
    width: innerWidth,
    height: innerHeight,
  };
}

/** The element that pressing at a point would reach, and what weighs on it. */
export function touchedAt(x: number, y: number): Reached | null {
  stopMiddlePastes();
  const hit = elementAt(x, y);
  if (!hit) return null;
  const [zero, one] = [frameOffset(hit, 0, 0), frameOffset(hit, 1, 1)];
  const inner = { x: (x - zero.x) / (one.x - zero.x), y: (y - zero.y) / (one.y - zero.y) };
  return { ...reached(hit), inner };
}

/** Watches, and tells what a key would reach. */
export function focused(): Reached | null {
  watch();
  const active = activeElement();
  return active && reached(active);
}

function reached(element: Element): Reached {
  const { role, name } = identityOf(controlOf(element));
  return { id: idOf(element), role, name, facts: factsOf(element) ?? null };
}
