/** A key as the protocol wants it. */
export interface Key {
  key: string;
  code: string;
  keyCode: number;
  /** The text that it types, if any. */
  text?: string;
  /** Typed with Shift held on a US keyboard. */
  shifted?: boolean;
  location?: number;
}

export type Modifier = 'Alt' | 'Control' | 'Meta' | 'Shift';

export const modifierBits: Record<Modifier, number> = { Alt: 1, Control: 2, Meta: 4, Shift: 8 };

const named: Record<string, Key> = {};

function add(name: string, code: string, keyCode: number, text?: string, location?: number): void {
  named[name.toLowerCase()] = {
    key: name,
    code,
    keyCode,
    ...(text === undefined ? {} : { text }),
    ...(location === undefined ? {} : { location }),
  };
}

export const enter: Key = { key: 'Enter', code: 'Enter', keyCode: 13, text: '\r' };
named.enter = enter;
add('Tab', 'Tab', 9);
add('Escape', 'Escape', 27);
add('Backspace', 'Backspace', 8);
add('Delete', 'Delete', 46);
add('Insert', 'Insert', 45);
add('Home', 'Home', 36);
add('End', 'End', 35);
add('PageUp', 'PageUp', 33);
add('PageDown', 'PageDown', 34);
add('ArrowLeft', 'ArrowLeft', 37);
add('ArrowUp', 'ArrowUp', 38);
add('ArrowRight', 'ArrowRight', 39);
add('ArrowDown', 'ArrowDown', 40);
add('CapsLock', 'CapsLock', 20);
add('ContextMenu', 'ContextMenu', 93);
add('PrintScreen', 'PrintScreen', 44);
add('Shift', 'ShiftLeft', 16, undefined, 1);
add('Control', 'ControlLeft', 17, undefined, 1);
add('Alt', 'AltLeft', 18, undefined, 1);
add('Meta', 'MetaLeft', 91, undefined, 1);
for (let n = 1; n <= 12; n++) add(`F${n}`, `F${n}`, 111 + n);

const aliases: Record<string, string> = {
  ctrl: 'control',
  cmd: 'meta',
  command: 'meta',
  option: 'alt',
  super: 'meta',
  win: 'meta',
  windows: 'meta',
  esc: 'escape',
  return: 'enter',
  del: 'delete',
  up: 'arrowup',
  down: 'arrowdown',
  left: 'arrowleft',
  right: 'arrowright',
  spacebar: 'space',
  controlormeta: process.platform === 'darwin' ? 'meta' : 'control',
};

const punctuation: [string, string, string, number][] = [
  ['`', '~', 'Backquote', 192],
  ['-', '_', 'Minus', 189],
  ['=', '+', 'Equal', 187],
  ['[', '{', 'BracketLeft', 219],
  [']', '}', 'BracketRight', 221],
  ['\\', '|', 'Backslash', 220],
  [';', ':', 'Semicolon', 186],
  ["'", '"', 'Quote', 222],
  [',', '<', 'Comma', 188],
  ['.', '>', 'Period', 190],
  ['/', '?', 'Slash', 191],
];

const typed = new Map<string, Key>([[' ', { key: ' ', code: 'Space', keyCode: 32, text: ' ' }]]);
for (const [plain, shifted, code, keyCode] of punctuation) {
  typed.set(plain, { key: plain, code, keyCode, text: plain });
  typed.set(shifted, { key: shifted, code, keyCode, text: shifted, shifted: true });
}
for (let i = 0; i < 26; i++) {
  const upper = String.fromCharCode(65 + i);
  const lower = upper.toLowerCase();
  typed.set(lower, { key: lower, code: `Key${upper}`, keyCode: 65 + i, text: lower });
  typed.set(upper, { key: upper, code: `Key${upper}`, keyCode: 65 + i, text: upper, shifted: true });
}
[...'0123456789'].forEach((digit, i) => {
  typed.set(digit, { key: digit, code: `Digit${digit}`, keyCode: 48 + i, text: digit });
  const symbol = ')!@#$%^&*('[i] ?? '';
  typed.set(symbol, { key: symbol, code: `Digit${digit}`, keyCode: 48 + i, text: symbol, shifted: true });
});

/** The key that types a character on a US keyboard, if there is one. */
export function keyForCharacter(character: string): Key | undefined {
  return typed.get(character);
}

export interface Chord {
  key: Key;
  modifiers: Modifier[];
}

/** The key that can be held during something else, by any of its names. */
export function modifierNamed(name: string): Modifier | undefined {
  const key = named[aliases[name.toLowerCase()] ?? name.toLowerCase()]?.key;
  return key === 'Alt' || key === 'Control' || key === 'Meta' || key === 'Shift' ? key : undefined;
}

/** Reads "Enter", "Control+A" or "ctrl+shift+k"; undefined when it names no key. */
export function parseChord(text: string, extra: readonly string[] = []): Chord | undefined {
  const parts =
    text === '+' ? ['+'] : text.endsWith('++') ? [...text.slice(0, -2).split('+'), '+'] : text.split('+');
  const last = parts.pop();
  if (last === undefined || last === '') return undefined;
  const modifiers: Modifier[] = [];
  for (const name of [...parts, ...extra]) {
    const modifier = modifierNamed(name);
    if (!modifier) return undefined;
    if (parts.includes(name) && modifiers.includes(modifier)) return undefined;
    if (!modifiers.includes(modifier)) modifiers.push(modifier);
  }
  const key = keyNamed(last);
  if (!key) return undefined;
  return { key, modifiers };
}

/** A combination of keys under the names that are used here, in one order, whatever it was called. */
export function chordText({ key, modifiers }: Chord): string {
  return [...modifiers, key.key === ' ' ? 'Space' : key.key].join('+');
}

/** The use that a combination of keys makes of the clipboard; undefined where it makes none. */
export function clipboardKey({ key, modifiers }: Chord): 'copy' | 'cut' | 'paste' | undefined {
  const isHeld = (modifier: Modifier) => modifiers.includes(modifier);
  if (key.key === 'Insert') return isHeld('Control') ? 'copy' : isHeld('Shift') ? 'paste' : undefined;
  if (key.key === 'Delete') return isHeld('Shift') ? 'cut' : undefined;
  if (!isHeld('Control') && !isHeld('Meta')) return undefined;
  return ({ c: 'copy', x: 'cut', v: 'paste' } as const)[key.key.toLowerCase()];
}

function keyNamed(name: string): Key | undefined {
  const lower = name.toLowerCase();
  const wanted = aliases[lower] ?? lower;
  if (wanted === 'space') return typed.get(' ');
  const byCode = /^(?:key|digit)([a-z0-9])$/.exec(wanted)?.[1];
  if (byCode) return typed.get(byCode);
  if (!name.isWellFormed() || /\p{Cc}/u.test(name)) return undefined;
  return [...name].length === 1
    ? (typed.get(name) ?? { key: name, code: '', keyCode: 0, text: name })
    : named[wanted];
}
