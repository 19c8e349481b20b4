import type { LibraryPage } from './page.js';

/** More lists and tables: those that can be sorted, dragged, ticked, or drawn anew. */
export const tables: LibraryPage[] = [
  {
    name: 'headings to sort by, as in react-table',
    html: `<table id="rt"><thead><tr><th colspan="1"><div style="cursor:pointer;user-select:none" class="sort" data-k="First">First<span> 🔼</span></div></th><th colspan="1"><div style="cursor:pointer;user-select:none" class="sort" data-k="Visits">Visits</div></th></tr></thead><tbody><tr><td>tanner</td><td>100</td></tr><tr><td>kevin</td><td>12</td></tr></tbody></table><script>
      for (const one of rt.querySelectorAll('.sort')) one.onclick = () => { note('sort ' + one.dataset.k); const body = rt.tBodies[0]; body.append(body.rows[0]); };</script>`,
    things: [
      { says: /First/, does: 'sort First' },
      { says: 'Visits', does: 'sort Visits' },
    ],
    texts: ['tanner', '100', 'kevin'],
  },
  {
    name: 'headings with a button in each, as in Angular Material',
    html: `<style>.mat-sort-header-container { display: flex; cursor: pointer } .mat-sort-header-arrow { width: 12px; height: 12px; opacity: 0 }</style><table class="mat-mdc-table" id="mt"><thead><tr role="row"><th mat-sort-header class="mat-sort-header" aria-sort="none" scope="col"><div class="mat-sort-header-container" tabindex="0" role="button"><div class="mat-sort-header-content">Symbol</div><div class="mat-sort-header-arrow"></div></div></th><th scope="col">Weight</th></tr></thead><tbody><tr role="row"><td role="cell">H</td><td role="cell">1.0079</td></tr></tbody></table><p aria-live="assertive" id="said"></p><script>
      mt.querySelector('th').addEventListener('click', (event) => { event.currentTarget.setAttribute('aria-sort', 'ascending'); said.textContent = 'Sorted by symbol'; note('symbol'); });</script>`,
    things: [{ says: 'Symbol', does: 'symbol' }],
    texts: ['Weight', 'H', '1.0079'],
  },
  {
    name: 'items to drag, as with dnd-kit',
    html: `<style>.item { padding: 10px; border: 1px solid #bbb; width: 200px; margin: 4px; touch-action: none }</style><div id="dnd">${['Alpha', 'Beta', 'Gamma'].map((one) => `<div class="item" role="button" tabindex="0" aria-disabled="false" aria-roledescription="sortable" aria-describedby="hint">${one}</div>`).join('')}</div><div id="hint" style="display:none">To pick up an item, press space.</div><script>
      let held;
      dnd.addEventListener('pointerdown', (event) => { held = event.target.closest('.item'); });
      addEventListener('pointerup', (event) => { if (!held) return; const path = event.composedPath(); const over = path.find((one) => one.classList?.contains('item')); if (over && over !== held) { over.after(held); note([...dnd.children].map((one) => one.innerText).join()); } held = undefined; });</script>`,
    things: [
      { says: 'Alpha', by: { dragTo: 'Gamma' }, does: 'Beta,Gamma,Alpha' },
      { says: 'Beta', by: { dragTo: 'Gamma' }, does: 'Alpha,Gamma,Beta' },
      { says: 'Gamma' },
    ],
    texts: ['Alpha', 'Beta', 'Gamma'],
  },
  {
    name: 'rows of mail with a box and a star, as in web mail',
    html: `<style>.zA td { padding: 6px; border-bottom: 1px solid #ddd } .zA { cursor: pointer } .oZ { display: inline-block; width: 18px; height: 18px; border: 1px solid #777 } .star { display: inline-block; width: 20px; height: 20px; background: url('data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><path d="M10 0l3 20H0z"/></svg>') }</style><table id="mail"><tbody>${[
      ['Bank', 'Your statement'],
      ['Mum', 'Sunday lunch?'],
    ]
      .map(
        ([from, subject]) =>
          `<tr class="zA" tabindex="-1" role="row"><td><div class="oZ" role="checkbox" aria-checked="false" aria-label="Select" tabindex="-1"></div></td><td><span class="star" role="button" aria-label="Not starred" tabindex="-1"></span></td><td><span>${from}</span></td><td><span>${subject}</span></td></tr>`,
      )
      .join('')}</tbody></table><script>
      mail.addEventListener('click', (event) => { const row = event.target.closest('tr'); if (!row) return; const from = row.cells[2].innerText; const tick = event.target.closest('.oZ'), star = event.target.closest('.star'); if (tick) { tick.setAttribute('aria-checked', 'true'); tick.style.background = '#06c'; note('tick ' + from); } else if (star) { star.setAttribute('aria-label', 'Starred'); star.style.background = '#fa0'; note('star ' + from); } else note('read ' + from); });</script>`,
    things: [
      { says: /^row .*Bank/, does: 'read Bank' },
      { says: 'Select', of: 'Bank', does: 'tick Bank' },
      { says: 'Not starred', of: 'Bank', does: 'star Bank' },
      { says: /^row .*Mum/, does: 'read Mum' },
      { says: 'Select', of: 'Mum', does: 'tick Mum' },
      { says: 'Not starred', of: 'Mum', does: 'star Mum' },
    ],
    texts: ['Your statement', 'Sunday lunch?'],
  },
  {
    name: 'two lists to move things between, as in Ant Design',
    html: `<style>.ant-transfer { display: flex; gap: 8px } .ant-transfer-list { width: 160px; border: 1px solid #ccc } .ant-transfer-list-content { list-style: none; padding: 4px; margin: 0; min-height: 60px } .ant-transfer-list-content-item { padding: 4px; cursor: pointer }</style><div class="ant-transfer"><div class="ant-transfer-list"><div class="ant-transfer-list-header">Source</div><ul class="ant-transfer-list-content" id="src"><li class="ant-transfer-list-content-item" title="Tea"><label><input type="checkbox"></label><span class="ant-transfer-list-content-item-text">Tea</span></li><li class="ant-transfer-list-content-item" title="Coffee"><label><input type="checkbox"></label><span class="ant-transfer-list-content-item-text">Coffee</span></li></ul></div><div><button id="mv" disabled type="button" aria-label="move right">›</button></div><div class="ant-transfer-list"><div class="ant-transfer-list-header">Target</div><ul class="ant-transfer-list-content" id="dst"></ul></div></div><script>
      for (const item of src.children) item.onclick = (event) => { const tick = item.querySelector('input'); if (event.target !== tick) { if (event.target.closest('label')) return; tick.checked = !tick.checked; } mv.disabled = !src.querySelector(':checked'); note(item.title + ' ' + tick.checked); };
      mv.onclick = () => { for (const tick of [...src.querySelectorAll(':checked')]) { const item = tick.closest('li'); item.onclick = null; item.style.cursor = 'default'; item.querySelector('label').remove(); dst.append(item); note('moved ' + item.title); } mv.disabled = true; };</script>`,
    things: [
      {
        says: /^(clickable|listitem) "Tea"/,
        does: 'Tea true',
        brings: [{ says: 'move right', does: 'moved Tea' }],
      },
      { says: /^checkbox .*Tea/, does: 'Tea true', brings: [{ says: 'move right', does: 'moved Tea' }] },
      { says: /^(clickable|listitem) "Coffee"/, does: 'Coffee true' },
      { says: /^checkbox .*Coffee/, does: 'Coffee true' },
      { says: 'move right' },
    ],
    texts: ['Source', 'Target', 'Tea', 'Coffee'],
  },
  {
    name: 'rows to tick, as in the table of Ant Design',
    html: `<style>.ant-checkbox { position: relative; display: inline-block; width: 16px; height: 16px } .ant-checkbox-input { position: absolute; inset: 0; opacity: 0; margin: 0; width: 16px; height: 16px; z-index: 1 } .ant-checkbox-inner { position: absolute; inset: 0; border: 1px solid #888 } .ant-checkbox-checked .ant-checkbox-inner { background: #1677ff } td, th { padding: 6px 14px }</style>
      <div class="ant-table-wrapper"><table id="at"><thead class="ant-table-thead"><tr><th class="ant-table-selection-column" scope="col"><div class="ant-table-selection"><label class="ant-checkbox-wrapper"><span class="ant-checkbox"><input aria-label="Select all" class="ant-checkbox-input" type="checkbox"><span class="ant-checkbox-inner"></span></span></label></div></th><th scope="col">Name</th><th scope="col">Action</th></tr></thead><tbody class="ant-table-tbody">${['John', 'Jim'].map((who) => `<tr class="ant-table-row" data-row-key="${who}"><td class="ant-table-selection-column"><label class="ant-checkbox-wrapper"><span class="ant-checkbox"><input class="ant-checkbox-input" type="checkbox"><span class="ant-checkbox-inner"></span></span></label></td><td>${who}</td><td><a>Invite ${who}</a></td></tr>`).join('')}</tbody></table></div><p id="count">None chosen</p><script>
      at.addEventListener('change', (event) => { const tick = event.target; tick.parentElement.classList.toggle('ant-checkbox-checked', tick.checked); const row = tick.closest('tbody tr'); note((row ? row.dataset.rowKey : 'all') + ' ' + tick.checked); count.textContent = 'Some chosen'; });
      for (const link of at.querySelectorAll('a')) { link.style.cursor = 'pointer'; link.addEventListener('click', () => note(link.innerText)); }</script>`,
    things: [
      { says: 'Select all', does: 'all true' },
      { says: /^checkbox/, of: 'John', does: 'John true' },
      { says: /^checkbox/, of: 'Jim', does: 'Jim true' },
      { says: 'Invite John', does: 'Invite John' },
      { says: 'Invite Jim', does: 'Invite Jim' },
    ],
    texts: ['Name', 'Action', 'John', 'Jim', 'None chosen'],
  },
  {
    name: 'a tree in a table, as in PrimeVue',
    html: `<style>.p-treetable-node-toggle-button { width: 24px; height: 24px; border: 0 } td { padding: 4px 10px }</style><table role="table" id="tt"><tbody><tr role="row" aria-expanded="false" aria-level="1" tabindex="0" data-k="Cloud"><td role="cell"><button type="button" class="p-treetable-node-toggle-button" tabindex="-1"><svg class="p-icon" width="14" height="14"><path d="M4 0l8 7-8 7z"/></svg></button><span>Cloud</span></td><td role="cell">20mb</td></tr><tr role="row" aria-level="1" tabindex="-1" data-k="Desktop"><td role="cell"><button type="button" class="p-treetable-node-toggle-button" style="visibility:hidden"></button><span>Desktop</span></td><td role="cell">150kb</td></tr></tbody></table><script>
      tt.addEventListener('click', (event) => { const toggler = event.target.closest('button'); if (!toggler) return; const row = toggler.closest('tr'); row.setAttribute('aria-expanded', true); row.insertAdjacentHTML('afterend', '<tr role="row" aria-level="2" data-k="backup"><td role="cell">backup-1.zip</td><td role="cell">10mb <a href="#dl" onclick="note(\\'load\\');event.preventDefault()">Download</a></td></tr>'); note('open ' + row.dataset.k); });</script>`,
    things: [
      { says: /^button/, of: 'Cloud', does: 'open Cloud', brings: [{ says: 'Download', does: 'load' }] },
    ],
    texts: ['Cloud', '20mb', 'Desktop', '150kb'],
    never: ['backup-1.zip'],
  },
  {
    name: 'columns to make wider, as in many grids',
    html: `<style>th { position: relative; width: 120px; text-align: left } .resizer { position: absolute; right: 0; top: 0; width: 8px; height: 100%; cursor: col-resize; background: #bbb } table { table-layout: fixed }</style><table id="wide"><thead><tr><th>Title<div class="resizer" data-c="Title"></div></th><th>Author<div class="resizer" data-c="Author"></div></th></tr></thead><tbody><tr><td>Emma</td><td>Austen</td></tr></tbody></table><script>
      let from;
      for (const grip of wide.querySelectorAll('.resizer')) grip.addEventListener('mousedown', (event) => { from = [grip, event.clientX]; event.preventDefault(); });
      addEventListener('mouseup', (event) => { if (!from) return; const [grip, x] = from; from = undefined; grip.parentElement.style.width = 120 + event.clientX - x + 'px'; note(grip.dataset.c + ' by ' + (event.clientX - x)); });</script>`,
    things: [
      { says: /Title/, by: { dragBy: { x: 40, y: 0 } }, does: 'Title by 40' },
      { says: /Author/, by: { dragBy: { x: 40, y: 0 } }, does: 'Author by 40' },
    ],
    texts: ['Title', 'Author', 'Emma', 'Austen'],
  },
  {
    name: 'things to buy, each with a count',
    html: `<style>.product { display: inline-block; border: 1px solid #ddd; padding: 12px; margin: 8px; width: 200px } .stepper { display: inline-flex } .stepper span { width: 30px; text-align: center }</style><div id="shop">${[
      ['Mug', '9 €'],
      ['Plate', '12 €'],
    ]
      .map(
        ([what, price]) =>
          `<div class="product"><h3 class="product__title">${what}</h3><p class="price">${price}</p><div class="stepper"><button class="minus">−</button><span class="n">1</span><button class="plus">+</button></div><button class="add">Add to cart</button></div>`,
      )
      .join('')}</div><p id="cart">Cart is empty</p><script>
      shop.addEventListener('click', (event) => { const button = event.target.closest('button'); if (!button) return; const card = button.closest('.product'), n = card.querySelector('.n'), what = card.querySelector('h3').innerText; if (button.className === 'plus') n.textContent = Number(n.textContent) + 1; if (button.className === 'minus') n.textContent = Math.max(0, Number(n.textContent) - 1); if (button.className === 'add') cart.textContent = n.textContent + ' ' + what + ' in cart'; note(button.className + ' ' + what + ' ' + n.textContent); });</script>`,
    things: [
      { says: '−', of: 'Mug', does: 'minus Mug 0' },
      { says: '+', of: 'Mug', does: 'plus Mug 2' },
      { says: 'Add to cart', of: 'Mug', does: 'add Mug 1' },
      { says: '−', of: 'Plate', does: 'minus Plate 0' },
      { says: '+', of: 'Plate', does: 'plus Plate 2' },
      { says: 'Add to cart', of: 'Plate', does: 'add Plate 1' },
    ],
    texts: ['Mug', '9 €', 'Plate', '12 €', 'Cart is empty'],
  },
  {
    name: 'rows of a long list that are reused, as in react-window',
    html: `<style>.row { position: absolute; left: 0; height: 35px; width: 100%; line-height: 35px }</style><p>Five hundred rows</p><div id="win" style="position:relative;height:140px;width:300px;overflow:auto;will-change:transform;direction:ltr"><div id="inner" style="height:17500px;width:100%"></div></div><button id="jump">Jump to 100</button><script>
      const rows = Array.from({ length: 4 }, () => { const row = document.createElement('div'); row.className = 'row'; row.innerHTML = '<span></span> <button>Pick</button>'; inner.append(row); return row; });
      let first = 0;
      const draw = () => rows.forEach((row, i) => { const n = first + i; row.style.top = n * 35 + 'px'; row.firstChild.textContent = 'Row ' + n; row.lastChild.onclick = () => note('pick ' + n); });
      draw();
      win.onscroll = () => { first = Math.floor(win.scrollTop / 35); draw(); };
      jump.onclick = () => { win.scrollTop = 3500; note('jump'); };</script>`,
    things: [
      { says: 'Pick', of: 'Row 0', does: 'pick 0' },
      { says: 'Pick', of: 'Row 1', does: 'pick 1' },
      { says: 'Pick', of: 'Row 2', does: 'pick 2' },
      { says: 'Pick', of: 'Row 3', does: 'pick 3' },
      { says: 'Jump to 100', does: 'jump', brings: [{ says: 'Pick', of: 'Row 100', does: 'pick 100' }] },
    ],
    texts: ['Row 0', 'Row 3', 'Five hundred rows'],
    redraws: 'Jump to 100',
  },
];
