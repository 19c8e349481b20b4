/** The shape that `clip` and `clip-path` leave of an element, told point by point in the window's coordinates. */
export type Shape = (x: number, y: number) => boolean;

const nothing: Shape = () => false;

/**
 * Undefined where nothing is cut, or where that can't be told from the style: a reference, or one of the latest
 * functions.
 */
export function shapeOf(
  element: Element,
  { clipPath, clip, position }: CSSStyleDeclaration,
): Shape | undefined {
  const path = clipPath === 'none' ? undefined : pathShape(element, clipPath);
  const old = clip === 'auto' || !/absolute|fixed/.test(position) ? undefined : oldShape(element, clip);
  return path && old ? (x, y) => path(x, y) && old(x, y) : (path ?? old);
}

/** True if nothing at all is left of it. */
export function leavesNothing(element: Element, style: CSSStyleDeclaration): boolean {
  const { clipPath, clip, position } = style;
  if (clipPath !== 'none' && pathShape(element, clipPath) === nothing) return true;
  return clip !== 'auto' && /absolute|fixed/.test(position) && oldShape(element, clip) === nothing;
}

function pathShape(element: Element, text: string): Shape | undefined {
  const [, kind = '', rest = ''] = /^([a-z]+)\((.*)\)/.exec(text) ?? [];
  const box = element.getBoundingClientRect();
  switch (kind) {
    case 'inset':
      return inset(box, rest);
    case 'circle':
    case 'ellipse':
      return round(box, kind, rest);
    case 'polygon':
      return polygon(box, rest);
    case 'path':
      return drawn(box, /"(.*)"/.exec(rest)?.[1] ?? '', rest);
    default:
      return undefined;
  }
}

/** A length in pixels; NaN for one that has to be calculated. */
function length(text: string | undefined, whole: number): number {
  if (text === undefined || !/^-?[\d.]+(e-?\d+)?(px|%)?$/.test(text)) return Number.NaN;
  const number = Number.parseFloat(text);
  return text.endsWith('%') ? (number / 100) * whole : number;
}

function rectangle(left: number, top: number, right: number, bottom: number): Shape | undefined {
  if ([left, top, right, bottom].some(Number.isNaN)) return undefined;
  if (right <= left || bottom <= top) return nothing;
  return (x, y) => x >= left && x <= right && y >= top && y <= bottom;
}

function inset(box: DOMRect, text: string): Shape | undefined {
  const [top = '0px', right = top, bottom = top, left = right] = (text.split(' round ')[0] ?? '').split(' ');
  return rectangle(
    box.left + length(left, box.width),
    box.top + length(top, box.height),
    box.right - length(right, box.width),
    box.bottom - length(bottom, box.height),
  );
}

function oldShape(element: Element, text: string): Shape | undefined {
  const box = element.getBoundingClientRect();
  const sides = /^rect\((.*)\)$/.exec(text)?.[1]?.split(/,? /) ?? [];
  const at = (i: number, auto: number) => (sides[i] === 'auto' ? auto : length(sides[i], 0));
  return rectangle(
    box.left + at(3, 0),
    box.top + at(0, 0),
    box.left + at(1, box.width),
    box.top + at(2, box.height),
  );
}

function round(box: DOMRect, kind: string, text: string): Shape | undefined {
  const [sizes = '', place = '50% 50%'] = text.split(/(?:^| )at /);
  const [first = 'closest-side', second = first] = sizes.split(' ').filter(Boolean);
  const [across = '', down = ''] = place.split(' ');
  const x0 = length(across, box.width);
  const y0 = length(down, box.height);
  const farther = (from: number, whole: number) => Math.max(Math.abs(from), Math.abs(whole - from));
  const nearer = (from: number, whole: number) => Math.min(Math.abs(from), Math.abs(whole - from));
  const side = (size: string, from: number, whole: number, of: number) =>
    size === 'closest-side'
      ? nearer(from, whole)
      : size === 'farthest-side'
        ? farther(from, whole)
        : length(size, of);
  const diagonal = Math.hypot(box.width, box.height) / Math.SQRT2;
  const isCircle = kind === 'circle';
  const radius = [
    side(first, x0, box.width, isCircle ? diagonal : box.width),
    side(second, y0, box.height, isCircle ? diagonal : box.height),
  ] as const;
  const [rx, ry] = !isCircle
    ? radius
    : first === 'farthest-side'
      ? [Math.max(...radius), Math.max(...radius)]
      : [Math.min(...radius), Math.min(...radius)];
  if ([x0, y0, rx, ry].some(Number.isNaN)) return undefined;
  if (rx <= 0 || ry <= 0) return nothing;
  return (x, y) => ((x - box.left - x0) / rx) ** 2 + ((y - box.top - y0) / ry) ** 2 <= 1;
}

function polygon(box: DOMRect, text: string): Shape | undefined {
  const corners = text
    .replace(/^(nonzero|evenodd), /, '')
    .split(', ')
    .map((corner) => {
      const [x, y] = corner.split(' ');
      return `${length(x, box.width)} ${length(y, box.height)}`;
    });
  if (corners.some((corner) => corner.includes('NaN'))) return undefined;
  return isLine(corners) ? nothing : drawn(box, `M${corners.join('L')}Z`, text);
}

/** Corners that all lie on one line have nothing between them. */
function isLine(corners: readonly string[]): boolean {
  const points = corners.map((corner) => corner.split(' ').map(Number));
  const [[x0 = 0, y0 = 0] = []] = points;
  return points.every(([x1 = 0, y1 = 0]) =>
    points.every(([x2 = 0, y2 = 0]) => Math.abs((x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)) < 1),
  );
}

/** A shape that is drawn as a path from the corner of the box. */
function drawn(box: DOMRect, path: string, text: string): Shape | undefined {
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  if (!context) return undefined;
  const shape = new Path2D(path);
  const rule = text.startsWith('evenodd') ? 'evenodd' : 'nonzero';
  return (x, y) => context.isPointInPath(shape, x - box.left, y - box.top, rule);
}
