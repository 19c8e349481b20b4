import { bytesOf, decode, legibleIn } from './legible.js';
import type { Redactor } from './redact.js';

/** A file as it may be shown: a text without secrets, or anything else if it holds none; undefined if it does. */
export function shownContent(content: Buffer, redactor: Redactor): Buffer | undefined {
  if (redactor.isEmpty) return content;
  const text = textOf(content);
  if (text !== undefined) return Buffer.from(redactor.text(text));
  const isBare = redactor
    .plainValues()
    .flatMap(bytesOf)
    .every((form) => !content.includes(form));
  return isBare && !redactor.holds(legibleIn(decode(content))) ? content : undefined;
}

/** The content as text, if it is one. */
function textOf(content: Buffer): string | undefined {
  if (content.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    return undefined;
  }
}
