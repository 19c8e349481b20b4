import { roleOf } from '../looking/roles/role.js';
import { elementOf } from '../refs/refs.js';

/** Sliders and the like that a page makes by ARIA: a value on a scale, moved by keys. */
export interface Scale {
  now: number;
  /** The words that it says in place of the number. */
  says: string;
  min: number | null;
  max: number | null;
  upright: boolean;
}

/** True if an element is moved along a scale by keys, rather than typed into. */
export function isScale(element: Element): boolean {
  if (element instanceof HTMLInputElement || (element instanceof HTMLElement && element.isContentEditable))
    return false;
  return /^(slider|spinbutton)$/.test(roleOf(element)) && element.hasAttribute('aria-valuenow');
}

/** Where it stands now; null where it is gone. */
export function scaleOf(id: number): Scale | null {
  const element = elementOf(id);
  if (!element?.isConnected) return null;
  const number = (attribute: string) => {
    const text = element.getAttribute(attribute);
    return text === null || text.trim() === '' || Number.isNaN(Number(text)) ? null : Number(text);
  };
  const now = number('aria-valuenow') ?? Number.NaN;
  return {
    now,
    says: element.getAttribute('aria-valuetext') ?? String(now),
    min: number('aria-valuemin'),
    max: number('aria-valuemax'),
    upright: roleOf(element) === 'spinbutton' || element.getAttribute('aria-orientation') === 'vertical',
  };
}
