import type { CdpSession } from '../cdp/session.js';
import type { TypedKey } from '../injected/protocol.js';
import { type Chord, enter, type Key, keyForCharacter, type Modifier, modifierBits } from './keys.js';

export type MouseButton = 'left' | 'right' | 'middle';

export interface Point {
  x: number;
  y: number;
}

/** A page's pointer, between calls too: where it is, which buttons it holds down and what it drags. */
export interface Hand {
  at: Point;
  held: Set<MouseButton>;
  /** The drag that the page has made of a press, if it has. */
  drag: DragData | undefined;
  /** The process that the drag is over, by its CDP session: each has to be told that it comes and goes. */
  over: CdpSession | undefined;
}

/** The load of a drag, as the protocol has it. */
export interface DragData {
  items: { mimeType: string; data: string; title?: string; baseURL?: string }[];
  files?: string[];
  dragOperationsMask: number;
}

const hands = new WeakMap<CdpSession, Hand>();

export function handOf(cdp: CdpSession): Hand {
  const known = hands.get(cdp);
  if (known) return known;
  const hand: Hand = { at: { x: 0, y: 0 }, held: new Set(), drag: undefined, over: undefined };
  hands.set(cdp, hand);
  return hand;
}

const buttonBits: Record<MouseButton, number> = { left: 1, right: 2, middle: 4 };

/** The modifiers that are held, as the protocol has them. */
export function bits(modifiers: readonly Modifier[]): number {
  return modifiers.reduce((sum, modifier) => sum | modifierBits[modifier], 0);
}

/** Moves the pointer there, as a hand would before pressing. */
export function movePointer(
  cdp: CdpSession,
  at: Point,
  modifiers: readonly Modifier[] = [],
): Promise<unknown> {
  const hand = handOf(cdp);
  hand.at = at;
  const [button] = hand.held;
  return cdp.send('Input.dispatchMouseEvent', {
    type: 'mouseMoved',
    ...at,
    modifiers: bits(modifiers),
    ...(button ? { button, buttons: [...hand.held].reduce((sum, held) => sum | buttonBits[held], 0) } : {}),
  });
}

/**
 * Presses and releases at a point; all events go out at once and are handled in order, unless the button is to be held
 * until something is over.
 */
export async function clickAt(
  cdp: CdpSession,
  at: Point,
  button: MouseButton,
  count: number,
  modifiers: readonly Modifier[],
  held?: () => Promise<unknown>,
): Promise<void> {
  handOf(cdp).at = at;
  const sent: Promise<unknown>[] = [];
  for (let clickCount = 1; clickCount <= count; clickCount++) {
    const event = { ...at, button, clickCount, modifiers: bits(modifiers) };
    const pressed = cdp.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...event });
    if (held && clickCount === 1) await pressed.then(held).catch(() => undefined);
    sent.push(pressed);
    sent.push(cdp.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...event }));
  }
  await Promise.all(sent);
}

/** Presses a key or a combination of keys, holding the modifiers around it. */
export async function pressChord(cdp: CdpSession, chord: Chord, count = 1): Promise<void> {
  const sent: Promise<unknown>[] = [];
  const held: Modifier[] = [];
  for (const modifier of chord.modifiers) {
    held.push(modifier);
    sent.push(keyEvent(cdp, 'keyDown', modifierKey(modifier), held));
  }
  for (let i = 0; i < count; i++) sent.push(...strike(cdp, chord.key, held));
  for (const modifier of [...chord.modifiers].reverse()) {
    held.pop();
    sent.push(keyEvent(cdp, 'keyUp', modifierKey(modifier), held));
  }
  await Promise.all(sent);
}

/** Puts text in at once, as an input method does. */
export function insertText(cdp: CdpSession, text: string): Promise<unknown> {
  return cdp.send('Input.insertText', { text });
}

/**
 * Puts text in at once between a key going down and up, for pages that look at what they hold whenever a key does. The
 * key itself types nothing: it is the last one of the text, or where that might do more, what an input method gives.
 */
export async function insertWithKey(
  cdp: CdpSession,
  text: string,
  insert: () => Promise<unknown>,
): Promise<void> {
  const last = /[\p{L}\p{N}]$/u.test(text) ? keyForCharacter(text.slice(-1)) : undefined;
  const { key, code, keyCode, shifted } = last ?? { key: 'Process', code: '', keyCode: 229 };
  const held: Modifier[] = shifted ? ['Shift'] : [];
  const down = keyEvent(cdp, 'keyDown', { key, code, keyCode }, held);
  const inserted = insert();
  await Promise.all([down, inserted]);
  await keyEvent(cdp, 'keyUp', { key, code, keyCode }, held);
}

/** Texts longer than this go in as a paste would: nobody types them key by key. */
const typingLimit = 400;

/** Types as a person does: real keys where the keyboard has them, inserted text where it has not. */
export async function typeText(
  cdp: CdpSession,
  text: string,
  delay: number,
  pause: (ms: number) => Promise<void>,
  withEnter = false,
): Promise<void> {
  if (text.length > typingLimit && delay === 0) {
    await insertWithKey(cdp, text, () => insertText(cdp, text));
    return;
  }
  const sent: Promise<unknown>[] = [];
  for (const character of splitCharacters(text)) {
    const key = withEnter && /[\r\n]/.test(character) ? enter : keyForCharacter(character);
    if (key) sent.push(...strike(cdp, key, key.shifted ? ['Shift'] : []));
    else sent.push(insertText(cdp, character));
    if (delay > 0) {
      await Promise.all(sent.splice(0));
      await pause(delay);
    }
  }
  await Promise.all(sent);
}

/** The characters of a text with the keys that type them, for putting them into one element. */
export function typedKeys(text: string): TypedKey[] {
  return [...splitCharacters(text)].map((character) => {
    const key = keyForCharacter(character);
    return {
      text: character,
      key: key?.key ?? '',
      code: key?.code ?? '',
      keyCode: key?.keyCode ?? 0,
      shift: key?.shifted ?? false,
    };
  });
}

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** An emoji made of several code points is one character. */
function* splitCharacters(text: string): Iterable<string> {
  for (const { segment } of characters.segment(text)) yield segment;
}

function strike(cdp: CdpSession, key: Key, held: readonly Modifier[]): Promise<unknown>[] {
  return [keyEvent(cdp, 'keyDown', key, held), keyEvent(cdp, 'keyUp', key, held)];
}

function keyEvent(
  cdp: CdpSession,
  type: 'keyDown' | 'keyUp',
  key: Key,
  held: readonly Modifier[],
): Promise<unknown> {
  const chord = held.some((modifier) => modifier !== 'Shift');
  const text = chord ? undefined : key.text;
  const typed = held.includes('Shift') && text?.length === 1 ? text.toUpperCase() : text;
  const command = type === 'keyDown' ? editCommand(key, held) : undefined;
  return cdp.send('Input.dispatchKeyEvent', {
    type: type === 'keyDown' && typed === undefined ? 'rawKeyDown' : type,
    key: typed !== undefined && key.text !== '\r' ? typed : key.key,
    code: key.code,
    windowsVirtualKeyCode: key.keyCode,
    modifiers: bits(held),
    ...(typed === undefined || type === 'keyUp' ? {} : { text: typed, unmodifiedText: key.text ?? typed }),
    ...(key.location === undefined ? {} : { location: key.location }),
    ...(command === undefined ? {} : { commands: [command] }),
  });
}

/** Synthetic keys carry no platform shortcuts, so the editing ones have to be named. */
function editCommand(key: Key, held: readonly Modifier[]): string | undefined {
  if (!held.includes('Control') && !held.includes('Meta')) return undefined;
  const letter = key.key.toLowerCase();
  if (letter === 'z') return held.includes('Shift') ? 'redo' : 'undo';
  const commands: Record<string, string> = { a: 'selectAll', c: 'copy', v: 'paste', x: 'cut', y: 'redo' };
  return commands[letter];
}

function modifierKey(modifier: Modifier): Key {
  const codes: Record<Modifier, [string, number]> = {
    Alt: ['AltLeft', 18],
    Control: ['ControlLeft', 17],
    Meta: ['MetaLeft', 91],
    Shift: ['ShiftLeft', 16],
  };
  const [code, keyCode] = codes[modifier];
  return { key: modifier, code, keyCode, location: 1 };
}
