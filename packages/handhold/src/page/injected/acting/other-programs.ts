/** Addresses that the browser opens itself; all others belong to other programs. */
const ours = /^(https?|about|blob|data|javascript|file|view-source|chrome(-error|-extension)?|filesystem):/i;

/**
 * Keeps pages from handing addresses to other programs: the browser would ask its user about that,
 * and swallow all further input until somebody answers.
 */
export function stayInBrowser(): void {
  window.navigation?.addEventListener('navigate', (event) => {
    if (event.cancelable && !ours.test(event.destination.url)) event.preventDefault();
  });
}
