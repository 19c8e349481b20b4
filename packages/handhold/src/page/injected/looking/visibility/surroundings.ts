import { fromAround } from '../../dom/around.js';
import { shadowTrees } from '../../dom/shadow-trees.js';
import { styleOf } from '../../dom/style.js';
import { shadowOf } from '../../dom/tree.js';
import { state } from '../../state.js';
import { type Cuts, cutsBy, isCutToNothing, uncut } from './clips.js';
import { type Colour, colourOf, standsOut } from './colours.js';
import { canvas, type Ground, groundIn, groundOf } from './ground.js';
import { backing, bending, cutting, hiding, inking, moving, shrinking, singling } from './style-bits.js';
import { readStyleSheets, treeFacts } from './style-sheets.js';
import type { StyleContext, Traits } from './traits.js';
import { gone, unveiled, type Veil, veiledBy } from './veil.js';

/** All that holds for the text in an element, by the element and all that is around it. */
export interface Surroundings {
  veil: Veil;
  isVisible: boolean;
  cuts: Cuts;
  /** True if it may be somewhere else, or smaller, than it would be by itself. */
  isMoved: boolean;
  /**
   * The ground behind it, as far as that could be the colour of some letters, and whether its own can be told from
   * that.
   */
  ground: Ground;
  isClear: boolean;
  /** True if it has, or stands on, a colour that others have the other way round. */
  isColoured: boolean;
  /** True if one of these colours is none that style sheets give, so that others in it may be the same by chance. */
  isStrange: boolean;
  /** True if nothing could keep it from being read but being cut off, and whether nothing at all could. */
  isPlain: boolean;
  isUsual: boolean;
  /**
   * The effects that style sheets may have here, and the place as far as they are concerned; undefined where they
   * don't tell.
   */
  traits: Traits | undefined;
  context: StyleContext | undefined;
  /** Cache of the surroundings in these places in it, where nothing is different there. */
  same: Map<StyleContext, Surroundings> | undefined;
  /** Of a section that is closed: what its summary is in. */
  outside: Surroundings | undefined;
}

function usual(): Surroundings {
  return {
    veil: unveiled,
    isVisible: true,
    cuts: uncut,
    isMoved: false,
    ground: canvas(),
    isClear: true,
    isColoured: false,
    isStrange: false,
    isPlain: true,
    isUsual: true,
    traits: readStyleSheets()?.traits,
    context: readStyleSheets()?.traits.top,
    same: undefined,
    outside: undefined,
  };
}

const everything = hiding | inking | backing | moving | shrinking | bending | cutting | singling;

export const surroundingsOf: (element: Element) => Surroundings = fromAround(
  state.looking.visibility.surroundings,
  usual,
  (element, outer) => {
    const around = outer.outside && isSummary(element) ? outer.outside : outer;
    const { traits, top, more, isEdge } = hasTrees() ? scopeOf(element, around) : inside(around);
    if (!traits || !top) return within(element, everything, { ...around, traits, context: undefined });
    const context = traits.contextOf(element, top);
    const done = isApart(element, context) ? everything : traits.on(element, context) | more;
    // The colours that come into a shadow tree from outside, or into a slot, are none of its own.
    const colours = isEdge ? coloured | singling : around.isStrange ? coloured : 0;
    const isAlike = done === context.bits && (done & ownBox) === 0;
    // Where colours meet that no rules were looked at for together, all of them have to be the same in the same place.
    const isMixed = colours !== 0 && !(traits.isUniform && around.traits?.isUniform && !element.assignedSlot);
    if (!isAlike || isMixed) return within(element, done | colours, { ...around, traits, context });
    // The same for all that stands in the same place.
    const known = around.same?.get(context);
    if (known) return known;
    const own = within(element, done | colours, { ...around, traits, context });
    around.same ??= new Map();
    around.same.set(context, own);
    return own;
  },
);

/** Which rules hold for an element. */
interface Scope {
  traits: Traits | undefined;
  /** Where what it is written in stands. */
  top: StyleContext | undefined;
  /** The effects that the rules of another tree may have on it. */
  more: number;
  /** True if other rules hold for what is around it. */
  isEdge: boolean;
}

function inside({ traits, context }: Surroundings): Scope {
  return { traits, top: context, more: 0, isEdge: false };
}

/** Shadow trees have rules of their own, for what they stand in and for what is in their slots too. */
function scopeOf(element: Element, around: Surroundings): Scope {
  const own = shadowOf(element);
  const more = own ? (traitsIn(own)?.onHost ?? everything) : 0;
  const { parentNode, assignedSlot } = element;
  if (parentNode instanceof ShadowRoot) {
    const traits = traitsIn(parentNode);
    return { traits, top: traits?.top, more, isEdge: true };
  }
  if (!assignedSlot) return { ...inside(around), more };
  const host = element.parentElement;
  const tree = host && shadowOf(host);
  // What is passed on from slot to slot is styled by each.
  if (!tree || assignedSlot.assignedSlot) return { traits: undefined, top: undefined, more, isEdge: true };
  const { traits, context } = surroundingsOf(host);
  const slotted = traitsIn(tree)?.onSlotted ?? everything;
  return { traits, top: context, more: more | slotted, isEdge: true };
}

/** Of several, the first is shown. */
function isSummary(element: Element): boolean {
  return element.localName === 'summary' && element.matches(':not(summary ~ summary)');
}

const coloured = inking | backing;

/** Effects that an element's own box decides on. */
const ownBox = hiding | moving | cutting;

/**
 * True for elements that style sheets can't tell of: drawings and formulas have styles of their own, animations come
 * on top, and parts of shadow trees are styled from outside.
 */
function isApart(element: Element, { tag }: StyleContext): boolean {
  if (tag === 'svg' || tag === 'math' || animated().has(element)) return true;
  return hasTrees() && element.hasAttribute('part');
}

function traitsIn(tree: ShadowRoot): Traits | undefined {
  return treeFacts(tree)?.traits;
}

function within(element: Element, traits: number, around: Surroundings): Surroundings {
  const inner: Surroundings = { ...around, same: undefined, outside: undefined };
  if (traits === 0) return inner;
  const style = styleOf(element);
  if (traits & hiding) {
    inner.veil = veiledBy(element, style, around.veil);
    inner.isVisible = style.visibility === 'visible';
  }
  if (traits & backing) inner.ground = groundIn(element, style, around.ground);
  if (traits & (inking | backing)) {
    inner.isColoured = true;
    // Of what is behind it, sheets tell only what may be the colour of their own letters.
    if (traits & singling) inner.ground = groundOf(element);
    // Drawings have inks of their own, which are looked at text by text.
    const ink = colourOf(style.webkitTextFillColor);
    if (traits & singling) inner.isStrange ||= !inner.traits?.knows(ink, inner.ground.colours);
    inner.isClear = !(element instanceof SVGElement) && isClearOn(element, ink, inner.ground);
  }
  inner.isMoved =
    around.isMoved ||
    ((traits & bending) !== 0 && isBent(style)) ||
    ((traits & shrinking) !== 0 && Number.parseFloat(style.fontSize) < smallest) ||
    ((traits & moving) !== 0 && isElsewhere(element));
  if (traits & (cutting | moving)) inner.cuts = cutsBy(element, style, around.cuts);
  if (element.localName === 'svg' || element.localName === 'math') inner.context = undefined;
  const { veil, isVisible, cuts, isMoved, isClear } = inner;
  const isCut = cuts.clip !== undefined || cuts.pinned || isCutToNothing(cuts);
  inner.isPlain = veil === unveiled && isVisible && !isMoved && isClear;
  inner.isUsual = inner.isPlain && !isCut;
  const isClosed = element.localName === 'details' && !element.hasAttribute('open');
  return isClosed
    ? { ...inner, veil: gone, isPlain: false, isUsual: false, same: undefined, outside: inner }
    : inner;
}

/** True if text is drawn elsewhere, or otherwise, than where and how its box would have it. */
function isBent(style: CSSStyleDeclaration): boolean {
  const { transform, translate, scale, rotate, offsetPath, zoom, textIndent, letterSpacing } = style;
  if (textIndent !== '0px' || zoom !== '1' || letterSpacing.startsWith('-')) return true;
  return [transform, translate, scale, rotate, offsetPath].some((value) => value !== 'none');
}

/** Letters of fewer pixels are looked at one by one. */
const smallest = 6;

/** True if a box is not wholly on the page, or hardly there. */
function isElsewhere(element: Element): boolean {
  const { left, top, right, width, height } = element.getBoundingClientRect();
  const { x, y, width: most } = page();
  return left + x < 0 || top + y < 0 || right + x > most || width < 20 || height < 8;
}

/**
 * True if letters in an element can be told from what is behind them; by what certainly is, where it does not seem
 * so.
 */
function isClearOn(element: Element, colour: Colour, ground: Ground): boolean {
  const isFar = ({ colours, isPicture }: Ground) =>
    !isPicture && colours.every((other) => standsOut(colour, other) === 'clear');
  return isFar(ground) || isFar(groundOf(element));
}

export function veilOf(element: Element): Veil {
  return surroundingsOf(element).veil;
}

function page(): { x: number; y: number; width: number } {
  return state.looking.visibility.window.place.get(() => ({ x: scrollX, y: scrollY, width: innerWidth }));
}

function hasTrees(): boolean {
  return state.looking.visibility.hasShadowTrees.get(() => shadowTrees().roots.length > 0);
}

function animated(): Set<Element> {
  return state.looking.visibility.animated.get(findAnimated);
}

function findAnimated(): Set<Element> {
  const targets = new Set<Element>();
  for (const { effect } of document.getAnimations())
    if (effect instanceof KeyframeEffect && effect.target) targets.add(effect.target);
  return targets;
}
