import { isText, squash } from '../dom/tree.js';
import type { PerceivedNode } from '../protocol.js';
import { isSaid } from './said.js';
import type { Surround } from './surround.js';
import { legibilityNow } from './visibility/readable.js';
import type { WalkedNodes } from './walked-nodes.js';

/** The text between the elements in one element, which becomes nodes of whole sentences. */
export class Prose {
  private text = '';
  private unseen = false;

  constructor(
    private readonly list: WalkedNodes,
    private readonly element: Element,
    private readonly inner: Surround,
    private readonly flow: () => { block?: number; cell?: number },
  ) {}

  say(text: Text, holder: Element): void {
    const legible = /\S/.test(text.data) ? legibilityNow(text, holder) : undefined;
    // What can be read and what can't are no sentence together.
    if (legible === 'hidden' || (legible && this.unseen !== (legible === 'doubtful'))) {
      this.end();
      this.unseen = legible === 'doubtful';
    }
    if (legible !== 'hidden') this.text += text.data;
  }

  /** All that an inline element says. */
  sayAll(inline: Element): void {
    for (let part = inline.firstChild; part; part = part.nextSibling)
      if (isText(part)) this.say(part, inline);
  }

  /** Something else comes, with which the sentence does not go on. */
  end(): void {
    if (this.text === '') return;
    const name = squash(this.text);
    const [starts, ends] = [/^\s/.test(this.text), /\s$/.test(this.text)];
    this.text = '';
    this.list.blank ||= starts;
    if (!name || isSaid(name, this.inner.said)) return;
    const node: PerceivedNode = {
      kind: 'text',
      id: 0,
      parent: this.inner.parent,
      role: 'text',
      name,
      tag: this.element.localName,
      ...this.flow(),
      ...(this.unseen ? { unseen: true } : {}),
    };
    this.list.holders.set(this.list.push(node, undefined), this.element);
    this.list.blank = ends;
  }
}
