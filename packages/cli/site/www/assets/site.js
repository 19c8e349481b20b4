import { showSavedCount } from '/assets/lib.js';

const banner = document.querySelector('[data-cookie-banner]');
if (banner && !localStorage.getItem('alpenglow-consent')) {
  banner.hidden = false;
  banner.addEventListener('click', (event) => {
    const choice = event.target.closest('[data-consent]');
    if (!choice) return;
    localStorage.setItem('alpenglow-consent', choice.dataset.consent);
    banner.hidden = true;
  });
}

showSavedCount();
