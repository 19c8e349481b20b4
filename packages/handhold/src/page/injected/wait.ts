import { watch } from './changes.js';
import { squash } from './dom.js';
import { frame } from './moments.js';
import type { WaitCondition } from './protocol.js';
import { select } from './select.js';
import { walk } from './walk.js';

/** Resolves true as soon as the condition holds, false at the end of the time. */
export async function waitFor(condition: WaitCondition, time: number): Promise<boolean | 'invalid'> {
  if (condition.selector !== undefined && !isSelector(condition.selector)) return 'invalid';
  watch();
  const end = performance.now() + time;
  for (;;) {
    if (holds(condition)) return true;
    const left = end - performance.now();
    if (left <= 0) return false;
    await nextChange(Math.min(left, 250));
  }
}

/** A change to the document, or at the latest `most` ms: styles and values change without one. */
function nextChange(most: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      observer.disconnect();
      clearTimeout(timer);
      void frame().then(resolve);
    };
    const observer = new MutationObserver(done);
    observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
    const timer = setTimeout(done, most);
  });
}

function holds(condition: WaitCondition): boolean {
  if (condition.text !== undefined) return showsText(condition.text);
  if (condition.textGone !== undefined) return !showsText(condition.textGone);
  if (condition.element) return showsElement(condition.element.name, condition.element.role);
  if (condition.selector !== undefined)
    return selectorHolds(condition.selector, condition.state ?? 'visible');
  return true;
}

function showsText(text: string): boolean {
  const wanted = squash(text).toLowerCase();
  const body = document.body;
  if (!body) return false;
  if (squash(body.innerText).toLowerCase().includes(wanted)) return true;
  const { nodes } = walk({ text: true }, body);
  return nodes.some((node) => `${node.name} ${node.value ?? ''}`.toLowerCase().includes(wanted));
}

function showsElement(name: string, role: string | undefined): boolean {
  const wanted = squash(name).toLowerCase();
  const { nodes } = walk({ text: true }, document.documentElement);
  return nodes.some(
    (node) => node.name.toLowerCase().includes(wanted) && (!role || node.role === role.toLowerCase()),
  );
}

function isSelector(selector: string): boolean {
  try {
    select(selector);
    return true;
  } catch {
    return false;
  }
}

function selectorHolds(selector: string, state: NonNullable<WaitCondition['state']>): boolean {
  const found = select(selector);
  const visible = found.some((element) => element.checkVisibility({ visibilityProperty: true }));
  switch (state) {
    case 'attached':
      return found.length > 0;
    case 'detached':
      return found.length === 0;
    case 'visible':
      return visible;
    case 'hidden':
      return !visible;
  }
}
