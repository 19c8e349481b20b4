import { state } from '../../state.js';

/** Colours as they are computed, and how far apart they are to the eye. */

/** Red, green and blue up to 255, and how opaque it is up to 1. */
export type Colour = readonly [red: number, green: number, blue: number, alpha: number];

/** How well a text can be read: surely, likely not, not at all. */
export type Legibility = 'clear' | 'doubtful' | 'hidden';

export function colourOf(text: string): Colour {
  const { entries } = state.looking.visibility.colours;
  const cached = entries.get(text);
  if (cached) return cached;
  const colour = text.startsWith('rgb') ? inNumbers(text) : painted(text);
  entries.set(text, colour);
  return colour;
}

function inNumbers(text: string): Colour {
  const [red = 0, green = 0, blue = 0, alpha = 1] = (text.match(/[\d.]+(?:e[+-]?\d+)?/g) ?? []).map(Number);
  return [red, green, blue, alpha];
}

/** There are many ways to write a colour, all of which the browser can paint. */
function painted(text: string): Colour {
  const { visibility } = state.looking;
  visibility.painter ??= new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const context = visibility.painter;
  if (!context) return [0, 0, 0, 1];
  context.clearRect(0, 0, 1, 1);
  context.fillStyle = text;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
  return [red, green, blue, alpha / 255];
}

const stop = /(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\([^()]*\)/g;

/** The colours that a gradient goes through. */
export function stopsOf(image: string): Colour[] {
  return (image.match(stop) ?? []).map(colourOf);
}

/** A colour that lies over another, as one sees it. */
export function over(top: Colour, below: Colour): Colour {
  const [red, green, blue, alpha] = top;
  if (alpha >= 1) return top;
  const mix = (one: number, other: number) => one * alpha + other * (1 - alpha);
  return [mix(red, below[0]), mix(green, below[1]), mix(blue, below[2]), alpha + below[3] * (1 - alpha)];
}

export function faded([red, green, blue, alpha]: Colour, by: number): Colour {
  return [red, green, blue, alpha * by];
}

/** Further apart than this in any of the three, two colours are never taken for the same. */
const farApart = 40;
const sameToTheEye = 8;

/** How well letters of one colour can be told from a ground of another. */
export function standsOut(ink: Colour, ground: Colour): Legibility {
  const drawn = over(ink, ground);
  const apart = Math.max(
    Math.abs(drawn[0] - ground[0]),
    Math.abs(drawn[1] - ground[1]),
    Math.abs(drawn[2] - ground[2]),
  );
  if (apart > farApart) return 'clear';
  const [light, dark] = [luminance(drawn), luminance(ground)].sort((one, other) => other - one);
  const contrast = ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
  if (apart <= sameToTheEye && contrast < 1.07) return 'hidden';
  return contrast < 1.2 ? 'doubtful' : 'clear';
}

function luminance([red, green, blue]: Colour): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(channel: number): number {
  const part = channel / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

/** A colour behind a filter, as far as that matters for telling it from others. */
export function filtered(colour: Colour, filter: string): Colour {
  let seen = colour;
  for (const [, name = '', argument = ''] of filter.matchAll(/([a-z-]+)\(([^()]*)\)/g)) {
    const change = channelChanges[name];
    if (change) seen = eachChannel(seen, change(Number.parseFloat(argument)));
    else if (name === 'grayscale' || name === 'saturate') {
      const grey = name === 'grayscale' ? Number.parseFloat(argument) : 1 - Number.parseFloat(argument);
      const mean = 0.2126 * seen[0] + 0.7152 * seen[1] + 0.0722 * seen[2];
      seen = eachChannel(seen, (channel) => channel + (mean - channel) * Math.min(1, Math.max(0, grey)));
    }
  }
  return seen;
}

const channelChanges: Record<string, (amount: number) => (channel: number) => number> = {
  brightness: (amount) => (channel) => channel * amount,
  contrast: (amount) => (channel) => (channel - 127.5) * amount + 127.5,
  invert: (amount) => (channel) => channel + (255 - 2 * channel) * Math.min(1, amount),
};

function eachChannel([red, green, blue, alpha]: Colour, change: (channel: number) => number): Colour {
  const inBounds = (channel: number) => Math.min(255, Math.max(0, change(channel)));
  return [inBounds(red), inBounds(green), inBounds(blue), alpha];
}

/** A colour where it is mixed into what is below it in another way than by covering it. */
export function blended(top: Colour, below: Colour, mode: string): Colour {
  if (/^(hue|saturation|color)$/.test(mode)) return isGrey(below) ? withAlpha(below, top[3]) : top;
  const mix = blendModes[mode];
  if (!mix) return top;
  const channel = (i: 0 | 1 | 2) => Math.min(1, Math.max(0, mix(below[i] / 255, top[i] / 255))) * 255;
  return [channel(0), channel(1), channel(2), top[3]];
}

function withAlpha([red, green, blue]: Colour, alpha: number): Colour {
  return [red, green, blue, alpha];
}

function isGrey([red, green, blue]: Colour): boolean {
  return Math.max(red, green, blue) - Math.min(red, green, blue) < 4;
}

const hardLight = (below: number, top: number): number =>
  top <= 0.5 ? 2 * below * top : 1 - 2 * (1 - below) * (1 - top);

const blendModes: Record<string, (below: number, top: number) => number> = {
  multiply: (below, top) => below * top,
  screen: (below, top) => below + top - below * top,
  darken: (below, top) => Math.min(below, top),
  lighten: (below, top) => Math.max(below, top),
  'plus-lighter': (below, top) => below + top,
  difference: (below, top) => Math.abs(below - top),
  exclusion: (below, top) => below + top - 2 * below * top,
  overlay: (below, top) => hardLight(top, below),
  'hard-light': hardLight,
  'soft-light': (below, top) => below + (2 * top - 1) * (below - below * below),
  'color-dodge': (below, top) => (below === 0 ? 0 : top >= 1 ? 1 : below / (1 - top)),
  'color-burn': (below, top) => (below >= 1 ? 1 : top <= 0 ? 0 : 1 - (1 - below) / top),
};
