import type { LibraryPage } from './page.js';

/** Menus, dialogs and whatever else comes up in front of a page. */
export const opening: LibraryPage[] = [
  {
    name: 'a menu under a button, as in Bootstrap',
    html: `<style>.dropdown-menu { display: none; position: absolute; background: #fff; border: 1px solid #ccc; list-style: none; padding: 4px; margin: 0 } .dropdown-menu.show { display: block } .dropdown-item { display: block; padding: 4px 16px }</style>
      <div class="dropdown"><button class="btn dropdown-toggle" type="button" id="dd" aria-expanded="false">Actions</button><ul class="dropdown-menu" id="menu"><li><a class="dropdown-item" href="#" data-do="copy">Copy link</a></li><li><hr class="dropdown-divider"></li><li><a class="dropdown-item" href="#" data-do="archive">Archive</a></li></ul></div><script>
      dd.onclick = () => { dd.setAttribute('aria-expanded', menu.classList.toggle('show')); note('menu'); };
      menu.onclick = (event) => { event.preventDefault(); const item = event.target.closest('[data-do]'); if (item) { note(item.dataset.do); menu.classList.remove('show'); dd.setAttribute('aria-expanded', false); } };</script>`,
    things: [
      {
        says: 'Actions',
        does: 'menu',
        brings: [
          { says: 'Copy link', does: 'copy' },
          { says: 'Archive', does: 'archive' },
        ],
      },
    ],
    never: ['Copy link', 'Archive'],
  },
  {
    name: 'a dialog with a backdrop, as in Bootstrap',
    html: `<style>.modal { display: none; position: fixed; inset: 0; z-index: 20 } .modal.show { display: block } .modal-dialog { margin: 40px auto; width: 320px; background: #fff; padding: 16px; position: relative } .modal-backdrop { position: fixed; inset: 0; background: #000; opacity: .5; z-index: 10 } .btn-close { width: 16px; height: 16px; padding: 0; background: #999; border: 0 }</style>
      <p>Three files</p><button id="go">Delete files</button><div class="modal" id="modal" tabindex="-1" role="dialog" aria-labelledby="title" aria-hidden="true"><div class="modal-dialog"><h5 class="modal-title" id="title">Really delete?</h5><button type="button" class="btn-close" aria-label="Close"></button><p>They can't be brought back.</p><button id="no">Keep</button><button id="yes">Delete all</button></div></div><div id="back"></div><script>
      const show = (on) => { modal.classList.toggle('show', on); if (on) { modal.removeAttribute('aria-hidden'); modal.setAttribute('aria-modal', true); modal.focus(); } else { modal.setAttribute('aria-hidden', true); modal.removeAttribute('aria-modal'); } back.innerHTML = on ? '<div class="modal-backdrop"></div>' : ''; };
      go.onclick = () => { show(true); note('asked'); };
      modal.querySelector('.btn-close').onclick = no.onclick = () => { show(false); note('kept'); };
      yes.onclick = () => { show(false); note('deleted'); };</script>`,
    things: [
      {
        says: 'Delete files',
        does: 'asked',
        brings: [
          { says: 'Close', does: 'kept' },
          { says: 'Keep', does: 'kept' },
          { says: 'Delete all', does: 'deleted' },
        ],
      },
    ],
    texts: ['Three files'],
    never: ['Really delete?', 'Keep'],
  },
  {
    name: "the platform's dialog",
    html: `<button id="go">Rename</button><dialog id="dlg"><form method="dialog"><label>New name <input id="nm" value="draft"></label><button value="cancel">Cancel</button><button value="ok" id="ok">Save name</button></form></dialog><script>
      go.onclick = () => { dlg.showModal(); note('shown'); };
      dlg.onclose = () => note('closed ' + dlg.returnValue);</script>`,
    things: [
      {
        says: 'Rename',
        does: 'shown',
        brings: [
          { says: 'Cancel', does: 'closed cancel' },
          { says: 'Save name', does: 'closed ok' },
          { says: 'New name', by: { type: 'final' } },
        ],
      },
    ],
    never: ['New name', 'Save name'],
  },
  {
    name: "the platform's popover",
    html: `<button popovertarget="pop" id="bell">Notices</button><div popover id="pop"><p>You have mail</p><button id="read">Mark as read</button></div><script>
      pop.addEventListener('toggle', (event) => note('popover ' + event.newState)); read.onclick = () => note('read');</script>`,
    things: [{ says: 'Notices', does: 'popover open', brings: [{ says: 'Mark as read', does: 'read' }] }],
    never: ['You have mail', 'Mark as read'],
  },
  {
    name: 'details',
    html: `<details id="d" ontoggle="note('details ' + this.open)"><summary>Shipping</summary><p>Two days. <a href="#z" onclick="note('zones');event.preventDefault()">Zones</a></p></details>`,
    things: [{ says: 'Shipping', does: 'details true', brings: [{ says: 'Zones', does: 'zones' }] }],
    texts: ['Shipping'],
    never: ['Two days.', 'Zones'],
  },
  {
    name: 'menus that open under the pointer, as on shops',
    html: `<style>.mega { display: flex; list-style: none; padding: 0 } .mega > li { position: relative; padding: 8px 16px } .panel { display: none; position: absolute; left: 0; top: 100%; background: #fff; border: 1px solid #ccc; width: 260px; padding: 8px } .mega > li:hover .panel { display: block }</style>
      <ul class="mega"><li><a href="#women" onclick="note('women');event.preventDefault()">Women</a><div class="panel"><a href="#ws" onclick="note('women shoes');event.preventDefault()">Shoes for women</a></div></li><li><a href="#men" onclick="note('men');event.preventDefault()">Men</a><div class="panel"><a href="#ms" onclick="note('men shoes');event.preventDefault()">Shoes for men</a></div></li></ul><p style="margin-top:200px">Sale ends soon</p>`,
    things: [
      { says: 'Women', by: 'hover', brings: [{ says: 'Shoes for women', does: 'women shoes' }] },
      { says: 'Men', by: 'hover', brings: [{ says: 'Shoes for men', does: 'men shoes' }] },
      { says: 'Women', does: 'women', brings: [{ says: 'Shoes for women', does: 'women shoes' }] },
    ],
    texts: ['Women', 'Men', 'Sale ends soon'],
    never: ['Shoes for women', 'Shoes for men'],
  },
  {
    name: 'a banner that asks for cookies',
    html: `<style>#onetrust-banner { position: fixed; bottom: 0; left: 0; right: 0; background: #eef; padding: 16px; z-index: 99 } .kinds { display: none } .more .kinds { display: block }</style><p>Welcome to our site</p><a href="#news" onclick="note('news');event.preventDefault()">News</a>
      <div id="onetrust-banner" role="region" aria-label="Cookie banner"><p>We value your privacy</p><button id="all_">Accept all</button><button id="rej">Reject all</button><button id="set">Settings</button><div class="kinds"><label><input type="checkbox" id="ads"> Advertising</label></div></div><script>
      const banner = document.querySelector('#onetrust-banner');
      all_.onclick = () => { banner.remove(); note('all'); }; rej.onclick = () => { banner.remove(); note('none'); };
      set.onclick = () => { banner.classList.add('more'); note('settings'); }; ads.onchange = () => note('ads ' + ads.checked);</script>`,
    things: [
      { says: 'News', does: 'news' },
      { says: 'Accept all', does: 'all' },
      { says: 'Reject all', does: 'none' },
      { says: 'Settings', does: 'settings', brings: [{ says: 'Advertising', does: 'ads true' }] },
    ],
    texts: ['Welcome to our site', 'We value your privacy'],
    never: ['Advertising'],
  },
  {
    name: 'notices that come up in a corner, as in Toastify and Sonner',
    html: `<style>.toaster { position: fixed; top: 16px; right: 16px; width: 280px } .toast { background: #333; color: #fff; padding: 12px; margin: 4px; display: flex; justify-content: space-between } .toast button { width: 24px; height: 24px; padding: 0 }</style>
      <button id="save">Save settings</button><section aria-label="Notifications" class="toaster"><ol id="toasts" tabindex="-1" style="list-style:none;padding:0;margin:0"></ol></section><script>
      save.onclick = () => { note('saved'); toasts.innerHTML = '<li class="toast" data-sonner-toast aria-live="polite"><div data-title>Settings saved</div><button data-button>Undo</button><button aria-label="Close toast" data-close-button>×</button></li>'; };
      toasts.addEventListener('click', (event) => { if (event.target.closest('[data-button]')) { note('undone'); toasts.innerHTML = ''; } if (event.target.closest('[data-close-button]')) { note('closed'); toasts.innerHTML = ''; } });</script>`,
    things: [
      {
        says: 'Save settings',
        does: 'saved',
        brings: [
          { says: 'Undo', does: 'undone' },
          { says: 'Close toast', does: 'closed' },
        ],
      },
    ],
    never: ['Settings saved'],
  },
  {
    name: 'a drawer from the side, as in Chakra',
    html: `<style>.chakra-modal__overlay { position: fixed; inset: 0; background: #0008; z-index: 50 } .chakra-modal__content-container { position: fixed; inset: 0; z-index: 51; display: flex; justify-content: flex-end } .chakra-slide { width: 300px; background: #fff; padding: 16px }</style>
      <div id="root"><h1>Inbox</h1><button id="go">Compose</button></div><div id="portal"></div><script>
      go.onclick = () => { note('drawer'); root.setAttribute('aria-hidden', true); portal.innerHTML = '<div class="chakra-portal"><div class="chakra-modal__overlay"></div><div class="chakra-modal__content-container"><section class="chakra-slide" role="dialog" aria-modal="true" tabindex="-1" aria-labelledby="hd"><header id="hd">New message</header><button aria-label="Close" class="chakra-modal__close-btn"><svg width="12" height="12"><path d="M0 0h12v12z"/></svg></button><label>To <input id="to"></label><button class="chakra-button">Send it</button></section></div></div>';
        portal.onclick = (event) => { const button = event.target.closest('button'); if (!button) return; note(button.innerText || 'closed'); portal.innerHTML = ''; root.removeAttribute('aria-hidden'); }; };</script>`,
    things: [
      {
        says: 'Compose',
        does: 'drawer',
        brings: [
          { says: 'Close', does: 'closed' },
          { says: 'Send it', does: 'Send it' },
        ],
      },
    ],
    texts: ['Inbox'],
  },
  {
    name: 'steps one after the other, as in Vuetify and MUI',
    html: `<style>.v-stepper-item { display: inline-flex; padding: 8px; border: 0; background: none } .v-stepper-item__overlay { display: none } .v-avatar { width: 24px; height: 24px; border-radius: 50%; background: #ccc; text-align: center } [hidden] { display: none }</style>
      <div class="v-stepper" id="st"><div class="v-stepper-header"><button class="v-stepper-item" type="button" data-s="0"><div class="v-avatar">1</div><div class="v-stepper-item__content"><div class="v-stepper-item__title">Address</div></div></button><hr><button class="v-stepper-item" type="button" data-s="1" disabled><div class="v-avatar">2</div><div class="v-stepper-item__title">Payment</div></button></div>
      <div id="p0"><label>Street <input></label></div><div id="p1" hidden><label>Card holder <input></label></div><button id="next">Continue</button></div><script>
      next.onclick = () => { p0.hidden = true; p1.hidden = false; st.querySelectorAll('.v-stepper-item')[1].disabled = false; next.textContent = 'Finish'; note('step 2'); };
      st.addEventListener('click', (event) => { const step = event.target.closest('.v-stepper-item'); if (step) { note('to ' + step.dataset.s); } });</script>`,
    things: [
      { says: /Address/, does: 'to 0' },
      { says: /Payment/ },
      { says: 'Street', by: { type: 'High Road 3' } },
      { says: 'Continue', does: 'step 2', brings: [{ says: 'Card holder', by: { type: 'Ada L' } }] },
    ],
    texts: ['Address', 'Payment', 'Street'],
    never: ['Card holder'],
  },
  {
    name: 'an overlay in a container of its own, as in Angular Material',
    html: `<style>.cdk-overlay-container { position: fixed; inset: 0; pointer-events: none; z-index: 1000 } .cdk-overlay-backdrop { position: absolute; inset: 0; pointer-events: auto } .cdk-overlay-pane { position: absolute; pointer-events: auto; background: #fff; border: 1px solid #bbb } .mat-mdc-option { padding: 8px 16px; cursor: pointer; position: relative } .mat-ripple { position: absolute; inset: 0; pointer-events: none } .mat-mdc-select { width: 200px; border-bottom: 1px solid #777; cursor: pointer; height: 28px } .mat-mdc-select-arrow { display: inline-block; width: 10px; height: 5px; background: #777 }</style>
      <div class="mat-mdc-form-field"><label id="fl">Favorite food</label><div class="mat-mdc-select" role="combobox" aria-haspopup="listbox" tabindex="0" aria-labelledby="fl" aria-expanded="false" id="ms"><div class="mat-mdc-select-trigger"><div class="mat-mdc-select-value" id="mv"><span class="mat-mdc-select-placeholder"></span></div><div class="mat-mdc-select-arrow-wrapper"><div class="mat-mdc-select-arrow"></div></div></div></div></div><div id="overlay"></div><script>
      ms.addEventListener('click', () => { note('open'); ms.setAttribute('aria-expanded', true); const at = ms.getBoundingClientRect(); overlay.innerHTML = '<div class="cdk-overlay-container"><div class="cdk-overlay-backdrop cdk-overlay-transparent-backdrop"></div><div class="cdk-overlay-pane" style="left:' + at.left + 'px;top:' + at.bottom + 'px;width:200px"><div role="listbox" class="mat-mdc-select-panel" aria-labelledby="fl"><div role="option" class="mat-mdc-option" tabindex="0" aria-selected="false"><span class="mdc-list-item__primary-text">Steak</span><div class="mat-ripple mat-mdc-option-ripple"></div></div><div role="option" class="mat-mdc-option" tabindex="0" aria-selected="false"><span class="mdc-list-item__primary-text">Tacos</span><div class="mat-ripple mat-mdc-option-ripple"></div></div></div></div></div>'; });
      overlay.addEventListener('click', (event) => { const option = event.target.closest('[role=option]'); if (option) { mv.textContent = option.innerText; note('food ' + option.innerText); } else note('dismissed'); overlay.innerHTML = ''; ms.setAttribute('aria-expanded', false); });</script>`,
    things: [
      {
        says: 'Favorite food',
        does: 'open',
        brings: [
          { says: 'Steak', does: 'food Steak' },
          { says: 'Tacos', does: 'food Tacos' },
        ],
      },
      { says: 'Favorite food', by: { select: 'Tacos' }, does: ['open', 'food Tacos'] },
    ],
    texts: ['Favorite food'],
  },
];
