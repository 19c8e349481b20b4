import type { CardField, CardPart } from './cards.js';
import { Inscriptions } from './words.js';

export class RiskState {
  readonly inscriptions = new Inscriptions();
  isWatchingForms = false;
  /** Cache of what fields are called, which is asked of every field at every look. */
  readonly cardParts = new WeakMap<CardField, CardPart>();
  /** Cached when it is first needed: touching a prototype costs every document that has no forms, too. */
  formElements: PropertyDescriptor | undefined;
}
