import { Failure } from '../../errors.js';

/** One page of a content that is handed out in pages, counted from one; throws where there is no such page. */
export function pageOf(pages: readonly string[], page: number): { content: string; pages: number } {
  const content = pages[page - 1];
  if (content !== undefined) return { content, pages: pages.length };
  throw new Failure('action_validation_error', `There is no page ${page}: the content has ${pages.length}.`);
}
