import type { Announcer } from './announce-listeners.js';

/** An XPathResult's ordered snapshot, by its number: a page may have put something else in the place of the constant. */
const orderedSnapshot = 7;

/** Goes through shadow trees and announces what scripts listen on in them. */
export class ShadowSearch {
  inShadows = 0;
  hasPlainHosts = false;

  constructor(private readonly announcer: Announcer) {}

  /** Goes through the shadow tree of an element, and those that stand in that. */
  searchIn(host: Element): void {
    const { request, listenersOf, send, isWanted, isActing } = this.announcer;
    const { shadowRoot } = host;
    if (!shadowRoot || !isWanted(host)) return;
    this.hasPlainHosts ||= !host.localName.includes('-');
    for (const element of shadowRoot.querySelectorAll('*')) {
      this.inShadows += 1;
      if (this.inShadows > request.skip && this.inShadows <= request.skip + request.most) {
        const heard = listenersOf(element);
        if (isActing(heard)) send(element, '');
        if ('drop' in heard) send(element, '-drops');
      }
      this.searchIn(element);
    }
  }

  /** Goes through the shadow trees of custom elements. */
  searchCustom(page: Document): void {
    const custom = page.evaluate('//*[contains(local-name(), "-")]', page, null, orderedSnapshot);
    for (let i = 0; i < custom.snapshotLength; i++) {
      const host = custom.snapshotItem(i);
      if (isElement(host)) this.searchIn(host);
    }
  }
}

function isElement(node: Node | null): node is Element {
  return node !== null && 'shadowRoot' in node;
}
