import { z } from 'zod';
import type { SentLook } from '../injected/looking/packing.js';
import type { DocumentMessage, FirstLook } from '../injected/protocol.js';

/**
 * The envelopes of what documents tell of themselves. Pages can't speak in the world that it comes from, and a look holds
 * thousands of nodes, so what is in its lists is not gone through again.
 */

function listOf<T extends readonly unknown[]>(): z.ZodType<T> {
  return z.custom<T>(Array.isArray, 'not a list');
}

function objectOf<T extends object>(): z.ZodType<T> {
  return z.custom<T>((value) => typeof value === 'object' && value !== null, 'not an object');
}

export const sentLook: z.ZodType<SentLook> = z.looseObject({
  document: z.string(),
  look: z.number(),
  url: z.string(),
  title: z.string(),
  packed: z.object({
    words: listOf<SentLook['packed']['words']>(),
    rows: listOf<SentLook['packed']['rows']>(),
    items: listOf<SentLook['packed']['items']>(),
  }),
  viewport: z.object({ width: z.number(), height: z.number() }),
  scroll: objectOf<SentLook['scroll']>(),
  news: listOf<SentLook['news']>(),
  moreNews: z.number(),
  otherEffects: objectOf<NonNullable<SentLook['otherEffects']>>().optional(),
  refused: listOf<SentLook['refused']>(),
  beyond: z.number(),
  estimated: z.boolean(),
  capped: z.boolean(),
  modalOpen: z.boolean(),
  behind: listOf<SentLook['behind']>(),
  unasked: z.enum(['custom', 'any']).optional(),
  cards: objectOf<NonNullable<SentLook['cards']>>().optional(),
  suspects: listOf<SentLook['suspects']>(),
  strangers: listOf<SentLook['strangers']>(),
});

export const firstLook: z.ZodType<FirstLook> = z.object({
  quiet: objectOf<FirstLook['quiet']>(),
  leads: z.boolean(),
  seen: sentLook.nullable(),
});

const listened = { size: z.number(), delegation: z.string() };

/** A message that a document sends without being asked. */
export const unaskedMessage: z.ZodType<DocumentMessage> = z.union([
  z.object({ kind: z.literal('parsed'), ...listened }),
  z.object({ kind: z.literal('ready'), ...listened }),
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('look'), look: firstLook }),
  z.object({ kind: z.literal('sent'), takesCards: z.boolean() }),
]);
