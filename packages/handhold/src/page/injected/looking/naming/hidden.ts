/** Hidden from everyone: not rendered, invisible or aria-hidden. */
export function isHidden(element: Element): boolean {
  return element.closest('[aria-hidden="true"]') !== null || hiddenHere(element) !== 'no';
}

/** True if an element is hidden whose ancestors are known not to be aria-hidden: with all that is in it, or not. */
export function hiddenHere(element: Element): 'no' | 'itself' | 'all' {
  if (element.getAttribute('aria-hidden') === 'true') return 'all';
  if (element.checkVisibility({ visibilityProperty: true })) return 'no';
  const tag = element.localName;
  if (tag === 'area' || tag === 'option' || tag === 'optgroup') return 'no';
  if (tag === 'legend' && element.parentElement?.localName === 'optgroup') return 'no';
  if (element instanceof SVGElement && tag !== 'svg') return 'no';
  const style = getComputedStyle(element);
  const isRendered = style.display === 'contents' || element.checkVisibility();
  if (!isRendered) return 'all';
  return style.visibility === 'visible' ? 'no' : 'itself';
}
