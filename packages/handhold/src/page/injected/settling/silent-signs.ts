import { WantedText } from '../dom/same-text.js';
import type { WaitCondition } from '../protocol.js';
import { select } from '../targeting/selector.js';
import { onFrame } from './timers.js';

const maxWatched = 200;
const fields = 'input, textarea, select';
const labelled = '[aria-label], [title], [alt], [placeholder]';

/**
 * Signs that may make a condition true without any event or change to the tree: a script that sets a value, puts a rule into
 * a style sheet or defines a custom element, and styles that depend on time. Such things show when a frame is drawn, so
 * that is when the few elements that matter are asked; where there are none, nothing is.
 */
export class SilentSigns {
  private readonly before: string;

  private constructor(
    private readonly elements: readonly Element[],
    private readonly controls: readonly Element[],
    private readonly undefinedOnes: readonly Element[],
  ) {
    this.before = this.look();
  }

  static of(condition: WaitCondition, roots: readonly ShadowRoot[]): SilentSigns | undefined {
    const places: ParentNode[] = [document, ...roots];
    const everywhere = (selector: string) =>
      places.flatMap((place) => [...place.querySelectorAll(selector)]).slice(0, maxWatched);
    const elements = concerned(condition, roots, everywhere).slice(0, maxWatched);
    const controls = everywhere(fields);
    const undefinedOnes = everywhere(':not(:defined)');
    return elements.length + controls.length + undefinedOnes.length > 0
      ? new SilentSigns(elements, controls, undefinedOnes)
      : undefined;
  }

  /** Asks at every frame until something is different or nobody wants to know any more. */
  onChange(tell: () => void, until: AbortSignal): void {
    const ask = () => {
      if (until.aborted) return;
      if (this.look() !== this.before) tell();
      else onFrame(ask);
    };
    onFrame(ask);
  }

  private look(): string {
    const seen = this.elements.map((element) =>
      element.checkVisibility({ visibilityProperty: true }) ? 1 : 0,
    );
    const values = this.controls.map(stateOf);
    const left = this.undefinedOnes.filter((element) => !element.matches(':defined')).length;
    return `${seen.join('')} ${left} ${values.join('\n')}`;
  }
}

function stateOf(control: Element): string {
  if (control instanceof HTMLInputElement) return `${control.checked} ${control.value}`;
  return control instanceof HTMLTextAreaElement || control instanceof HTMLSelectElement ? control.value : '';
}

/** The elements whose being seen or not decides. */
function concerned(
  { selector, text, textGone, element }: WaitCondition,
  roots: readonly ShadowRoot[],
  everywhere: (selector: string) => Element[],
): Element[] {
  if (selector !== undefined) return select(selector);
  const wanted = new WantedText(text ?? textGone ?? element?.name ?? '');
  const says = (content: string | null) => wanted.isIn(content ?? '');
  const tops = [document.body, ...roots.flatMap((root) => [...root.children])];
  const holders = tops.flatMap((top) => (top && says(top.textContent) ? innermost(top, says) : []));
  const named = everywhere(labelled).filter((one) =>
    ['aria-label', 'title', 'alt', 'placeholder'].some((name) => says(one.getAttribute(name))),
  );
  return [...holders, ...named];
}

function innermost(element: Element, says: (content: string | null) => boolean): Element[] {
  const inside = [...element.children].filter((child) => says(child.textContent));
  return inside.length > 0 ? inside.flatMap((child) => innermost(child, says)) : [element];
}
