/** Listeners of the page's scripts. */

/** Events that make an element something to act on. */
export const actingEvents = [
  'click',
  'mousedown',
  'pointerdown',
  'mouseup',
  'pointerup',
  'touchstart',
  'dblclick',
  'auxclick',
];

/** The purpose of listeners on an element: to be acted on, by presses alone or not, and for things that are dropped. */
export interface Heard {
  acts?: 'pressed' | 'any';
  drops: boolean;
}

/** Elements that shadow trees may stand in: custom elements alone, which are found fast, or any. */
export type Hosts = 'custom' | 'any';

/**
 * A document in which scripts could listen: how many elements it has, and by what event they are brought over to our
 * world.
 */
export interface Listened {
  size: number;
  delegation: string;
}
