import { cut } from '../../dom/tree.js';
import type { ReadLink } from '../../protocol.js';
import { identityOf } from '../../refs/identity.js';
import { elementOf } from '../../refs/refs.js';

/** Role, name and address of links; those that are gone are left out. */
export function describeLinks(ids: number[]): ReadLink[] {
  const found: ReadLink[] = [];
  for (const id of ids) {
    const element = elementOf(id);
    if (!element) continue;
    const { role, name } = identityOf(element);
    const url = element instanceof HTMLAnchorElement ? cut(element.href, 2000) : '';
    found.push({ id, role, name, tag: element.localName, url });
  }
  return found;
}
