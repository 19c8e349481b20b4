import { unrest } from './changes.js';
import { actedOn } from './click-guard.js';
import { contains } from './dom.js';
import { sleep } from './moments.js';

const movingProperties =
  /^(opacity|transform|translate|scale|rotate|visibility|display|clip|clipPath|inset.*|top|left|right|bottom|width|height|(max|min|block|inline)(Height|Width|Size)|margin.*|grid.*|flex.*)$/;

/** Waits for what slides, grows or fades in because of the action; false when that takes longer than the time left. */
export async function movedIntoPlace(end: number): Promise<boolean> {
  if (unrest.rebuiltAt < unrest.watchedAt) return true;
  for (;;) {
    const moving = document.getAnimations().filter(movesSomething);
    if (moving.length === 0) return true;
    const left = end - performance.now();
    if (left <= 0) return false;
    const over = Promise.all(moving.map((animation) => animation.finished.catch(() => undefined)));
    await Promise.race([over, sleep(left)]);
  }
}

/** Whether anything is moving, fading or growing by style alone, whatever the reason. */
export function isMoving(): boolean {
  return document.getAnimations().some(({ playState }) => playState === 'running');
}

const dialogs = 'dialog, [role="dialog"], [role="alertdialog"], [aria-modal="true"], [popover]';

/** Not what goes on for ever, nor the button's own answer to being pressed. */
function movesSomething(animation: Animation): boolean {
  const { effect } = animation;
  if (animation.playState !== 'running' || !(effect instanceof KeyframeEffect) || !effect.target)
    return false;
  if (!Number.isFinite(Number(effect.getComputedTiming().endTime))) return false;
  const acted = actedOn();
  if (acted && contains(acted, effect.target)) return false;
  // What holds it may answer to the pointer too, but a dialog that moves is opening or closing.
  if (acted && contains(effect.target, acted) && !effect.target.closest(dialogs)) return false;
  if (animation instanceof CSSTransition)
    return movingProperties.test(camelCase(animation.transitionProperty));
  return effect
    .getKeyframes()
    .some((frame) => Object.keys(frame).some((name) => movingProperties.test(name)));
}

function camelCase(property: string): string {
  return property.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
