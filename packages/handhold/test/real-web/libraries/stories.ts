import { describe, it } from 'vitest';
import type { Bench } from '../../agent.js';
import { places } from '../../places.js';
import { nameOf, Visit } from './oracle.js';
import type { LibraryPage } from './page.js';

/** Looks at each page in all places; uses each thing in one of them, and something of each page in two at least. */
export function comparePages(bench: Bench, pages: readonly LibraryPage[]): void {
  describe.each(pages.map((page) => [page.name, page] as const))('%s', (name, page) => {
    // Not by where it stands among the others, which may change.
    const index = [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
    it.each(places.map(([name, put], at) => [name, put, at] as const))('in %s', async (_place, put, at) => {
      await (await Visit.at(bench, page, put)).look(page, at);
      const turn = (at + index) % places.length;
      const used = page.things
        .filter(({ does, brings }) => does || brings)
        .filter((_thing, i) => i % places.length === turn || (i === 0 && turn === 1));
      for (const thing of used) {
        const visit = await Visit.at(bench, page, put);
        await visit.use(thing, index + at).catch((error: unknown) => {
          throw new Error(`${nameOf(thing)}: ${error instanceof Error ? error.message : error}`);
        });
      }
      if (page.redraws && (turn === 0 || turn === 3)) await (await Visit.at(bench, page, put)).redraw(page);
    });
  });
}
