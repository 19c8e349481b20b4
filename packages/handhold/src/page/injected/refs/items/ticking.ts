import { state } from '../../state.js';

/** Texts whose numbers change by themselves while nobody acts, as clocks, prices and percentages do. */

/** Once may be anything. */
const enough = 2;

const units = 'ms|s|sec|m|min|h|hrs?|d|[kKMGT]i?B(?:/s)?|[kKM]|bps|fps|rpm|EUR|USD|GBP|CHF|JPY|x';
const measured = new RegExp(`^(?:\\P{L}|(?<!\\p{L})(?:${units})(?!\\p{L}))+$`, 'u');

/** A text without its numbers, which is all that stays of one that ticks. */
export function withoutNumbers(text: string): string {
  return text.replace(/\d+/g, '');
}

export function ticks(holder: Element): boolean {
  return (state.refs.items.ticking.changes.get(holder) ?? 0) >= enough;
}

function observer(): MutationObserver {
  const { ticking } = state.refs.items;
  ticking.observer ??= new MutationObserver((records) => records.forEach(note));
  return ticking.observer;
}

function note({ type, target, oldValue, addedNodes, removedNodes }: MutationRecord): void {
  const { changes } = state.refs.items.ticking;
  const isText = type === 'characterData';
  const holder = isText ? target.parentElement : target;
  const before = isText ? oldValue : textOf(removedNodes);
  const after = isText ? target.textContent : textOf(addedNodes);
  if (!(holder instanceof Element) || !before || !after || before === after) return;
  if (measured.test(after) && withoutNumbers(before) === withoutNumbers(after))
    changes.set(holder, (changes.get(holder) ?? 0) + 1);
}

function textOf(nodes: NodeList): string | null {
  const only = nodes.length === 1 ? nodes[0] : undefined;
  return only?.nodeType === Node.TEXT_NODE ? only.textContent : null;
}

/** From now on nobody acts, so what changes in these does so by itself. */
export function watchTicks(items: Iterable<Element>): void {
  for (const item of items)
    observer().observe(item, {
      subtree: true,
      childList: true,
      characterData: true,
      characterDataOldValue: true,
    });
}

/** Somebody is about to act. */
export function unwatchTicks(): void {
  for (const record of observer().takeRecords()) note(record);
  observer().disconnect();
}
