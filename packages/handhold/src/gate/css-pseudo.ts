/** Pseudo-classes that take nothing, as Chromium knows them. */
export const plainClasses = new Set(
  `active active-view-transition any-link autofill checked corner-present current decrement default defined disabled
  double-button empty enabled end first-child first-of-type focus focus-visible focus-within fullscreen future horizontal
  host hover increment indeterminate in-range interest-source interest-target invalid last-child last-of-type link modal
  no-button only-child only-of-type open optional out-of-range past picture-in-picture placeholder-shown popover-open
  read-only read-write required root scope single-button start target target-after target-before target-current
  user-invalid user-valid valid vertical visited window-inactive -webkit-any-link -webkit-autofill -webkit-drag
  -webkit-full-page-media -webkit-full-screen -webkit-full-screen-ancestor`.split(/\s+/),
);

/** Pseudo-elements that take nothing. Any other name that begins with -webkit- is one, too. */
const plainElements = new Set(
  `after backdrop before checkmark column cue details-content file-selector-button first-letter first-line grammar-error
  marker permission-icon picker-icon placeholder scroll-marker scroll-marker-group search-text selection spelling-error
  target-text view-transition`.split(/\s+/),
);

/** Those of them that one colon is enough for. */
export const oldElements = new Set(['after', 'before', 'first-letter', 'first-line']);

const none: ReadonlySet<string> = new Set();
const onlyChild = new Set(['only-child']);
const current = new Set(['current']);
const byHand = new Set(['active', 'focus', 'focus-visible', 'focus-within', 'hover']);
const ofButtons = new Set([...byHand, 'disabled', 'enabled']);
const ofMarkers = new Set([...byHand, 'target-after', 'target-before', 'target-current']);
const ofScrollbars = new Set(
  `active corner-present decrement disabled double-button enabled end horizontal hover increment no-button single-button start
  vertical window-inactive`.split(/\s+/),
);
/** Of what is an element of its own: all but what tells where in the document it stands. */
const ofWhole = new Set(
  [...plainClasses].filter(
    (name) =>
      (!ofScrollbars.has(name) || /^(active|disabled|enabled|hover|window-inactive)$/.test(name)) &&
      !/^(current|empty|first-.*|host|last-.*|only-.*|root|scope)$/.test(name),
  ),
);

/** The pseudo-classes that may follow a pseudo-element; none of those that take something. */
export function classesAfter(element: string): ReadonlySet<string> {
  if (/^-webkit-(scrollbar|resizer)/.test(element)) return ofScrollbars;
  if (element.startsWith('-webkit-') || element === 'file-selector-button') return byHand;
  if (/^(part|details-content|picker)$/.test(element)) return ofWhole;
  if (/^view-transition-/.test(element)) return onlyChild;
  if (element === 'scroll-marker') return ofMarkers;
  if (element === 'scroll-button') return ofButtons;
  return element === 'search-text' ? current : none;
}

/** True for a pseudo-element that takes nothing. */
export function isPlainElement(name: string): boolean {
  return plainElements.has(name) || (/^-webkit-./.test(name) && !plainClasses.has(name));
}

/** True if a pseudo-element may stand right after another. */
export function mayFollow(before: string, name: string): boolean {
  return before === 'part' || before === 'slotted' || (/^(before|after)$/.test(before) && name === 'marker');
}
