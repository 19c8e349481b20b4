import { fromAround } from '../../dom/around.js';
import { styleOf } from '../../dom/style.js';
import { contains, parentOf, rootElement } from '../../dom/tree.js';
import { state } from '../../state.js';
import { type Colour, colourOf, over, stopsOf } from './colours.js';
import { veilOf } from './surroundings.js';

/** What letters are drawn on. */
export interface Ground {
  /** One of these, or all of them where it goes from one to another; none where a picture may be anything. */
  colours: readonly Colour[];
  isPicture: boolean;
  /** What it belongs to; undefined for the canvas that a page is drawn on. */
  of: Element | undefined;
  /** Whether that is all there is: a document in a frame does not know what is behind it. */
  isSure: boolean;
}

/** What is behind the content of an element, by the backgrounds of the element and of what is around it. */
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

/** What a page is drawn on. */
export function canvas(): Ground {
  const { colorScheme } = getComputedStyle(rootElement());
  const isDark =
    colorScheme.includes('dark') &&
    (!colorScheme.includes('light') || matchMedia('(prefers-color-scheme: dark)').matches);
  const own = isDark ? darkCanvas : white;
  if (window === top) return { colours: [own], isPicture: false, of: undefined, isSure: true };
  return { colours: [aroundFrame() ?? own], isPicture: false, of: undefined, isSure: false };
}

/** What is around the frame, where one may look there. */
function aroundFrame(): Colour | undefined {
  for (let up = window.frameElement; up; up = up.parentElement) {
    const colour = colourOf(getComputedStyle(up).backgroundColor);
    if (colour[3] > opaque) return colour;
  }
  return undefined;
}

/** From here on nothing shows through. */
export const opaque = 0.95;

interface Layer {
  colours: readonly Colour[];
  isPicture: boolean;
  /** Whether it leaves nothing of what is below it. */
  isWhole: boolean;
}

const nothing: Layer = { colours: [], isPicture: false, isWhole: false };

/** What a background draws. */
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

/** What is behind a point in an element: what stands elsewhere than what is around it has something else behind it. */
export function groundAt(element: Element, x: number, y: number): Ground {
  let ground = groundOf(element);
  while (ground.of && !holds(boxOf(ground.of), x, y)) {
    const outer = parentOf(ground.of);
    ground = outer ? groundOf(outer) : canvas();
  }
  return ground;
}

function boxOf(element: Element): DOMRect {
  const cached = state.looking.visibility.boxes.entries;
  let box = cached.get(element);
  if (!box) {
    box = element.getBoundingClientRect();
    cached.set(element, box);
  }
  return box;
}

function holds({ left, top, right, bottom }: DOMRect, x: number, y: number): boolean {
  return x >= left && x <= right && y >= top && y <= bottom;
}

const maxSearched = 5000;
const pictures = new Set('IMG VIDEO CANVAS IFRAME OBJECT EMBED svg'.split(' '));

/**
 * What else may be behind a point although it is not around it: pictures, boxes placed there, and what style sheets
 * draw before and after elements. Undefined where there is too much to look through.
 */
export function besides(element: Element, x: number, y: number, ground: Ground): Layer[] | undefined {
  const found: Layer[] = [];
  for (let up: Element | null = element; up; up = parentOf(up)) {
    found.push(...decorations(up, x, y), shadowIn(up));
    if (up === ground.of) break;
  }
  const around = ground.of ?? rootElement();
  const all = treesBetween(element, around).flatMap((tree) => [...tree.querySelectorAll('*')]);
  if (all.length > maxSearched) return found.some(draws) ? found : undefined;
  const seenAt = inWindow(x, y) ? (tree: Tree) => tree.elementsFromPoint(x, y) : undefined;
  for (const other of all) {
    if (!isAt(other, x, y) || contains(other, element) || contains(element, other)) continue;
    if (seenAt && isElsewhere(other, element, ground, seenAt)) continue;
    if (veilOf(other).opacity < 0.1 || !other.checkVisibility({ visibilityProperty: true })) continue;
    found.push(drawingOf(other), ...decorations(other, x, y));
  }
  return found.filter(draws);
}

/** A shadow that falls into a box may fill it. */
function shadowIn(element: Element): Layer {
  const { boxShadow } = getComputedStyle(element);
  return boxShadow.includes('inset') ? { ...nothing, colours: stopsOf(boxShadow) } : nothing;
}

function draws({ colours, isPicture }: Layer): boolean {
  return isPicture || colours.length > 0;
}

type Tree = Document | ShadowRoot;

/** Where to look for what is inside one element and may be behind another one in it. */
function treesBetween(inner: Element, outer: Element): (Element | Tree)[] {
  const trees: (Element | Tree)[] = [outer];
  for (let tree = inner.getRootNode(); tree instanceof ShadowRoot; tree = tree.host.getRootNode())
    if (tree !== outer.getRootNode()) trees.push(tree);
  return trees;
}

function inWindow(x: number, y: number): boolean {
  return x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
}

/** What is fixed to the window is behind whatever is scrolled there. */
function isAt(element: Element, x: number, y: number): boolean {
  const box = boxOf(element);
  if (holds(box, x, y)) return true;
  if (inWindow(x, y) || !holds(box, x, Math.min(Math.max(y, 1), innerHeight - 1))) return false;
  for (let up: Element | null = element; up; up = parentOf(up))
    if (getComputedStyle(up).position === 'fixed') return true;
  return false;
}

/** Whether the browser itself says that it lies in front of the element, or behind its ground. */
function isElsewhere(
  other: Element,
  element: Element,
  ground: Ground,
  seenAt: (tree: Tree) => Element[],
): boolean {
  if (getComputedStyle(other).pointerEvents === 'none') return false;
  const tree = other.getRootNode();
  if (!(tree instanceof Document || tree instanceof ShadowRoot)) return false;
  const stack = seenAt(tree);
  const at = stack.indexOf(other);
  const text = stack.indexOf(element);
  const end = ground.of ? stack.indexOf(ground.of) : -1;
  return at < 0 || (text >= 0 && at < text) || (end >= 0 && at > end);
}

/** What an element itself draws, without its text. */
export function drawingOf(element: Element): Layer {
  const isEmpty = element instanceof HTMLImageElement && element.complete && element.naturalWidth === 0;
  if (pictures.has(element.tagName) && !isEmpty) return { colours: [], isPicture: true, isWhole: false };
  const style = getComputedStyle(element);
  if (element instanceof SVGElement)
    return style.fill.startsWith('rgb') ? { ...nothing, colours: [colourOf(style.fill)] } : nothing;
  return style.backgroundClip.includes('text') ? nothing : layerOf(style);
}

/** What is drawn by `::before` and `::after`, where these are placed by themselves. */
function decorations(element: Element, x: number, y: number): Layer[] {
  const layers: Layer[] = [];
  for (const which of ['::before', '::after']) {
    const style = getComputedStyle(element, which);
    const { content, position } = style;
    if (content === 'none' || content === 'normal' || !/absolute|fixed/.test(position)) continue;
    const [left, top, width, height] = [style.left, style.top, style.width, style.height].map(
      Number.parseFloat,
    );
    const from = position === 'fixed' ? undefined : placedIn(element);
    const corner = from
      ? boxOf(from)
      : position === 'fixed'
        ? new DOMRect()
        : new DOMRect(-scrollX, -scrollY);
    const box = new DOMRect(corner.x + (left ?? 0), corner.y + (top ?? 0), width, height);
    const isThere = holds(box, x, y) || (position === 'fixed' && x >= box.left && x <= box.right);
    if (isThere && Number(style.opacity) >= 0.1 && style.visibility === 'visible')
      layers.push(layerOf(style));
  }
  return layers;
}

/** What its absolutely placed content is placed in; undefined for the page. */
function placedIn(element: Element): Element | undefined {
  for (let up: Element | null = element; up; up = parentOf(up)) {
    const { position, transform, filter } = getComputedStyle(up);
    if (position !== 'static' || transform !== 'none' || filter !== 'none') return up;
  }
  return undefined;
}
