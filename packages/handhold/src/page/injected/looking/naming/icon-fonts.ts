import { styleOf } from '../../dom/style.js';
import { state } from '../../state.js';

/** Icons that fonts draw: by characters for private use, or by a word in place of which the font has a picture. */

const privateUse = /[\ue000-\uf8ff]|[\u{f0000}-\u{ffffd}]|[\u{100000}-\u{10fffd}]/gu;
const anyPrivate = /[\ue000-\uf8ff]|[\u{f0000}-\u{ffffd}]|[\u{100000}-\u{10fffd}]/u;

/** A text without characters that mean nothing to a reader. */
export function withoutGlyphs(text: string): string {
  return anyPrivate.test(text) ? text.replace(privateUse, '') : text;
}

/** How such words are written. */
const ligature = /^\s*[a-z0-9]+(?:[_-][a-z0-9]+)*\s*$/;
const longest = 50;

const iconTag = /(?:^|-)icon$/;
const iconClass = /(?:^|\s)(?:[\w-]+-)?(?:material-(?:icons|symbols)|mat-icon|md-icon|icon-?font|ligature)/i;
/** Names of fonts that draw nothing but icons. */
const iconFamily =
  /icons?\b|icomoon|iconfont|symbols?\b|glyph|awesome|fontello|feather|entypo|typicons|themify|pictos|octicons|ionicons|codicon|dashicons/i;
/** Some fonts for any text have the signs of all kinds in them. */
const textFamily = /^["']?(?:apple|noto|segoe ui|symbola?\b|standard symbols)/i;

/** True if the page has a font that may draw words as icons. */
export function mayHaveIconFont(): boolean {
  return state.looking.naming.hasIconFont.get(() => {
    for (const { family } of document.fonts) if (isIconFamily(family)) return true;
    return false;
  });
}

function isIconFamily(family: string): boolean {
  return iconFamily.test(family) && !textFamily.test(family);
}

/** Asked of every text there is: most have only letters below those. */
function isPrivateToo(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) >= 0xd800) return anyPrivate.test(text);
  return false;
}

/** True if a text is the drawing of an icon, which nobody reads as a word. */
export function isIconText(text: string, holder: Element): boolean {
  if (text.length > longest) return false;
  if (isPrivateToo(text)) return withoutGlyphs(text).trim() === '';
  if (!ligature.test(text)) return false;
  if (iconTag.test(holder.localName) || iconClass.test(holder.getAttribute('class') ?? '')) return true;
  if (!mayHaveIconFont()) return false;
  const [family = ''] = styleOf(holder).fontFamily.split(',');
  return isIconFamily(family);
}

/** The icon that an element's own text draws, by the word for it. */
export function iconDrawnBy(element: Element): string {
  for (const child of element.childNodes) {
    if (child instanceof Text && /\S/.test(child.data) && isIconText(child.data, element))
      return withoutGlyphs(child.data).trim();
  }
  return '';
}
