/** Reads tokens by a grammar, from the first to the last. */
export class TokenReader<Token extends { type: string; text: string }> {
  protected at = 0;

  constructor(protected readonly tokens: readonly Token[]) {}

  /** The text of a token as it is compared. */
  protected textOf({ text }: Token): string {
    return text;
  }

  protected peek(ahead = 0): Token | undefined {
    return this.tokens[this.at + ahead];
  }

  protected is(type: Token['type'], text: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token?.type === type && this.textOf(token) === text;
  }

  /** Goes past the next token if it is that; true if it was. */
  protected take(type: Token['type'], text: string): boolean {
    const found = this.is(type, text);
    if (found) this.at += 1;
    return found;
  }

  /** The same whatever its text is. */
  protected takeAny(type: Token['type']): boolean {
    const found = this.peek()?.type === type;
    if (found) this.at += 1;
    return found;
  }
}
