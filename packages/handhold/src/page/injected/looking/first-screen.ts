import { isElement, isText } from '../dom/tree.js';
import type { Drawn } from '../protocol.js';
import { nextChange } from '../settling/changes.js';
import { hasScripts } from '../settling/quiet.js';

/** An application that has loaded need not have drawn anything yet. */

const silent = new Set('SCRIPT STYLE NOSCRIPT TEMPLATE LINK META TITLE HEAD'.split(' '));
const enough = 60;

const busy = '[aria-busy="true"], [role="progressbar"], progress';
const loads =
  /load|starting|please wait|one moment|laden|lädt|bitte warten|charg|cargando|carregando|caricament|загрузка|読み込み|加载|로딩|…$|\.\.\.$/i;

/** Waits for as long as there is nothing to see yet, from the moment of asking on. */
export async function drawnScreen(most: number): Promise<Drawn> {
  if (!isBlank()) return 'before';
  const end = performance.now() + most;
  for (;;) {
    const left = end - performance.now();
    if (left <= 0 || !(await nextChange(left))) return 'not';
    if (!isBlank()) return 'now';
  }
}

/** True if there is nothing to act on or to read yet but scripts that may bring it. */
function isBlank(): boolean {
  if (!document.body || !hasScripts()) return false;
  const text = shownText(document.body);
  if (text.length >= enough) return false;
  return text === '' || loads.test(text) || document.querySelector(busy) !== null;
}

/** Text that can be read, up to more than an empty screen says. */
function shownText(root: Element): string {
  let text = '';
  const gather = (element: Element) => {
    if (silent.has(element.tagName) || text.length >= enough || !element.checkVisibility()) return;
    for (const child of (element.shadowRoot ?? element).childNodes) {
      if (isText(child)) text = `${text}${child.data.replace(/\s+/g, ' ')}`.trimStart();
      else if (isElement(child)) gather(child);
      if (text.length >= enough) return;
    }
  };
  gather(root);
  return text.trim();
}
