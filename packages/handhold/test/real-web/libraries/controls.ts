import type { LibraryPage } from './page.js';

/** Buttons, tabs, switches and bars. */
export const controls: LibraryPage[] = [
  {
    name: 'buttons with ripples and state layers, as in Material Components for the web',
    html: `<style>.mdc-button { position: relative; display: inline-flex; border: 0; padding: 8px 16px; overflow: hidden }
      .mdc-button__ripple, .mdc-button__touch, .mdc-button__focus-ring { position: absolute; inset: 0 } .mdc-button__label { position: relative }
      .mdc-button__ripple::before { content: ""; position: absolute; inset: 0; background: #00f; opacity: 0 }</style>
      <div id="bar"><div class="mdc-touch-target-wrapper"><button class="mdc-button mdc-ripple-upgraded" data-mdc="save"><span class="mdc-button__ripple"></span><span class="mdc-button__focus-ring"></span><span class="mdc-button__label">Save draft</span><span class="mdc-button__touch"></span></button></div>
      <div class="mdc-touch-target-wrapper"><button class="mdc-button" data-mdc="send"><span class="mdc-button__ripple"></span><span class="mdc-button__label">Send</span><span class="mdc-button__touch"></span></button></div>
      <div class="mdc-touch-target-wrapper"><button class="mdc-button" disabled><span class="mdc-button__ripple"></span><span class="mdc-button__label">Recall</span></button></div></div><script>
      bar.addEventListener('click', (event) => { const pressed = event.target.closest('[data-mdc]'); if (pressed) note(pressed.dataset.mdc); });</script>`,
    things: [{ says: 'Save draft', does: 'save' }, { says: 'Send', does: 'send' }, { says: 'Recall' }],
    texts: ['Save draft', 'Send', 'Recall'],
  },
  {
    name: 'cards with a stretched link, as in Bootstrap',
    html: `<style>.card { position: relative; width: 260px; border: 1px solid #ccc; padding: 12px; margin: 8px } .stretched-link::after { content: ""; position: absolute; inset: 0; z-index: 1 } .above { position: relative; z-index: 2 }</style>
      <div class="card"><h5 class="card-title">Mountain hut</h5><p class="card-text">Sleeps eight.</p><a href="#hut" class="stretched-link btn" onclick="note('hut');event.preventDefault()">See the hut</a> <button class="above btn" onclick="note('like hut')">Like</button></div>
      <div class="card"><h5 class="card-title">Lake cabin</h5><p class="card-text">Sleeps two.</p><a href="#cabin" class="stretched-link btn" onclick="note('cabin');event.preventDefault()">See the cabin</a> <button class="above btn" onclick="note('like cabin')">Like</button></div>`,
    things: [
      { says: 'See the hut', does: 'hut' },
      { says: 'Like', of: 'Mountain hut', does: 'like hut' },
      { says: 'See the cabin', does: 'cabin' },
      { says: 'Like', of: 'Lake cabin', does: 'like cabin' },
    ],
    texts: ['Mountain hut', 'Sleeps eight.', 'Lake cabin', 'Sleeps two.'],
  },
  {
    name: 'an accordion, as in Bootstrap',
    html: `<style>.collapse:not(.show) { display: none }</style><div class="accordion" id="faq">
      <div class="accordion-item"><h2 class="accordion-header"><button class="accordion-button" type="button" aria-expanded="true" aria-controls="c1">How do I pay?</button></h2><div id="c1" class="accordion-collapse collapse show"><div class="accordion-body">By card or <a href="#bank" onclick="note('bank');event.preventDefault()">bank transfer</a>.</div></div></div>
      <div class="accordion-item"><h2 class="accordion-header"><button class="accordion-button collapsed" type="button" aria-expanded="false" aria-controls="c2">Can I send it back?</button></h2><div id="c2" class="accordion-collapse collapse"><div class="accordion-body">Within <button onclick="note('terms')">thirty days</button>.</div></div></div></div><script>
      for (const [i, button] of faq.querySelectorAll('.accordion-button').entries()) button.onclick = () => {
        const panel = [c1, c2][i], isOpen = panel.classList.toggle('show');
        button.setAttribute('aria-expanded', isOpen); button.classList.toggle('collapsed', !isOpen); note((isOpen ? 'open ' : 'close ') + (i + 1)); };</script>`,
    things: [
      { says: 'How do I pay?', does: 'close 1' },
      { says: 'bank transfer', does: 'bank' },
      { says: 'Can I send it back?', does: 'open 2', brings: [{ says: 'thirty days', does: 'terms' }] },
    ],
    texts: ['How do I pay?', 'By card or', 'Can I send it back?'],
    never: ['thirty days', 'Within'],
  },
  {
    name: 'a segmented control, as in Ant Design',
    html: `<style>.ant-segmented-group { display: inline-flex; background: #eee } .ant-segmented-item { position: relative; cursor: pointer } .ant-segmented-item-input { position: absolute; opacity: 0; width: 0; height: 0; pointer-events: none }
      .ant-segmented-item-label { padding: 4px 12px } .ant-segmented-item-selected { background: #fff }</style>
      <div class="ant-segmented" id="seg"><div class="ant-segmented-group">
      <label class="ant-segmented-item ant-segmented-item-selected"><input class="ant-segmented-item-input" type="radio" name="g" checked><div class="ant-segmented-item-label" title="Daily">Daily</div></label>
      <label class="ant-segmented-item"><input class="ant-segmented-item-input" type="radio" name="g"><div class="ant-segmented-item-label" title="Weekly">Weekly</div></label>
      <label class="ant-segmented-item"><input class="ant-segmented-item-input" type="radio" name="g"><div class="ant-segmented-item-label" title="Monthly">Monthly</div></label></div></div><script>
      seg.addEventListener('change', (event) => { for (const one of seg.querySelectorAll('label')) one.classList.toggle('ant-segmented-item-selected', one.contains(event.target)); note(event.target.parentElement.innerText.trim()); });</script>`,
    things: [{ says: 'Daily' }, { says: 'Weekly', does: 'Weekly' }, { says: 'Monthly', does: 'Monthly' }],
    texts: ['Daily', 'Weekly', 'Monthly'],
  },
  {
    name: 'a bar of icons from a font, as in Font Awesome',
    html: `<style>.fa { display: inline-block; width: 16px; height: 16px } .fa::before { content: "\\f02f" } .tool { border: 1px solid #ccc; padding: 6px }</style>
      <div role="toolbar" aria-label="Edit"><button class="tool" onclick="note('bold')"><i class="fa fa-bold" aria-hidden="true"></i></button><button class="tool" onclick="note('trash')"><i class="fa fa-trash" aria-hidden="true"></i></button><a href="#" class="tool" onclick="note('print');event.preventDefault()"><i class="fa fa-print"></i></a><span class="tool" id="undo" style="cursor:pointer"><i class="fa fa-undo"></i></span></div><script>undo.onclick = () => note('undo');</script>`,
    things: [
      { says: 'bold', does: 'bold' },
      { says: 'trash', does: 'trash' },
      { says: 'print', does: 'print' },
      { says: 'undo', does: 'undo' },
    ],
  },
  {
    name: 'a bar of icons from a sprite, by use',
    html: `<svg style="display:none"><symbol id="icon-pencil" viewBox="0 0 10 10"><path d="M0 0h10v10z"/></symbol><symbol id="icon-share" viewBox="0 0 10 10"><path d="M0 0h10v10z"/></symbol></svg>
      <button onclick="note('pencil')"><svg width="20" height="20"><use href="#icon-pencil"/><rect width="20" height="20"/></svg></button><button onclick="note('share')"><svg width="20" height="20"><use xlink:href="#icon-share"/><rect width="20" height="20"/></svg></button><button onclick="note('star')"><svg width="20" height="20" data-icon="star"><rect width="20" height="20"/></svg></button><button onclick="note('bin')"><svg width="20" height="20"><title>Empty the bin</title><rect width="20" height="20"/></svg></button>`,
    things: [
      { says: 'pencil', does: 'pencil' },
      { says: 'share', does: 'share' },
      { says: 'star', does: 'star' },
      { says: 'Empty the bin', does: 'bin' },
    ],
  },
  {
    name: 'stars to rate with, as in many',
    html: `<style>.star { font-size: 24px; cursor: pointer; color: #999 } .star.on { color: #fa0 }</style><p>Your rating</p><div class="rating" id="stars" role="radiogroup" aria-label="Rating">${[1, 2, 3, 4, 5].map((n) => `<span class="star" role="radio" aria-checked="false" tabindex="-1" aria-label="${n} star${n > 1 ? 's' : ''}">★</span>`).join('')}</div><script>
      stars.addEventListener('click', (event) => { const star = event.target.closest('.star'); if (!star) return; const all = [...stars.children]; const upTo = all.indexOf(star);
        all.forEach((one, i) => { one.classList.toggle('on', i <= upTo); one.setAttribute('aria-checked', i === upTo); }); note('rated ' + (upTo + 1)); });</script>`,
    things: [
      { says: '1 star', does: 'rated 1' },
      { says: '2 stars', does: 'rated 2' },
      { says: '3 stars', does: 'rated 3' },
      { says: '4 stars', does: 'rated 4' },
      { says: '5 stars', does: 'rated 5' },
    ],
    texts: ['Your rating'],
  },
  {
    name: 'pages to turn, as in Bootstrap and Ant Design',
    html: `<style>.pagination { display: flex; list-style: none; padding: 0 } .page-link { display: block; padding: 6px 12px; border: 1px solid #ccc } .disabled .page-link { pointer-events: none; color: #777 }</style>
      <p id="at">Page 1 of 9</p><nav aria-label="Result pages"><ul class="pagination" id="pager"><li class="page-item disabled"><a class="page-link" href="#" tabindex="-1" aria-disabled="true">Previous</a></li><li class="page-item active" aria-current="page"><a class="page-link" href="#">1</a></li><li class="page-item"><a class="page-link" href="#">2</a></li><li class="page-item disabled"><span class="page-link">…</span></li><li class="page-item"><a class="page-link" href="#">9</a></li><li class="page-item"><a class="page-link" href="#">Next</a></li></ul></nav><script>
      pager.addEventListener('click', (event) => { event.preventDefault(); const link = event.target.closest('a'); if (!link) return; const to = link.innerText === 'Next' ? 2 : link.innerText; note('page ' + to); at.textContent = 'Page ' + to + ' of 9'; });</script>`,
    things: [
      { says: 'Previous' },
      { says: '1', does: 'page 1' },
      { says: '2', does: 'page 2' },
      { says: '9', does: 'page 9' },
      { says: 'Next', does: 'page 2' },
    ],
    texts: ['Page 1 of 9'],
  },
  {
    name: 'a number with arrows, as in Ant Design',
    html: `<style>.ant-input-number { position: relative; display: inline-block; width: 120px; border: 1px solid #ccc } .ant-input-number-input { border: 0; width: 80px; height: 30px } .ant-input-number-handler-wrap { position: absolute; top: 0; right: 0; width: 24px; height: 32px }
      .ant-input-number-handler { display: block; height: 16px; line-height: 16px; text-align: center; cursor: pointer } .anticon svg { width: 10px; height: 10px }</style>
      <label for="qty">Quantity</label> <div class="ant-input-number"><div class="ant-input-number-handler-wrap" id="wrap"><span unselectable="on" role="button" aria-label="Increase Value" aria-disabled="false" class="ant-input-number-handler ant-input-number-handler-up"><span role="img" aria-label="up" class="anticon anticon-up"><svg><path d="M0 0h10v10z"/></svg></span></span><span unselectable="on" role="button" aria-label="Decrease Value" class="ant-input-number-handler ant-input-number-handler-down"><span role="img" aria-label="down" class="anticon anticon-down"><svg><path d="M0 0h10v10z"/></svg></span></span></div>
      <input id="qty" role="spinbutton" aria-valuemin="0" aria-valuenow="3" autocomplete="off" class="ant-input-number-input" value="3"></div><script>
      const step = (by) => { qty.value = Number(qty.value) + by; qty.setAttribute('aria-valuenow', qty.value); note('now ' + qty.value); };
      wrap.children[0].addEventListener('mousedown', (event) => { event.preventDefault(); step(1); });
      wrap.children[1].addEventListener('mousedown', (event) => { event.preventDefault(); step(-1); });
      qty.addEventListener('input', () => note('typed ' + qty.value));</script>`,
    things: [
      { says: 'Increase Value', does: 'now 4' },
      { says: 'Decrease Value', does: 'now 2' },
      { says: 'Quantity', by: { type: '7' }, does: ['typed 7'] },
    ],
    texts: ['Quantity'],
  },
  {
    name: 'crumbs with a menu of those that are left out, as in MUI',
    html: `<style>ol { display: flex; list-style: none; padding: 0 } .MuiBreadcrumbs-separator { margin: 0 8px }</style><nav aria-label="breadcrumb"><ol class="MuiBreadcrumbs-ol" id="ol"><li><a href="#home" onclick="note('home');event.preventDefault()">Home</a></li><li aria-hidden="true" class="MuiBreadcrumbs-separator">/</li><li><button type="button" aria-label="Show path" id="more" style="padding:2px 8px"><svg aria-hidden="true" width="24" height="16"><circle cx="4" cy="8" r="2"/><circle cx="12" cy="8" r="2"/></svg></button></li><li aria-hidden="true" class="MuiBreadcrumbs-separator">/</li><li><p aria-current="page">Boots</p></li></ol></nav><script>
      more.onclick = () => { note('expand'); more.parentElement.outerHTML = '<li><a href="#shop" onclick="note(\\'shop\\');event.preventDefault()">Shop</a></li><li class="MuiBreadcrumbs-separator" aria-hidden="true">/</li><li><a href="#men" onclick="note(\\'men\\');event.preventDefault()">Men</a></li>'; };</script>`,
    things: [
      { says: 'Home', does: 'home' },
      {
        says: 'Show path',
        does: 'expand',
        brings: [
          { says: 'Shop', does: 'shop' },
          { says: 'Men', does: 'men' },
        ],
      },
    ],
    texts: ['Boots'],
  },
  {
    name: 'switches drawn beside a hidden field, as in Bootstrap Toggle and Element Plus',
    html: `<style>.sr { position: absolute; opacity: 0; width: 0; height: 0; margin: 0 } .core { display: inline-block; width: 40px; height: 20px; border-radius: 10px; background: #ccc } .on .core { background: #4a4 }
      .el-switch { display: inline-flex; align-items: center; cursor: pointer } .row { margin: 8px }</style>
      <div class="row">Airplane mode <div class="el-switch" id="plane"><input class="sr" type="checkbox" role="switch" aria-checked="false" aria-label="Airplane mode"><span class="core"></span></div></div>
      <div class="row"><label class="toggle"><input class="sr" type="checkbox" id="wifi" onchange="note('wifi ' + this.checked)"><span class="core"></span> Wi-Fi</label></div>
      <div class="row"><button role="switch" aria-checked="false" aria-label="Bluetooth" id="blue" style="border:0;padding:0"><span class="core"></span></button></div><script>
      plane.addEventListener('click', (event) => { event.preventDefault(); const on = plane.classList.toggle('on'); plane.firstElementChild.checked = on; plane.firstElementChild.setAttribute('aria-checked', on); note('plane ' + on); });
      blue.onclick = () => { const on = blue.classList.toggle('on'); blue.setAttribute('aria-checked', on); note('blue ' + on); };</script>`,
    things: [
      { says: 'Airplane mode', does: 'plane true' },
      { says: 'Wi-Fi', does: 'wifi true' },
      { says: 'Bluetooth', does: 'blue true' },
    ],
    texts: ['Airplane mode', 'Wi-Fi'],
  },
];
