/** What the call under way acts on: a change that it brings about there makes nothing another thing. */

let acted: Element[] = [];

export function noteActing(element: Element): void {
  if (!acted.includes(element)) acted.push(element);
}

export function actingOn(): readonly Element[] {
  return acted;
}

/** What came of it has been looked at. */
export function doneActing(): void {
  acted = [];
}
