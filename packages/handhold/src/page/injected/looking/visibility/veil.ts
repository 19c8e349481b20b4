import { parentOf } from '../../dom/tree.js';
import { type Colour, colourOf, stopsOf } from './colours.js';
import { type Shape, shapeOf } from './shapes.js';

/** The veil that the styles of an element and of all that is around it put over its content. */
export interface Veil {
  /** How much comes through, up to 1. */
  opacity: number;
  /** How far it is blurred at most, in pixels. */
  blur: number;
  /** The shapes that are left where something was cut out around it. */
  shapes: readonly Shape[];
  /** Styles that change colours around it, from the inside out. */
  tints: readonly Tint[];
  /** True if dots are drawn for its letters. */
  isMasked: boolean;
}

export interface Tint {
  by: Element;
  filter: string;
  blend: string;
}

/** The same object wherever nothing is taken away. */
export const unveiled: Veil = { opacity: 1, blur: 0, shapes: [], tints: [], isMasked: false };

/** Nothing comes through. */
export const gone: Veil = { ...unveiled, opacity: 0 };

/** The veil inside of an element, by the one around it. */
export function veiledBy(element: Element, style: CSSStyleDeclaration, around: Veil): Veil {
  const { opacity, filter, clipPath, clip, maskImage, backfaceVisibility, mixBlendMode, zIndex } = style;
  const { display } = style;
  const isSkipped = display === 'none' || (style.contentVisibility === 'hidden' && display !== 'inline');
  const isMasked = style.getPropertyValue('-webkit-text-security') !== 'none';
  if (
    isMasked === around.isMasked &&
    !isSkipped &&
    opacity === '1' &&
    filter === 'none' &&
    clipPath === 'none' &&
    clip === 'auto' &&
    maskImage === 'none' &&
    backfaceVisibility === 'visible' &&
    mixBlendMode === 'normal' &&
    !zIndex.startsWith('-')
  )
    return around;
  const isGone =
    isSkipped ||
    (maskImage !== 'none' && isBlank(style)) ||
    (backfaceVisibility === 'hidden' && facesAway(element)) ||
    (zIndex.startsWith('-') && isUnderneath(element, style));
  const shape = shapeOf(element, style);
  const colours = mixBlendMode !== 'normal' || filter !== 'none';
  return {
    opacity: isGone ? 0 : around.opacity * throughOpacity(element, style),
    blur: Math.max(around.blur, ...amounts(filter, 'blur')),
    shapes: shape ? [shape, ...around.shapes] : around.shapes,
    tints: colours ? [{ by: element, filter, blend: mixBlendMode }, ...around.tints] : around.tints,
    isMasked,
  };
}

/** The arguments of a function of a filter, each time it is in there. */
function amounts(filter: string, name: string): number[] {
  const found = filter.matchAll(/([a-z-]+)\(([\d.e-]+)/g);
  return Array.from(found, ([, one, amount]) => (one === name ? Number(amount) : Number.NaN)).filter(
    (amount) => !Number.isNaN(amount),
  );
}

/** Whatever lets less through than this is as good as gone. */
export const faintest = 0.05;

function throughOpacity(element: Element, { opacity, filter }: CSSStyleDeclaration): number {
  const through = amounts(filter, 'opacity').reduce((product, amount) => product * amount, Number(opacity));
  return through < faintest && comesUp(element) ? 1 : through;
}

const soon = 10_000;

/** True if it is on its way to being seen, by an animation that ends before long or that follows the scrolling. */
function comesUp(element: Element): boolean {
  return element.getAnimations().some(({ effect, playState, timeline }) => {
    if (!(effect instanceof KeyframeEffect) || effect.pseudoElement !== null) return false;
    if (timeline && !(timeline instanceof DocumentTimeline)) return true;
    const { endTime, localTime } = effect.getComputedTiming();
    const opacity = effect.getKeyframes().at(-1)?.opacity;
    return (
      playState === 'running' &&
      Number(endTime) - Number(localTime ?? 0) < soon &&
      opacity != null &&
      Number(opacity) > 0.5
    );
  });
}

/** True if a mask leaves nothing, as far as that can be told: pictures can't be looked into. */
function isBlank({ maskImage, maskSize, maskMode }: CSSStyleDeclaration): boolean {
  if (/(^|[ ,])0(px|%)([ ,]|$)/.test(maskSize)) return true;
  if (/url\(|image-set\(|paint\(/.test(maskImage)) return false;
  const stops = stopsOf(maskImage);
  const hides = ([red, green, blue, alpha]: Colour) =>
    alpha < faintest || (maskMode === 'luminance' && Math.max(red, green, blue) < 13);
  return stops.length > 0 && stops.every(hides);
}

/** True if one would see only its back. */
function facesAway(element: Element): boolean {
  let turned = turnOf(getComputedStyle(element));
  for (let up = parentOf(element); up; up = parentOf(up)) {
    const style = getComputedStyle(up);
    if (style.transformStyle !== 'preserve-3d') break;
    turned = turnOf(style).multiply(turned);
  }
  return turned.m33 < 0;
}

function turnOf({ transform, rotate }: CSSStyleDeclaration): DOMMatrix {
  const own = transform === 'none' ? new DOMMatrix() : new DOMMatrix(transform);
  const [, axis = '', angle] = /^(x|y|[\d.-]+ [\d.-]+ [\d.-]+) ([\d.e-]+)deg$/.exec(rotate) ?? [];
  if (angle === undefined) return own;
  const [x = 0, y = 0, z = 0] = axis === 'x' ? [1] : axis === 'y' ? [0, 1] : axis.split(' ').map(Number);
  return new DOMMatrix().rotateAxisAngle(x, y, z, Number(angle)).multiply(own);
}

/** True if it is drawn below something around it that nothing shows through. */
function isUnderneath(element: Element, { position, zIndex }: CSSStyleDeclaration): boolean {
  const parent = parentOf(element);
  if (position === 'static' && !(parent && /flex|grid/.test(getComputedStyle(parent).display))) return false;
  const { left, top, right, bottom } = element.getBoundingClientRect();
  for (let up = parent; up && up !== document.body && up !== document.documentElement; up = parentOf(up)) {
    const style = getComputedStyle(up);
    if (isStackingContext(style)) return false;
    const box = up.getBoundingClientRect();
    const isOver = box.left <= left && box.top <= top && box.right >= right && box.bottom >= bottom;
    if (isOver && colourOf(style.backgroundColor)[3] > 0.95) return zIndex !== '0';
  }
  return false;
}

/** True if what is in it is drawn after its own background, whatever its order. */
function isStackingContext(style: CSSStyleDeclaration): boolean {
  const { position, zIndex, opacity, isolation, mixBlendMode, willChange, contain, containerType } = style;
  if (position === 'fixed' || position === 'sticky' || zIndex !== 'auto') return true;
  if (opacity !== '1' || isolation === 'isolate' || mixBlendMode !== 'normal') return true;
  const { transform, translate, rotate, scale, perspective, filter, backdropFilter, clipPath, maskImage } =
    style;
  if ([transform, translate, rotate, scale, perspective, filter].some((value) => value !== 'none'))
    return true;
  if ([backdropFilter, clipPath, maskImage].some((value) => value !== 'none')) return true;
  return (
    /transform|opacity|filter|perspective/.test(willChange + contain) ||
    /paint|layout|strict|content/.test(contain) ||
    containerType !== 'normal'
  );
}
