import { changedSoFar, noteChanges, unrest } from './changes.js';
import { isElement, squash } from './dom.js';
import { frame, timersOfPage } from './moments.js';

/** Whether what came of an action only stands where something is still to come. */

const spinner = '[aria-busy="true"], [role="progressbar"]:not([aria-valuenow]), progress:not([value])';
const longest = 40;
const words =
  /^(?:loading|please wait|one moment|laden|lädt|bitte warten|chargement|cargando|carregando|caricamento|загрузка|読み込み中|加载中|로딩)(?:\s\S+){0,2}\P{L}*$|^\p{L}+ing\b.*(?:…|\.\.\.)$/iu;

/** Whether something that appeared or was rewritten says so, and a script has set a timer, which may bring the rest. */
export function saysItLoads(): boolean {
  if (timersOfPage() <= unrest.timers) return false;
  for (const node of changedSoFar()) if (loads(node)) return true;
  return false;
}

function loads(node: Node): boolean {
  const holder = isElement(node) ? node : node.parentElement;
  if (!holder?.isConnected || (node.textContent ?? '').length > longest) return false;
  const says = words.test(squash(node.textContent ?? ''));
  if (!says && !(isElement(node) && (node.matches(spinner) || node.querySelector(spinner)))) return false;
  return holder.checkVisibility({ opacityProperty: true, visibilityProperty: true });
}

/** Waits until nothing says so any more, or the time is over. */
export async function loaded(time: number): Promise<void> {
  const end = performance.now() + time;
  while (performance.now() < end && saysItLoads()) {
    const before = unrest.changedAt;
    while (unrest.changedAt === before && performance.now() < end) {
      await frame();
      noteChanges();
    }
  }
}
