import { parentOf } from '../dom/tree.js';
import { later } from '../settling/timers.js';

/** Code editors: they draw the lines in view themselves, and often catch keys with a field too small to be seen. */

/** Lines as Monaco, CodeMirror and Ace draw them. */
const drawnLines = '.view-line, .cm-line, .CodeMirror-line, .ace_line';

/** Rich text editors that have a model of their own, and turn what is typed key by key into lists and the like. */
const models =
  '.ProseMirror, .ql-editor, .ck-content, .mce-content-body, .public-DraftEditor-content, .note-editable, ' +
  '.fr-element, .jodit-wysiwyg, .cke_editable, trix-editor, [data-lexical-editor], [data-slate-editor]';

export function hasModel(element: Element): boolean {
  return element.matches(models);
}

/** True if nobody could see a text in a field: keys are caught with it for what is drawn elsewhere. */
export function isUnseen(element: Element): boolean {
  if (!(element instanceof HTMLTextAreaElement) || catchesKeys(element)) return false;
  return isSliver(element) || !element.checkVisibility({ opacityProperty: true });
}

/** True if a field is a code editor's: one that hides its own, or an editable region where prose is not corrected. */
export function isCode(element: Element): boolean {
  if (catchesKeys(element)) return true;
  return (
    element instanceof HTMLElement &&
    element.isContentEditable &&
    element.getAttribute('spellcheck') === 'false' &&
    element.getAttribute('autocorrect') === 'off'
  );
}

/** True if a field only catches keys for an editor drawn around it: what it holds itself is not the text. */
export function catchesKeys(element: Element): boolean {
  if ('editContext' in element && element.editContext) return !(element instanceof HTMLCanvasElement);
  if (!(element instanceof HTMLTextAreaElement)) return false;
  if (element.matches('.ace_text-input')) return true;
  const around = element.parentElement;
  // A box that cuts nothing may have no height of its own, and its field be seen all the same.
  const isCut = around !== null && isSliver(around) && getComputedStyle(around).overflowX !== 'visible';
  // One that grows with its text is small too while it is empty.
  return (isSliver(element) || isCut) && surfaceOf(element).querySelector(drawnLines) !== null;
}

function isSliver(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width <= 3 || height <= 3;
}

/** The part of the page that looks like the field: the nearest thing around it that can be seen. */
export function surfaceOf(field: Element): Element {
  for (let up = parentOf(field); up && up !== document.body; up = parentOf(up)) {
    const { width, height } = up.getBoundingClientRect();
    if (width >= 20 && height >= 10) return up;
  }
  return field;
}

/** The lines in view, in the order they are seen; undefined where we don't know how they are drawn. */
export function drawnText(field: Element): string | undefined {
  const lines = [...surfaceOf(field).querySelectorAll(drawnLines)];
  if (lines.length === 0) return undefined;
  return lines
    .map((line) => ({ top: line.getBoundingClientRect().top, text: textOfLine(line) }))
    .sort((a, b) => a.top - b.top)
    .map(({ text }) => text.replace(/\u00a0/g, ' ').replace(/[\u200b\ufeff]/g, ''))
    .join('\n');
}

/** Selects the signs that Ace and Monaco draw for blanks and the ends of lines, where they show them. */
const blanks = '.ace_invisible, .mtkw';

function textOfLine(line: Element): string {
  if (!line.querySelector(blanks)) return line.textContent ?? '';
  const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  let said = '';
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const drawn = text.parentElement?.closest(blanks) ? blankFor(text.textContent ?? '') : text.textContent;
    said += drawn ?? '';
  }
  return said;
}

/** Points for blanks, an arrow in as much room as it takes for a tab, other signs for the end of the line. */
function blankFor(drawn: string): string {
  return drawn
    .replace(/[\u00b7\u2219]/g, ' ')
    .replace(/\u2014+|[\u2192\u21e5\uffeb]\s*/g, '\t')
    .replace(/[\u00ac\u00b6\u00a4\u21b5\u23ce]/g, '');
}

/** Resolves when the lines are drawn anew, or when that has not come in time. */
export function redrawn(field: Element, time: number): Promise<void> {
  const surface = surfaceOf(field);
  return new Promise((resolve) => {
    const end = () => {
      observer.disconnect();
      clearTimeout(timer);
      resolve();
    };
    const observer = new MutationObserver(end);
    const timer = later(end, time);
    observer.observe(surface.querySelector(drawnLines)?.parentElement ?? surface, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
}
