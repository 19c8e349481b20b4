import { roleOf } from '../../looking/roles/role.js';
import { state } from '../../state.js';

/** Roles of elements, cached for the length of a look. */

/** The role of an element that was found out for something else. */
export function cacheRole(element: Element, role: string): void {
  state.refs.items.roles.entries.set(element, role);
}

export function roleAround(element: Element): string {
  const cached = state.refs.items.roles.entries;
  let role = cached.get(element);
  if (role === undefined) {
    role = roleOf(element);
    cached.set(element, role);
  }
  return role;
}
