import { visitedShadowRoots } from '../dom/shadow-trees.js';
import { contains } from '../dom/tree.js';

/** The page's answer to a press by itself, before the click that follows it. */

export interface PressWatch {
  /** From now on whatever happens has other reasons. */
  end(): void;
  /** True if the page did anything that tells or shows something new, or what was pressed stands otherwise now. */
  answered(): boolean;
}

/** How something looks, which pressed things and those around them may change with nothing done. */
const looks = /^(class|style|tabindex|data-.*)$/;

/**
 * Watches what a press on an element brings about. What is only put in another order or drawn anew says nothing new, nor
 * do ripples in the element.
 */
export function watchPress(target: Element): PressWatch {
  const come: string[] = [];
  const gone: string[] = [];
  let elements = 0;
  let isNew = false;
  const count = (nodes: NodeList, texts: string[]) => {
    for (const { textContent } of nodes) if (textContent?.trim()) texts.push(textContent.trim());
    return nodes.length;
  };
  const note = (records: MutationRecord[]) => {
    for (const { type, target: where, attributeName, addedNodes, removedNodes } of records) {
      const isInside = contains(target, where);
      if (type === 'childList') {
        const more = count(addedNodes, come) - count(removedNodes, gone);
        if (!isInside) elements += more;
      } else if (type === 'characterData') isNew = true;
      else if (!isInside && !isRoot(where)) isNew = true;
      else if (!looks.test(attributeName ?? '')) isNew = true;
    }
  };
  const observer = new MutationObserver(note);
  const all = { subtree: true, childList: true, characterData: true, attributes: true };
  for (const root of [document, ...visitedShadowRoots()]) observer.observe(root, all);
  const before = stateOf(target);
  const together = (texts: string[]) => texts.sort().join('\n');
  return {
    end() {
      note(observer.takeRecords());
      observer.disconnect();
    },
    // What it says of itself is the press's doing, whatever else has lost the focus by it.
    answered: () =>
      stateOf(target) !== before || isNew || elements !== 0 || together(come) !== together(gone),
  };
}

const states = ['aria-expanded', 'aria-pressed', 'aria-checked', 'aria-selected', 'open'];

function stateOf(target: Element): string {
  return states.map((name) => target.getAttribute(name)).join();
}

/** Where pages note whether a mouse or keys are used. */
function isRoot(node: Node): boolean {
  return node === document.documentElement || node === document.body;
}
