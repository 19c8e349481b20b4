import { contains, parentOf } from '../../dom/tree.js';
import { layersBehind } from './behind.js';
import {
  blended,
  type Colour,
  colourOf,
  faded,
  filtered,
  type Legibility,
  standsOut,
  stopsOf,
} from './colours.js';
import { type Ground, groundAt, groundOf, laidOver, layerOf } from './ground.js';
import { veilOf } from './surroundings.js';
import { faintest, type Veil } from './veil.js';

/** Telling letters from the ground that they are drawn on. */

/** Of the text that stands in an element itself, around this point. */
export function legibilityOn(element: Element, style: CSSStyleDeclaration, x: number, y: number): Legibility {
  const veil = veilOf(element);
  const fill = fillOf(element, style);
  const ground = groundAt(element, x, y);
  const plain = against(fill, ground, veil);
  if (plain === 'clear' || veil.opacity < faintest) return plain;
  for (const ink of otherInks(element, style, fill))
    if (ink === 'picture' || against(ink, ground, veil) === 'clear') return 'clear';
  if (fill[3] * veil.opacity < faintest) return 'hidden';
  const others = layersBehind(element, x, y, ground);
  const isReadable = others?.some(
    ({ colours, isPicture }) =>
      isPicture || colours.some((colour) => standsOut(faded(fill, veil.opacity), colour) === 'clear'),
  );
  if (isReadable) return 'clear';
  return others && ground.isSure ? plain : 'doubtful';
}

/** Of what a style sheet writes before or after an element, which may have a background of its own. */
export function decorationStandsOut(element: Element, style: CSSStyleDeclaration): Legibility {
  const { opacity } = style;
  const ground = laidOver(layerOf(style), groundOf(element), element);
  return against(faded(fillOf(element, style), Number(opacity)), ground, veilOf(element));
}

/** The colour that the letters themselves are filled with. */
function fillOf(element: Element, style: CSSStyleDeclaration): Colour {
  if (!(element instanceof SVGElement)) return colourOf(style.webkitTextFillColor);
  const { fill, fillOpacity } = style;
  if (fill === 'none') return [0, 0, 0, 0];
  // A pattern or gradient.
  if (fill.startsWith('url')) return [128, 128, 128, 1];
  return faded(colourOf(fill), Number.parseFloat(fillOpacity));
}

function against(ink: Colour, ground: Ground, veil: Veil): Legibility {
  const alpha = ink[3] * veil.opacity;
  if (alpha < faintest) return 'hidden';
  if (ground.isPicture) return alpha < 2 * faintest ? 'doubtful' : 'clear';
  let best: Legibility = 'hidden';
  for (const colour of ground.colours) {
    const [seen, behind] = veil.tints.length === 0 ? [ink, colour] : tinted(ink, colour, ground.of, veil);
    const legibility = standsOut(faded(seen, veil.opacity), behind);
    if (legibility === 'clear') return 'clear';
    if (legibility === 'doubtful') best = 'doubtful';
  }
  return best;
}

/** Ink and ground where something around changes the colours of one of them or of both. */
function tinted(ink: Colour, ground: Colour, of: Element | undefined, { tints }: Veil): [Colour, Colour] {
  let [seen, behind] = [ink, ground];
  for (const { by, filter, blend } of tints) {
    const both = of ? contains(by, of) : by === document.documentElement;
    if (both) behind = filtered(behind, filter);
    seen = filtered(seen, filter);
    if (!both && blend !== 'normal') seen = blended(seen, behind, blend);
  }
  return [seen, behind];
}

/** Other inks that letters may be seen by: outlines, shadows, and a background that is cut out along them. */
function* otherInks(
  element: Element,
  style: CSSStyleDeclaration,
  fill: Colour,
): Iterable<Colour | 'picture'> {
  if (element instanceof SVGElement) {
    const { stroke, strokeOpacity } = style;
    if (stroke !== 'none')
      yield stroke.startsWith('url') ? 'picture' : faded(colourOf(stroke), Number.parseFloat(strokeOpacity));
    return;
  }
  if (Number.parseFloat(style.webkitTextStrokeWidth) > 0) yield colourOf(style.webkitTextStrokeColor);
  const size = Number.parseFloat(style.fontSize);
  for (const shadow of style.textShadow === 'none' ? [] : style.textShadow.split(/, (?=[a-z])/)) {
    const [across = 0, down = 0, blur = 0] = (shadow.match(/-?[\d.]+(?=px)/g) ?? []).map(Number);
    if (Math.max(Math.abs(across), Math.abs(down), blur / 2) <= size) yield* stopsOf(shadow);
  }
  for (const { filter } of veilOf(element).tints)
    if (fill[3] > 0.3 && filter.includes('drop-shadow(')) yield* stopsOf(filter);
  if (fill[3] < 0.9) yield* cutOut(element);
}

function* cutOut(element: Element): Iterable<Colour | 'picture'> {
  for (let up: Element | null = element; up; up = parentOf(up)) {
    const style = getComputedStyle(up);
    if (!style.backgroundClip.includes('text')) continue;
    const { colours, isPicture } = layerOf(style);
    if (isPicture) yield 'picture';
    yield* colours;
  }
}
