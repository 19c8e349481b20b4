/** Of parts that are made of these there may be many, and few others that are none. */
const tellingTags = new Set(['td', 'tr', 'li']);

/** How many parts of each kind a walk has met in what listens, or has the pointer, for them. */
export class PartsMet {
  private readonly parts = new Map<Element, Map<string, number>>();

  note(element: Element, holder: Element): void {
    const kinds = this.parts.get(holder) ?? new Map<string, number>();
    this.parts.set(holder, kinds);
    const kind = element.localName;
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }

  /** How many parts, such as the cells of a sheet, stand where the walk did not go, about. */
  countBeyond(): number {
    let count = 0;
    for (const [holder, kinds] of this.parts)
      for (const [kind, met] of kinds)
        if (tellingTags.has(kind)) count += Math.max(0, holder.getElementsByTagName(kind).length - met);
    return count;
  }
}
