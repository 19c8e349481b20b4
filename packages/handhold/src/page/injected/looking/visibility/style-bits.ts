/**
 * Effects that a declaration of style may have on an element and that could keep its text from being read, as bits of one number: asking
 * for its style takes ten times as long.
 */

/** Hide it by other means than its place, its size and its colours. */
export const hiding = 1;

/** Give its letters a colour that something on the page has behind it. */
export const inking = 2;

/** Put something behind them that some letters on the page have for a colour, or a picture. */
export const backing = 4;

/** Put it elsewhere, box and all. */
export const moving = 8;

/** Make its letters smaller. */
export const shrinking = 16;

/** Draw its text elsewhere or in another way than its box says. */
export const bending = 32;

/** Cut off what is in it. */
export const cutting = 64;

/** Set what other rules go by, for it and for what is in it. */
const setting = 128;

/** Do any of that to it alone, whatever else stands in the same place. */
export const singling = 256;

/** Declarations as they are written out, where their values may do that. */
const declarations: readonly (readonly [number, RegExp])[] = [
  [
    hiding,
    /(^|[ -])(opacity: (?!1;|0?\.9)|filter: (?!none)|clip(-path)?: (?!auto|none)|mask[a-z-]*: (?!none)|mix-blend-mode: (?!normal)|(backface-|content-)?visibility:|z-index: (-|[a-z])|text-security: (?!none)|display: (none|var)|all:)/,
  ],
  [
    moving,
    /(^|; )(position: (absolute|fixed|var)|(top|right|bottom|left|inset[a-z-]*): [^;]*(\d\d|[a-z%(])|margin[a-z-]*: ([^;]* )?(-[\d.]{2}|-\d(?!px)|[a-z]+\()|(margin|padding)[a-z-]*: [^;]*\d{3}(\d|em|rem|v|%|i)|all:)/,
  ],
  [shrinking, /(^|; )(font|font-size|font-size-adjust|all):/],
  [
    bending,
    /(^|; )(transform: (?!none)|translate: (?!none)|scale: (?!none)|rotate: (?!none)|zoom: (?!1;)|offset[a-z-]*:|text-indent: (?!0px)|letter-spacing: (-|[a-z]+\()|all:)/,
  ],
  [cutting, /(^|; )(overflow[a-z-]*: (?!visible)|contain: (?!none)|all:)/],
  [setting, /(^|; )(--|container)/],
];

/** Has a style of its own. */
export const styled = 512;

/** By what browsers themselves do to elements, and by what attributes do. */
export const always = {
  tags: [
    [hiding, 'details dialog'],
    [inking, 'a button font mark'],
    [backing, 'dialog mark'],
    [shrinking, 'big font small sub sup'],
    [moving, 'dialog'],
    [bending, 'marquee'],
  ],
  attributes: [
    [styled, '[style]'],
    [hiding, '[hidden]'],
    [inking, '[text]'],
    [backing, '[bgcolor]'],
    [backing, '[background]'],
    [hiding | backing | moving, '[popover]'],
  ],
} as const;

export function declared(text: string): number {
  let bits = 0;
  for (const [bit, pattern] of declarations) if (pattern.test(text)) bits |= bit;
  return bits;
}

export function inline(text: string): number {
  const inked = /(^|; )(-webkit-text-fill-)?color:/.test(text) ? inking : 0;
  return declared(text) | inked | (text.includes('background') ? backing : 0);
}
