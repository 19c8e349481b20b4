import { clickTarget } from '../acting/click-guard.js';
import { isCarried } from '../acting/drag-load.js';
import { visitedShadowRoots } from '../dom/shadow-trees.js';
import { contains } from '../dom/tree.js';
import { state } from '../state.js';
import { frame, sleep, timers } from './timers.js';

const movingProperties =
  /^(opacity|transform|translate|scale|rotate|visibility|display|clip|clipPath|inset.*|top|left|right|bottom|width|height|(max|min|block|inline)(Height|Width|Size)|margin.*|grid.*|flex.*)$/;

/** Waits for what slides, grows or fades in because of the action; false when that takes longer than the time left. */
export async function movedIntoPlace(end: number): Promise<boolean> {
  const { changes } = state.settling;
  if (changes.rebuiltAt < changes.watchedAt) return true;
  for (let waited = false; ; waited = true) {
    // What has faded out is taken away a moment later, or something else comes in its place.
    if (waited) await frame().then(timers);
    const moving = animations().filter(movesSomething);
    if (moving.length === 0) return true;
    const left = end - performance.now();
    if (left <= 0) return false;
    const over = Promise.all(moving.map((animation) => animation.finished.catch(() => undefined)));
    await Promise.race([over, sleep(left)]);
  }
}

/** Waits for what fades away as the page comes up, such as a curtain before it; false where nothing does. */
export async function fadedAway(end: number): Promise<boolean> {
  const going = animations().filter(isGoing);
  if (going.length === 0) return false;
  const over = Promise.all(going.map((animation) => animation.finished.catch(() => undefined)));
  await Promise.race([over, sleep(end - performance.now())]);
  await frame().then(timers);
  return true;
}

function isGoing({ effect, playState }: Animation): boolean {
  if (playState !== 'running' || !(effect instanceof KeyframeEffect) || isDecoration(effect)) return false;
  const last = effect.getKeyframes().at(-1);
  const isHidden = last?.visibility === 'hidden' || isTransparent(last);
  return isHidden && Number.isFinite(Number(effect.getComputedTiming().endTime));
}

/** A document does not tell of those in its shadow trees. */
function animations(): Animation[] {
  return [document, ...visitedShadowRoots()].flatMap((root) => root.getAnimations());
}

/** True if anything is moving, fading or growing by style alone on its way to somewhere, whatever the reason. */
export function isMoving(): boolean {
  return animations().some((animation) => animation.playState === 'running' && !isSteady(animation));
}

/** Where something is and whether it is to be seen can be asked at any moment; these change nothing else. */
const plainProperties =
  /^(offset|computedOffset|easing|composite|opacity|transform|translate|scale|rotate|filter|fill|\w*[cC]olor|background\w*|\w+Shadow|stroke\w*|outline\w*)$/;

/** True if it goes on for ever and leads nowhere, as spinners and pulsing buttons do. */
function isSteady(animation: Animation): boolean {
  const known = state.settling.steadyAnimations.get(animation);
  if (known !== undefined) return known;
  const { effect } = animation;
  const isEndless =
    effect instanceof KeyframeEffect &&
    !Number.isFinite(Number(effect.getComputedTiming().endTime)) &&
    effect.getKeyframes().every((frame) => Object.keys(frame).every((name) => plainProperties.test(name)));
  state.settling.steadyAnimations.set(animation, isEndless);
  return isEndless;
}

/** True if something in an element goes round and round, as what is drawn while one waits. */
export function turnsForEver(element: Element): boolean {
  return element
    .getAnimations({ subtree: true })
    .some((animation) => animation.playState === 'running' && isSteady(animation));
}

const comesAndGoes =
  'dialog, [role="dialog"], [role="alertdialog"], [aria-modal="true"], [popover], [role="alert"], [role="status"], [aria-live]';

/**
 * Not what goes on for ever, nor the button's own answer to being pressed; but what was dragged settles where it is
 * put.
 */
function movesSomething(animation: Animation): boolean {
  const { effect } = animation;
  if (animation.playState !== 'running' || !(effect instanceof KeyframeEffect) || !effect.target)
    return false;
  if (!Number.isFinite(Number(effect.getComputedTiming().endTime))) return false;
  const acted = isCarried(effect.target) ? undefined : clickTarget();
  if (acted && contains(acted, effect.target)) return false;
  // What holds it may answer to the pointer too, but a dialog or message that moves, or what fades, is coming or going.
  if (acted && contains(effect.target, acted) && !effect.target.closest(comesAndGoes) && !fades(effect))
    return false;
  if (isDecoration(effect)) return false;
  if (animation instanceof CSSTransition)
    return movingProperties.test(camelCase(animation.transitionProperty));
  return effect
    .getKeyframes()
    .some((frame) => Object.keys(frame).some((name) => movingProperties.test(name)));
}

/** From nothing, or to nothing. */
function fades(effect: KeyframeEffect): boolean {
  const frames = effect.getKeyframes();
  return isTransparent(frames[0]) || isTransparent(frames.at(-1));
}

function isTransparent(frame: ComputedKeyframe | undefined): boolean {
  return frame?.opacity != null && Number(frame.opacity) < 0.05;
}

/** Waves and ripples say nothing and take no clicks. */
function isDecoration({ target, pseudoElement }: KeyframeEffect): boolean {
  if (pseudoElement !== null || !target) return true;
  return getComputedStyle(target).pointerEvents === 'none' && !target.textContent?.trim();
}

function camelCase(property: string): string {
  return property.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
