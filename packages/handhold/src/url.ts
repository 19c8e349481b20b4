/** The URL that a text is, if it is one. Node 20's `URL.canParse` misjudges Latin-1 texts once it has been called often. */
export function urlFrom(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** An address up to its fragment, which no server is told. */
export function withoutHash(url: string): string {
  const end = url.indexOf('#');
  return end < 0 ? url : url.slice(0, end);
}

/** The root of an address's origin; a text that is no URL stays as it is. */
export function originRoot(url: string): string {
  const parsed = urlFrom(url);
  return parsed ? `${parsed.origin}/` : url;
}
