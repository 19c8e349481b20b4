import { fromAround } from '../../dom/around.js';
import { styleOf } from '../../dom/style.js';
import { parentOf, rootElement } from '../../dom/tree.js';
import { state } from '../../state.js';
import { type Colour, colourOf, over, stopsOf } from './colours.js';

/** The ground that letters are drawn on. */
export interface Ground {
  /** One of these, or all of them where it goes from one to another; none where a picture may be anything. */
  colours: readonly Colour[];
  isPicture: boolean;
  /** The element that it belongs to; undefined for the canvas that a page is drawn on. */
  of: Element | undefined;
  /** True if that is all there is: a document in a frame does not know what is behind it. */
  isSure: boolean;
}

/** The ground behind the content of an element, by the backgrounds of the element and of what is around it. */
export const groundOf: (element: Element) => Ground = fromAround(
  state.looking.visibility.grounds,
  canvas,
  (element, around) => groundIn(element, styleOf(element), around),
);

export function groundIn(element: Element, style: CSSStyleDeclaration, around: Ground): Ground {
  if (style.backgroundColor === transparent && style.backgroundImage === 'none') return around;
  if (style.backgroundClip.includes('text')) return around;
  return laidOver(layerOf(style), around, isCanvas(element) ? undefined : element);
}

const transparent = 'rgba(0, 0, 0, 0)';
const white: Colour = [255, 255, 255, 1];
const darkCanvas: Colour = [18, 18, 18, 1];

/** The background of the root, or of the body where the root has none, is that of the canvas. */
function isCanvas(element: Element): boolean {
  const root = rootElement();
  if (element !== document.body) return element === root;
  const { backgroundColor, backgroundImage } = getComputedStyle(root);
  return backgroundColor === transparent && backgroundImage === 'none';
}

/** The canvas that a page is drawn on. */
export function canvas(): Ground {
  const { colorScheme } = getComputedStyle(rootElement());
  const isDark =
    colorScheme.includes('dark') &&
    (!colorScheme.includes('light') || matchMedia('(prefers-color-scheme: dark)').matches);
  const own = isDark ? darkCanvas : white;
  if (window === top) return { colours: [own], isPicture: false, of: undefined, isSure: true };
  return { colours: [aroundFrame() ?? own], isPicture: false, of: undefined, isSure: false };
}

/** The colour around the frame, where one may look there. */
function aroundFrame(): Colour | undefined {
  for (let up = window.frameElement; up; up = up.parentElement) {
    const colour = colourOf(getComputedStyle(up).backgroundColor);
    if (colour[3] > opaque) return colour;
  }
  return undefined;
}

/** From here on nothing shows through. */
export const opaque = 0.95;

export interface Layer {
  colours: readonly Colour[];
  isPicture: boolean;
  /** True if it leaves nothing of what is below it. */
  isWhole: boolean;
}

export const nothing: Layer = { colours: [], isPicture: false, isWhole: false };

/** The layer that a background draws. */
export function layerOf(style: CSSStyleDeclaration): Layer {
  const { backgroundColor, backgroundImage } = style;
  const colour = colourOf(backgroundColor);
  const plain: Layer =
    colour[3] === 0 ? nothing : { colours: [colour], isPicture: false, isWhole: colour[3] > opaque };
  if (backgroundImage === 'none') return plain;
  const stops = stopsOf(backgroundImage);
  if (
    !/^(repeating-)?(linear|radial|conic)-gradient\(/.test(backgroundImage) ||
    /url\(/.test(backgroundImage)
  )
    return { colours: [], isPicture: true, isWhole: false };
  // One that is small, as those are that underline, leaves most of what is below it.
  const isWide =
    /^(auto|cover|100%( 100%)?)$/.test(style.backgroundSize) && /^repeat/.test(style.backgroundRepeat);
  const colours = stops.map((stop) => (plain.isWhole ? over(stop, colour) : stop));
  return {
    colours: isWide ? colours : [...colours, ...plain.colours],
    isPicture: false,
    isWhole: plain.isWhole || (isWide && stops.every((stop) => stop[3] > opaque)),
  };
}

export function laidOver(layer: Layer, below: Ground, of: Element | undefined): Ground {
  if (layer.isWhole) return { colours: layer.colours, isPicture: layer.isPicture, of, isSure: true };
  const isPicture = layer.isPicture || below.isPicture;
  if (isPicture) return { ...below, colours: [], isPicture };
  const colours = layer.colours.flatMap((colour) => below.colours.map((other) => over(colour, other)));
  return { ...below, colours: colours.length > 0 ? colours : below.colours };
}

/**
 * The ground behind a point in an element: an element that stands elsewhere than those around it has something else
 * behind it.
 */
export function groundAt(element: Element, x: number, y: number): Ground {
  let ground = groundOf(element);
  while (ground.of && !holds(boxOf(ground.of), x, y)) {
    const outer = parentOf(ground.of);
    ground = outer ? groundOf(outer) : canvas();
  }
  return ground;
}

export function boxOf(element: Element): DOMRect {
  const cached = state.looking.visibility.boxes.entries;
  let box = cached.get(element);
  if (!box) {
    box = element.getBoundingClientRect();
    cached.set(element, box);
  }
  return box;
}

export function holds({ left, top, right, bottom }: DOMRect, x: number, y: number): boolean {
  return x >= left && x <= right && y >= top && y <= bottom;
}

const pictures = new Set('IMG VIDEO CANVAS IFRAME OBJECT EMBED svg'.split(' '));

/** The layer that an element itself draws, without its text. */
export function drawingOf(element: Element): Layer {
  const isEmpty = element instanceof HTMLImageElement && element.complete && element.naturalWidth === 0;
  if (pictures.has(element.tagName) && !isEmpty) return { colours: [], isPicture: true, isWhole: false };
  const style = getComputedStyle(element);
  if (element instanceof SVGElement)
    return style.fill.startsWith('rgb') ? { ...nothing, colours: [colourOf(style.fill)] } : nothing;
  return style.backgroundClip.includes('text') ? nothing : layerOf(style);
}
