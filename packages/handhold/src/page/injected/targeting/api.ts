import { ready, stillAt } from './ready.js';
import { hideLabels, showLabels } from './screenshot-labels.js';
import { scroll, scrollPage, whereScrolled } from './scroll.js';
import { search } from './search.js';
import { selectOne } from './selector.js';

export const targetingApi = {
  search,
  selectOne,
  ready,
  stillAt,
  scroll,
  scrollPage,
  whereScrolled,
  showLabels,
  hideLabels,
};
