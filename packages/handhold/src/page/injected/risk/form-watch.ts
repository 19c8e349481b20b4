import { tell } from '../frames/tell.js';
import { state } from '../state.js';
import { formsInDocument, takesCards } from './cards.js';

/**
 * Tells from now on which forms are sent, by a person or a script, so that a payment can be told from another form on the
 * same page. Asked afterwards, a document that is being left does not answer.
 */
export function watchForms(): void {
  const { risk } = state;
  if (risk.isWatchingForms) return;
  risk.isWatchingForms = true;
  addEventListener(
    'formdata',
    ({ target }) => {
      if (target instanceof HTMLFormElement)
        tell({ kind: 'sent', takesCards: takesCards(target) || hasLooseCards() });
    },
    { capture: true },
  );
}

/** True if cards are taken outside of all forms, to be sent by any. */
function hasLooseCards(): boolean {
  return takesCards(null) && !formsInDocument().some((form) => takesCards(form));
}
