/** What was changed to hide values in a picture, to be undone after it. */
const hidden: { element: HTMLElement; before: string | null }[] = [];
const maxTexts = 50_000;

/** Draws dots in place of these values wherever they stand in the document; says in how many places. */
export function hideValues(values: string[]): number {
  showValues();
  const holds = (text: string) => values.some((value) => text.includes(value));
  for (const field of document.querySelectorAll('input, textarea')) {
    if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
      if (field.type !== 'password' && holds(field.value)) hide(field);
  }
  const texts = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  for (let seen = 0; seen < maxTexts && texts.nextNode(); seen++) {
    const { parentElement, nodeValue } = texts.currentNode;
    if (parentElement instanceof HTMLElement && nodeValue && holds(nodeValue)) hide(parentElement);
  }
  return hidden.length;
}

/** Undoes it. */
export function showValues(): void {
  for (const { element, before } of hidden.splice(0)) {
    if (before === null) element.removeAttribute('style');
    else element.setAttribute('style', before);
  }
}

function hide(element: HTMLElement): void {
  hidden.push({ element, before: element.getAttribute('style') });
  element.style.setProperty('-webkit-text-security', 'disc', 'important');
}
