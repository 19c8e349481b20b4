import { cut, ignored, shadowOf, squash } from '../../dom/tree.js';
import type { ReadImage } from '../../protocol.js';
import { identityOf } from '../../refs/identity.js';
import { idOf } from '../../refs/refs.js';
import { isVeiled } from '../visibility/readable.js';
import { isOffPage, isSeen } from '../visibility/seen.js';

/** Where pages keep the address of a picture that they load when it comes into sight. */
const later = ['data-src', 'data-lazy-src', 'data-original', 'data-lazy'];

/** Every picture of the document, on screen or not; at most so many, those that can be seen first. */
export function images(most: number): { images: ReadImage[]; total: number } {
  const all = picturesIn(document).map((image) => ({ image, hidden: isHidden(image) }));
  const kept = new Set(
    [...all.filter(({ hidden }) => !hidden), ...all.filter(({ hidden }) => hidden)].slice(0, most),
  );
  const found = all.filter((one) => kept.has(one)).map(({ image, hidden }) => pictureOf(image, hidden));
  return { images: found, total: all.length };
}

/** In the order of the document, each shadow tree where its host stands. */
function picturesIn(root: Document | ShadowRoot): HTMLImageElement[] {
  return [...root.querySelectorAll('*')].flatMap((element) => {
    if (element instanceof HTMLImageElement) return [element];
    const inside = ignored.has(element.tagName) ? null : shadowOf(element);
    return inside ? picturesIn(inside) : [];
  });
}

function isHidden(image: HTMLImageElement): boolean {
  const box = image.getBoundingClientRect();
  return !isSeen(image) || isOffPage(image, box) || isVeiled(image, box);
}

function pictureOf(image: HTMLImageElement, hidden: boolean): ReadImage {
  const { width, height } = image.getBoundingClientRect();
  const { role, name } = identityOf(image);
  return {
    id: idOf(image),
    role,
    name,
    tag: 'img',
    src: cut(sourceOf(image), 2000),
    alt: cut(squash(image.alt), 500),
    width: Math.round(width),
    height: Math.round(height),
    naturalWidth: image.naturalWidth,
    naturalHeight: image.naturalHeight,
    ...(hidden ? { hidden } : {}),
  };
}

/**
 * The address of its picture; of one that is not loaded yet, the one that it is going to load. A tiny picture in its
 * place is none.
 */
function sourceOf(image: HTMLImageElement): string {
  const shown = image.currentSrc || image.src;
  if (shown !== '' && !shown.startsWith('data:')) return shown;
  const waiting = later.map((name) => image.getAttribute(name)).find((one) => one);
  const first = waiting ?? image.srcset.trim().split(/[\s,]/, 1)[0] ?? '';
  if (first === '' || !URL.canParse(first, document.baseURI)) return shown;
  return new URL(first, document.baseURI).href;
}
