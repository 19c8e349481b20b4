/** How many of something there are, or how long ago it was, may change without making it another. */
export function counted(text: string): string {
  return text
    .replace(/\b(?:\d+\s*\p{L}+\s+ago|just now)\b/giu, '')
    .replace(/\(\s*[\d.,]+\s*\)|^\d[\d.,]*(?=\s+\p{Ll})/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
}
