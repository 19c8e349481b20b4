import { parentOf } from '../dom/tree.js';
import { delegates, isSorted, listens, takesDrops } from '../listeners/registry.js';
import { namesField } from '../looking/naming/labels.js';
import { nameOf } from '../looking/naming/name.js';
import { apartIn, isPartOfSomething, takesFocus } from '../looking/parts.js';
import { roleOf } from '../looking/roles/role.js';
import { itemRoles } from '../looking/roles/role-sets.js';
import { moreInside } from '../looking/visibility/seen.js';

/** Reasons for which an element is something to act on, and the role and name that it is shown with. */

const widgetRoles = new Set(
  (
    'button checkbox color combobox date datetime file gridcell link listbox menuitem menuitemcheckbox menuitemradio month ' +
    'option radio searchbox slider spinbutton switch tab textbox time treeitem week'
  ).split(' '),
);

/** Shown with a ref although they are only read: they are what an action is often answered with. */
export const reportRoles = new Set(['alert', 'status', 'progressbar', 'alertdialog']);

export const contextRoles = new Set(
  (
    'alertdialog article banner complementary contentinfo dialog figure form group listbox listitem main menu menubar ' +
    'navigation radiogroup region row search tablist tabpanel toolbar tree treegrid grid table'
  ).split(' '),
);

export type Why =
  | 'scroll'
  | 'widget'
  | 'report'
  | 'editor'
  | 'media'
  | 'pointer'
  | 'listener'
  | 'focusable'
  /** A separate thing in what listens, or has the pointer, for all of them. */
  | 'part';

/** Why an element can be acted on: by its role, by listening, or because it only reports. */
export function whyActionable(
  element: Element,
  tag: string,
  role: string,
  pointerRoot: boolean,
): Why | undefined {
  if (tag === 'OPTION' || tag === 'OPTGROUP') return undefined;
  if (widgetRoles.has(role) && isOperated(element, tag, role)) return 'widget';
  if (role === 'alert' || role === 'status' || role === 'progressbar') return 'report';
  if (element instanceof HTMLLabelElement && element.control !== null) return undefined;
  if (tag === 'CANVAS' || tag === 'VIDEO' || (tag === 'AUDIO' && element.hasAttribute('controls')))
    return 'media';
  if (element.hasAttribute('contenteditable') && isEditorRoot(element)) return 'editor';
  // Many pages give the pointer to all their labels.
  if (pointerRoot && tag !== 'LABEL' && !insideLabel(element)) return 'pointer';
  if ((listens(element) && !listensForOthers(element, tag, role)) || isSorted(element))
    return namesField(element) ? undefined : 'listener';
  if (takesDrops(element) && isDropZone(element, tag)) return 'listener';
  if (!element.hasAttributes()) return undefined;
  if (element.hasAttribute('aria-live') && announcesText(element, role)) return 'report';
  if (
    element.hasAttribute('onclick') ||
    element.hasAttribute('onmousedown') ||
    element.hasAttribute('onpointerdown')
  )
    return namesField(element) ? undefined : 'listener';
  if (element.getAttribute('draggable') === 'true') return 'listener';
  if (!takesFocus(element) || tag === 'BODY') return undefined;
  return contextRoles.has(role) && !composites.has(role) ? undefined : 'focusable';
}

/** Some roles are those of what is only read, too: of a moment in a text, of a cell, of a list. */
function isOperated(element: Element, tag: string, role: string): boolean {
  if (role === 'gridcell') return element.hasAttribute('tabindex') || element.hasAttribute('aria-selected');
  if (role === 'time') return tag === 'INPUT';
  return role !== 'listbox' || tag === 'SELECT';
}

/** Roles of elements that hold things to choose from: each takes the keys for all of them where it takes the focus. */
export const composites = new Set(['list', 'listbox', 'menu', 'menubar', 'radiogroup', 'tablist', 'tree']);

function listensForOthers(element: Element, tag: string, role: string): boolean {
  if (tag === 'BODY' || tag === 'HTML' || (contextRoles.has(role) && !itemRoles.has(role))) return true;
  return role === 'list' || role === 'rowgroup' || delegates(element) || holdsMuch(element);
}

/** Where things are let go; a whole page is not, nor a list whose own things are dragged about. */
function isDropZone(element: Element, tag: string): boolean {
  if (tag === 'BODY' || tag === 'HTML' || holdsMuch(element)) return false;
  return element.querySelector('[draggable="true"]') === null;
}

/** Listens on behalf of what is in it, as frameworks do at the root of a page. */
function holdsMuch(element: Element): boolean {
  return element.getElementsByTagName('*').length > 60;
}

function insideLabel(element: Element): boolean {
  const label = element.closest('label');
  return label !== null && label.control !== null;
}

/** A live region that is only a message; one that holds things to act on is shown by these. */
function announcesText(element: Element, role: string): boolean {
  if (element.getAttribute('aria-live') === 'off' || contextRoles.has(role)) return false;
  const text = element.textContent ?? '';
  return (
    text.length < 500 &&
    text.trim() !== '' &&
    !element.querySelector('a[href], button, input, select, textarea, [tabindex]')
  );
}

function isEditorRoot(element: Element): boolean {
  return (
    element instanceof HTMLElement && element.isContentEditable && !element.parentElement?.isContentEditable
  );
}

/** Role and name as they are shown, which for things without a role of their own is what they are used as. */
export function identify(
  element: Element,
  role: string,
  why: Why | undefined,
): { role: string; name: string } {
  switch (why) {
    case 'report':
      return reportIdentity(element, role);
    case 'editor':
      return { role: 'textbox', name: nameOf(element, 'textbox') };
    case 'scroll':
      return { role: role && role !== 'none' ? role : 'scrollable', name: nameOf(element, role || 'region') };
    case 'media':
      return { role: element.localName, name: nameOf(element, element.localName) };
    default:
      return why === 'widget' || (!why && role && role !== 'none')
        ? { role, name: nameOf(element, role) }
        : looseIdentity(element, role);
  }
}

/** Selects fields whose values, typed or set, are no name of anything around them. */
const typedInto =
  'textarea, input:not([type="button"], [type="hidden"], [type="image"], [type="reset"], [type="submit"]), ' +
  '[role="slider"], [role="spinbutton"], [role="textbox"], [role="searchbox"]';

/** Something that has the pointer or listens is named by what it says, without the separate things in it. */
function looseIdentity(element: Element, role: string): { role: string; name: string } {
  const apart = [...apartIn(element), ...element.querySelectorAll(typedInto)];
  if (!role || role === 'none') return { role: 'clickable', name: nameOf(element, 'button', apart) };
  if (composites.has(role) && !takesDrops(element)) return { role, name: nameOf(element, role) };
  return { role, name: nameOf(element, role, apart) || nameOf(element, 'button', apart) };
}

/** A message is named by what it says; a live region without a role of its own is a status. */
function reportIdentity(element: Element, role: string): { role: string; name: string } {
  const shown = reportRoles.has(role) ? role : 'status';
  return { role: shown, name: nameOf(element, shown) || nameOf(element, 'button') };
}

/** Role and name of one element, the way the walk would show it. */
export function identityOf(element: Element): { role: string; name: string } {
  const role = roleOf(element);
  const why = whyActionable(element, element.tagName, role, isPointerRoot(element));
  if (why && !(why === 'focusable' && isOnlyScrolled(element, role))) return identify(element, role, why);
  if (isPartOfSomething(element)) return identify(element, role, 'part');
  if (moreInside(element, getComputedStyle(element))) return identify(element, role, 'scroll');
  return identify(element, role, contextRoles.has(role) || role === 'heading' ? undefined : 'listener');
}

/** It takes the focus to be scrolled by keys. */
export function isOnlyScrolled(
  element: Element,
  role: string,
  style: CSSStyleDeclaration = getComputedStyle(element),
): boolean {
  if (composites.has(role)) return false;
  return moreInside(element, style) !== undefined || (role === '' && isRoomForRows(element, style));
}

/** It would be scrolled by keys if there were more rows in it. */
function isRoomForRows(element: Element, { overflowX, overflowY }: CSSStyleDeclaration): boolean {
  return /auto|scroll/.test(overflowX + overflowY) && element.querySelector('tr, [role="row"]') !== null;
}

export function isPointerRoot(element: Element): boolean {
  const parent = parentOf(element);
  return (
    getComputedStyle(element).cursor === 'pointer' &&
    (!parent || getComputedStyle(parent).cursor !== 'pointer')
  );
}
