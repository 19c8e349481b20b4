const name = '--blink-settings=';
/** The settings that Playwright makes where there are no windows: a mouse that hovers. */
const withoutWindows = [
  'primaryHoverType=2',
  'availableHoverTypes=2',
  'primaryPointerType=4',
  'availablePointerTypes=4',
];
/** A selection anywhere in the browser, or on the desktop, would go wherever a middle click lands. */
const middleClicksPasteNothing = 'middleClickPasteAllowed=false';

/** The switches that were asked for with our own settings among them: of this one only the last counts. */
export function withBlinkSettings(args: readonly string[], headless: boolean): string[] {
  const asked = args.filter((arg) => arg.startsWith(name)).at(-1);
  const base = asked === undefined ? (headless ? withoutWindows : []) : [asked.slice(name.length)];
  return [
    ...args.filter((arg) => !arg.startsWith(name)),
    `${name}${[...base, middleClicksPasteNothing].join(',')}`,
  ];
}
