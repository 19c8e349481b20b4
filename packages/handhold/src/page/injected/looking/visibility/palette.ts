import { type Colour, colourOf, standsOut } from './colours.js';

/** Colours that are given by rules. */
export class Palette {
  private readonly given: { colour: Colour | undefined; selectors: string[] }[] = [];
  private readonly byText = new Map<string, string[]>();
  private readonly expected = new Map<string, boolean>();

  constructor(
    private readonly usual: readonly Colour[],
    /** Values that leave it as it would be without them. */
    private readonly idle: RegExp,
  ) {}

  note(value: string, selector: string): void {
    const text = value.replace(' !important', '');
    if (this.idle.test(text)) return;
    let selectors = this.byText.get(text);
    if (!selectors) {
      selectors = [];
      this.byText.set(text, selectors);
      this.given.push({ colour: plainColour(text), selectors });
    }
    selectors.push(selector);
  }

  private get colours(): Colour[] {
    return [...this.usual, ...this.given.flatMap(({ colour }) => (colour ? [colour] : []))];
  }

  /** True if a colour is among these, or can be told from all the others. */
  expects(colour: Colour, others: Palette): boolean {
    const key = colour.join();
    let expected = this.expected.get(key);
    if (expected === undefined) {
      expected =
        this.colours.some((one) => one.join() === key) ||
        others.colours.every((other) => standsOut(colour, other) === 'clear');
      this.expected.set(key, expected);
    }
    return expected;
  }

  /** The selectors of colours that are near some of the others, or may be anything. */
  near(others: Palette): string[] {
    const all = others.colours;
    return this.given.flatMap(({ colour, selectors }) => {
      const isFar = colour && all.every((other) => standsOut(colour, other) === 'clear');
      return isFar ? [] : selectors;
    });
  }
}

/** Undefined for one that is translucent, or known only where it is used, and for a picture. */
function plainColour(text: string): Colour | undefined {
  const named = names.get(text);
  if (named || !/^rgb\([\d., ]+\)$/.test(text)) return named;
  return colourOf(text);
}

/** The names that are used most; rules write all other colours in numbers, or else they may be anything. */
const names = new Map<string, Colour>([
  ['white', [255, 255, 255, 1]],
  ['black', [0, 0, 0, 1]],
  ['gray', [128, 128, 128, 1]],
  ['grey', [128, 128, 128, 1]],
  ['silver', [192, 192, 192, 1]],
  ['red', [255, 0, 0, 1]],
  ['green', [0, 128, 0, 1]],
  ['blue', [0, 0, 255, 1]],
]);
