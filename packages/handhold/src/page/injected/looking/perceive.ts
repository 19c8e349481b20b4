import { beginOutcome } from '../acting/acted-on.js';
import { takeRefused, tellErrors } from '../acting/validity.js';
import { rememberShadowRoots, visitedShadowRoots } from '../dom/shadow-trees.js';
import { cut, rootElement } from '../dom/tree.js';
import { noteMetTrees } from '../listeners/asked-trees.js';
import type { Perceived, PerceiveOptions } from '../protocol.js';
import { beginItems } from '../refs/items/belonging.js';
import { itemsSeen } from '../refs/items/items.js';
import { watchTicks } from '../refs/items/ticking.js';
import { documentToken, elementOf, idOf } from '../refs/refs.js';
import { cardsInDocument } from '../risk/cards.js';
import { takeAppeared, unwatch } from '../settling/changes.js';
import { hasOtherEffects, takeOtherEffects } from '../settling/other-effects.js';
import { state } from '../state.js';
import { pageScroll } from '../targeting/page-scroll.js';
import { candidates, Horizon } from './horizon.js';
import { news } from './news.js';
import { markOpened } from './opened.js';
import { packed, type SentLook } from './packing.js';
import { revealed } from './revealed.js';
import { takeStrangers } from './roles/internals.js';
import { cacheLook, isSameLook } from './same-look.js';
import { readStyleSheets } from './visibility/style-sheets.js';
import { beginLook, describedBefore, markLaterMet, remember, shutOff } from './visited.js';
import { walk } from './walk.js';

/** One look at the document; null where what should be looked at is gone. */
export function perceive(options: PerceiveOptions): SentLook | 'same' | null {
  const again = options.again === true;
  const only = options.root === undefined ? undefined : elementOf(options.root);
  if (options.root !== undefined && !only?.isConnected) return null;
  beginLook(again);
  const appeared = takeAppeared(again, options.newsOf);
  if (appeared?.length === 0 && revealed().length === 0 && !hasOtherEffects() && isSameLook(options)) {
    unwatch();
    return 'same';
  }
  beginItems(again);
  beginOutcome(again);
  return packed(look(options, only, appeared));
}

function look(
  options: PerceiveOptions,
  only: Element | undefined,
  appeared: readonly Node[] | undefined,
): Perceived {
  const again = options.again === true;
  const horizon = horizonFor(options, appeared);
  const walked = walk(options, only ?? rootElement(), horizon);
  const { nodes, elements, shadowRoots, suspects, capped, modalOpen, partsBeyond } = walked;
  if (options.keep) markLaterMet(nodes, elements, appeared);
  markOpened(nodes, elements);
  const behind = only || modalOpen ? [] : shutOff(elements);
  if (!only) remember([...elements, ...behind], horizon, modalOpen);
  rememberShadowRoots(modalOpen ? [...visitedShadowRoots(), ...shadowRoots] : shadowRoots);
  const { texts, more } = news(nodes, elements);
  const otherEffects = takeOtherEffects(again);
  unwatch();
  watchTicks(itemsSeen());
  tellErrors(nodes, elements);
  const seen: Perceived = {
    document: documentToken(),
    look: ++state.looking.count,
    url: location.href,
    title: cut(document.title, 1000),
    nodes,
    items: walked.items,
    viewport: { width: innerWidth, height: innerHeight },
    scroll: pageScroll(),
    news: texts,
    moreNews: more,
    otherEffects,
    refused: takeRefused(),
    beyond: modalOpen ? 0 : (horizon?.beyond() ?? 0) + partsBeyond,
    estimated: partsBeyond > 0 || (horizon?.isEstimated ?? false),
    capped,
    modalOpen,
    behind: behind.map(idOf),
    cards: cardsInDocument(),
    unasked: noteMetTrees(shadowRoots),
    suspects: suspects.map(idOf),
    strangers: takeStrangers().map(idOf),
  };
  cacheLook(options, seen, elements);
  return seen;
}

function horizonFor(
  { near, keep, root }: PerceiveOptions,
  appeared: readonly Node[] | undefined,
): Horizon | undefined {
  if (near === undefined || root !== undefined) return undefined;
  const also = keep ? [...describedBefore(), ...candidatesIn(appeared ?? [])] : [];
  return Horizon.of({ most: near, also }, readStyleSheets());
}

function* candidatesIn(nodes: readonly Node[]): Iterable<Element> {
  for (const node of nodes) {
    if (!(node instanceof Element) || !node.isConnected) continue;
    yield node;
    yield* node.querySelectorAll(candidates);
  }
}
