import type { Tab } from '../browser/tab.js';
import type { Deadline } from '../deadline.js';
import { WorldGone } from '../page/frames/world.js';
import type { Drawn } from '../page/injected/protocol.js';
import type { View } from '../page/looking/view.js';

/** How long an application may take to draw its first screen after it has loaded. */
const patience = 3000;

/** Kept back for looking at what has come. */
const reserve = 700;

const report = /^(?:progressbar|status|alert|timer|log)$/;
/** Roles that only hold what is still to come. */
const holder = /^(?:tree|treegrid|grid|table|list|listbox|menu|scrollable)$/;
/** Words that stand where something is still to come. */
const placeholder = /^(?:loading|please wait|one moment|laden|lädt|bitte warten|chargement|cargando)\b|^…$/i;

export interface FirstScreen {
  view: View;
  pending: string[];
}

/** Waits for an application that has loaded and shows nothing to act on yet. */
export async function firstScreen(tab: Tab, view: View, deadline: Deadline): Promise<FirstScreen> {
  const end = deadline.now + patience;
  let seen = view;
  while (isEmpty(seen)) {
    const left = Math.min(end - deadline.now, deadline.left - Math.min(reserve, deadline.budget / 4));
    let came: Drawn | undefined;
    try {
      const { world } = await tab.live.frames.main(deadline);
      came = await world.call(deadline, 'drawnScreen', Math.max(0, left));
      if (came === 'now') await world.call(deadline, 'quiet', Math.max(1, Math.min(left, 300)));
    } catch (thrown) {
      if (!(thrown instanceof WorldGone)) throw thrown;
    }
    // It may have been drawn since it was looked at.
    seen = await tab.live.look(deadline);
    if (came === 'before') break;
    if (came === 'not' && isEmpty(seen))
      return { view: seen, pending: ['the page has not drawn anything to act on yet'] };
  }
  return { view: seen, pending: [] };
}

function isEmpty({ nodes, beyond }: View): boolean {
  if (beyond > 0) return false;
  return !nodes.some(
    ({ kind, role, name }) =>
      kind === 'element' && !report.test(role) && !placeholder.test(name) && (name || !holder.test(role)),
  );
}
