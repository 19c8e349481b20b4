import type { LibraryPage } from './page.js';

const fruits = ['Apple', 'Banana', 'Cherry'];

/** What is chosen from: lists that open, days, places in a tree. */
export const choosing: LibraryPage[] = [
  {
    name: 'a select, as in Ant Design',
    html: `<style>.ant-select { position: relative; display: inline-block; width: 200px; border: 1px solid #ccc; cursor: pointer } .ant-select-selection-search { position: absolute; inset: 0 } .ant-select-selection-search-input { opacity: 0; width: 100%; height: 100%; border: 0; cursor: pointer } .ant-select-selection-placeholder { color: #777; pointer-events: none; display: block; padding: 4px } .ant-select-arrow { position: absolute; right: 8px; top: 4px; pointer-events: none }
      .ant-select-dropdown { position: absolute; background: #fff; border: 1px solid #aaa; width: 200px; z-index: 5 } .ant-select-item { padding: 4px 12px; cursor: pointer } .hid { width: 0; height: 0; overflow: hidden }</style>
      <label for="rc">Fruit</label> <div class="ant-select ant-select-single ant-select-show-arrow" id="box"><div class="ant-select-selector"><span class="ant-select-selection-search"><input id="rc" role="combobox" aria-haspopup="listbox" aria-expanded="false" aria-owns="rc_list" aria-controls="rc_list" readonly unselectable="on" class="ant-select-selection-search-input" value=""></span><span class="ant-select-selection-placeholder" id="ph">Choose a fruit</span></div><span class="ant-select-arrow" unselectable="on" aria-hidden="true"><span role="img" aria-label="down">▾</span></span></div><div id="portal"></div><script>
      box.addEventListener('mousedown', (event) => { event.preventDefault(); if (portal.innerHTML) return; rc.setAttribute('aria-expanded', true); note('open');
        portal.innerHTML = '<div class="ant-select-dropdown"><div role="listbox" id="rc_list" class="hid"><div role="option" aria-label="Apple">apple</div><div role="option" aria-label="Banana">banana</div></div><div class="rc-virtual-list"><div class="rc-virtual-list-holder">${fruits.map((one) => `<div class="ant-select-item ant-select-item-option" title="${one}"><div class="ant-select-item-option-content">${one}</div><span class="ant-select-item-option-state" unselectable="on" aria-hidden="true"></span></div>`).join('')}</div></div></div>';
        portal.onclick = (click) => { const item = click.target.closest('.ant-select-item'); if (!item) return; ph.textContent = item.title; ph.className = 'ant-select-selection-item'; portal.innerHTML = ''; rc.setAttribute('aria-expanded', false); note('chose ' + item.title); }; });</script>`,
    things: [
      {
        says: 'Fruit',
        does: 'open',
        brings: fruits.map((one) => ({ says: one, does: `chose ${one}` })),
      },
      { says: 'Fruit', by: { select: 'Banana' }, does: ['open', 'chose Banana'] },
    ],
    texts: ['Choose a fruit'],
  },
  {
    name: 'a list that opens from a button, as in Headless UI and Radix',
    html: `<style>.lb { position: absolute; background: #fff; border: 1px solid #ccc; list-style: none; padding: 4px; margin: 0 } .lb li { padding: 4px 12px } .lb li[data-active] { background: #ddf }</style>
      <label id="l1">Assigned to</label> <button id="btn" type="button" aria-haspopup="listbox" aria-expanded="false" aria-labelledby="l1 btn">Wade Cooper</button><div id="portal"></div><script>
      btn.onclick = () => { note('open'); btn.setAttribute('aria-expanded', true); portal.innerHTML = '<ul class="lb" role="listbox" tabindex="0" aria-labelledby="l1"><li role="option" aria-selected="true" tabindex="-1">Wade Cooper</li><li role="option" aria-selected="false" tabindex="-1">Tanya Fox</li></ul>';
        const list = portal.firstChild; list.focus(); list.addEventListener('pointermove', (event) => event.target.closest('li')?.setAttribute('data-active', ''));
        list.addEventListener('click', (event) => { const item = event.target.closest('li'); if (item) { btn.textContent = item.innerText; portal.innerHTML = ''; btn.setAttribute('aria-expanded', false); note('assigned ' + item.innerText); } }); };</script>`,
    things: [
      {
        says: /Assigned to/,
        does: 'open',
        brings: [{ says: 'option "Tanya Fox"', does: /* says */ 'assigned Tanya Fox' }],
      },
    ],
    texts: ['Assigned to', 'Wade Cooper'],
  },
  {
    name: 'suggestions under a field, as in downshift and MUI Autocomplete',
    html: `<style>.pop { position: absolute; border: 1px solid #999; background: #fff; list-style: none; margin: 0; padding: 0 } .pop li { padding: 6px 10px; cursor: pointer } .ico { width: 24px; height: 24px; border: 0 }</style>
      <label for="ac">Country</label> <input id="ac" role="combobox" aria-autocomplete="list" aria-expanded="false" autocomplete="off"><button class="ico" type="button" aria-label="Open" tabindex="-1" id="op"><svg width="12" height="12"><path d="M0 0h12L6 12z"/></svg></button><div id="place"></div><script>
      const countries = ['Norway', 'Nepal', 'Niger'];
      const draw = () => { const found = countries.filter((one) => one.toLowerCase().startsWith(ac.value.toLowerCase())); ac.setAttribute('aria-expanded', true); place.innerHTML = '<ul class="pop" role="listbox">' + found.map((one) => '<li role="option" tabindex="-1" data-option-index="0">' + one + '</li>').join('') + '</ul>'; };
      ac.addEventListener('input', () => { draw(); note('for ' + ac.value); });
      op.onclick = () => { draw(); note('open'); };
      place.addEventListener('mousedown', (event) => event.preventDefault());
      place.addEventListener('click', (event) => { const item = event.target.closest('li'); if (!item) return; ac.value = item.innerText; ac.setAttribute('aria-expanded', false); place.innerHTML = ''; note('country ' + ac.value); });</script>`,
    things: [
      {
        says: 'Country',
        by: { type: 'ne' },
        does: 'for ne',
        brings: [{ says: 'Nepal', does: 'country Nepal' }],
      },
      {
        says: 'Open',
        does: 'open',
        brings: ['Norway', 'Nepal', 'Niger'].map((one) => ({ says: one, does: `country ${one}` })),
      },
    ],
    texts: ['Country'],
  },
  {
    name: 'days to pick, as in flatpickr',
    html: `<style>.flatpickr-calendar { position: absolute; display: none; width: 220px; background: #fff; border: 1px solid #aaa } .flatpickr-calendar.open { display: block } .dayContainer { display: flex; flex-wrap: wrap } .flatpickr-day { width: 30px; height: 30px; line-height: 30px; text-align: center; cursor: pointer } .flatpickr-disabled { color: #bbb; cursor: not-allowed } .flatpickr-next-month { cursor: pointer; position: absolute; right: 0; top: 0; width: 20px; height: 20px }</style>
      <label for="arrival">Arrival</label> <input id="arrival" class="flatpickr-input" type="text" readonly placeholder="Pick a day"><div class="flatpickr-calendar" id="cal" tabindex="-1"><div class="flatpickr-months"><span class="cur-month" id="month">May 2030</span><span class="flatpickr-next-month" id="next"><svg width="17" height="17"><path d="M2 2l12 7-12 7z"/></svg></span></div><div class="dayContainer" id="days"></div></div><script>
      const months = ['May', 'June']; let at = 0;
      const draw = () => { month.textContent = months[at] + ' 2030'; days.innerHTML = [1, 2, 3].map((day) => '<span class="flatpickr-day' + (day === 3 ? ' flatpickr-disabled' : '') + '" aria-label="' + months[at] + ' ' + day + ', 2030" tabindex="-1"' + (day === 3 ? ' aria-disabled="true"' : '') + '>' + day + '</span>').join(''); };
      draw();
      arrival.addEventListener('focus', () => { cal.classList.add('open'); }); arrival.addEventListener('click', () => { cal.classList.add('open'); note('open'); });
      next.addEventListener('click', () => { at = 1; draw(); note('June'); });
      days.addEventListener('mousedown', (event) => { const day = event.target.closest('.flatpickr-day'); if (!day || day.classList.contains('flatpickr-disabled')) return; arrival.value = day.getAttribute('aria-label'); cal.classList.remove('open'); note(arrival.value); });</script>`,
    things: [
      {
        says: 'Arrival',
        does: 'open',
        brings: [
          { says: 'May 1, 2030', does: 'May 1, 2030' },
          { says: 'May 2, 2030', does: 'May 2, 2030' },
        ],
      },
    ],
    texts: ['Arrival'],
    never: ['May 2030'],
  },
  {
    name: 'days to pick, as in air-datepicker: bare cells',
    html: `<style>.air-datepicker-body--cells { display: grid; grid-template-columns: repeat(7, 32px) } .air-datepicker-cell { height: 32px; line-height: 32px; text-align: center; cursor: pointer } .air-datepicker-cell.-disabled- { cursor: default; color: #aaa } .-selected- { background: #5cc4ef } .air-datepicker-nav--action { width: 32px; height: 32px; display: inline-block; cursor: pointer }</style>
      <div class="air-datepicker" id="dp"><div class="air-datepicker-nav"><div class="air-datepicker-nav--action" data-action="prev"><svg width="32" height="32"><path d="M17,12 l-5,5 l5,5"/></svg></div><div class="air-datepicker-nav--title">May, <i>2030</i></div><div class="air-datepicker-nav--action" data-action="next"><svg width="32" height="32"><path d="M14,12 l5,5 l-5,5"/></svg></div></div><div class="air-datepicker-body--cells -days-" id="cells">${[1, 2, 3].map((d) => `<div class="air-datepicker-cell -day-${d === 3 ? ' -disabled-' : ''}" data-year="2030" data-month="4" data-date="${d}">${d}</div>`).join('')}</div></div><script>
      cells.addEventListener('click', (event) => { const cell = event.target.closest('.air-datepicker-cell'); if (!cell || cell.classList.contains('-disabled-')) return; for (const one of cells.children) one.classList.toggle('-selected-', one === cell); note('day ' + cell.dataset.date); });
      for (const one of dp.querySelectorAll('.air-datepicker-nav--action')) one.addEventListener('click', () => note(one.dataset.action));</script>`,
    things: [
      { says: 'May, 2030', nth: 0, does: 'prev' },
      { says: 'May, 2030', nth: 1, does: 'next' },
      { says: /^clickable "1"/, does: 'day 1' },
      { says: /^clickable "2"/, does: 'day 2' },
      { says: /^clickable "3"/ },
    ],
    texts: ['May,', '2030', '3'],
  },
  {
    name: 'levels of choices, as in the Cascader of Ant Design and Element Plus',
    html: `<style>.el-cascader-menu { display: inline-block; vertical-align: top; min-width: 160px; border: 1px solid #ddd; list-style: none; margin: 0; padding: 4px } .el-cascader-node { padding: 4px 10px; cursor: pointer; display: flex; justify-content: space-between }</style>
      <div class="el-cascader-panel" id="panel"><ul class="el-cascader-menu" role="menu" id="first"><li role="menuitem" class="el-cascader-node" aria-haspopup="true" aria-expanded="false" tabindex="-1" data-v="no"><span class="el-cascader-node__label">Norway</span><i class="el-icon"><svg width="10" height="10"><path d="M0 0l8 5-8 5z"/></svg></i></li><li role="menuitem" class="el-cascader-node" tabindex="-1" data-v="va"><span class="el-cascader-node__label">Vatican</span></li></ul></div><script>
      panel.addEventListener('click', (event) => { const node = event.target.closest('li'); if (!node) return; note('level ' + node.dataset.v); if (node.dataset.v === 'no') { node.setAttribute('aria-expanded', true); panel.insertAdjacentHTML('beforeend', '<ul class="el-cascader-menu" role="menu"><li role="menuitem" class="el-cascader-node" tabindex="-1" data-v="oslo"><span class="el-cascader-node__label">Oslo</span></li><li role="menuitem" class="el-cascader-node" tabindex="-1" data-v="bergen"><span class="el-cascader-node__label">Bergen</span></li></ul>'); } });</script>`,
    things: [
      {
        says: 'Norway',
        does: 'level no',
        brings: [
          { says: 'Oslo', does: 'level oslo' },
          { says: 'Bergen', does: 'level bergen' },
        ],
      },
      { says: 'Vatican', does: 'level va' },
    ],
    texts: ['Norway', 'Vatican'],
  },
  {
    name: 'a select and a list to choose several from, as in PrimeVue',
    html: `<style>.p-select { display: inline-flex; border: 1px solid #ccc; width: 200px; cursor: pointer } .p-select-label { flex: 1; padding: 6px } .p-select-dropdown { width: 30px; display: flex; align-items: center } .p-listbox { width: 200px; border: 1px solid #ccc } .p-listbox-list { list-style: none; margin: 0; padding: 0 } .p-listbox-option { padding: 6px; cursor: pointer } .p-listbox-option-selected { background: #def }</style>
      <div class="p-select p-component" id="ps"><span class="p-select-label p-placeholder" tabindex="0" role="combobox" aria-label="City" aria-haspopup="listbox" aria-expanded="false" id="lab">Select a City</span><div class="p-select-dropdown"><svg width="14" height="14" class="p-icon" aria-hidden="true"><path d="M0 4h14L7 12z"/></svg></div></div><div id="over"></div>
      <div class="p-listbox" id="lb"><ul class="p-listbox-list" role="listbox" aria-multiselectable="true" aria-label="Extras" tabindex="-1"><li class="p-listbox-option" role="option" aria-label="Breakfast" aria-selected="false">Breakfast</li><li class="p-listbox-option" role="option" aria-label="Parking" aria-selected="false">Parking</li></ul></div><script>
      ps.addEventListener('click', () => { note('open'); lab.setAttribute('aria-expanded', true); over.innerHTML = '<div class="p-listbox"><ul class="p-listbox-list" role="listbox"><li class="p-listbox-option" role="option" aria-label="Rome">Rome</li><li class="p-listbox-option" role="option" aria-label="Paris">Paris</li></ul></div>'; });
      over.addEventListener('click', (event) => { const li = event.target.closest('li'); if (li) { lab.textContent = li.innerText; over.innerHTML = ''; lab.setAttribute('aria-expanded', false); note('city ' + lab.textContent); } });
      lb.addEventListener('click', (event) => { const li = event.target.closest('li'); if (li) { const on = li.classList.toggle('p-listbox-option-selected'); li.setAttribute('aria-selected', on); note(li.innerText + ' ' + on); } });</script>`,
    things: [
      {
        says: 'City',
        does: 'open',
        brings: [
          { says: 'Rome', does: 'city Rome' },
          { says: 'Paris', does: 'city Paris' },
        ],
      },
      { says: 'Breakfast', does: 'Breakfast true' },
      { says: 'Parking', does: 'Parking true' },
    ],
    texts: ['Select a City', 'Breakfast'],
  },
  {
    name: 'a select of plain divs, as in nice-select',
    html: `<style>.nice-select { position: relative; width: 180px; border: 1px solid #ccc; padding: 6px; cursor: pointer; user-select: none } .nice-select .list { position: absolute; top: 100%; left: 0; background: #fff; list-style: none; margin: 0; padding: 0; opacity: 0; pointer-events: none; transform: scale(.75); border: 1px solid #ccc; width: 100% } .nice-select.open .list { opacity: 1; pointer-events: auto; transform: none } .option { padding: 4px 8px } .option.disabled { color: #999 }</style>
      <div class="nice-select" tabindex="0" id="ns"><span class="current" id="current">Sort by price</span><ul class="list"><li data-value="price" class="option selected focus">Sort by price</li><li data-value="name" class="option">Sort by name</li><li data-value="old" class="option disabled">Sort by age</li></ul></div><script>
      ns.addEventListener('click', (event) => { const option = event.target.closest('.option'); if (option && !option.classList.contains('disabled')) { current.textContent = option.textContent; note('sorted ' + option.dataset.value); } else note('toggled'); ns.classList.toggle('open'); });</script>`,
    things: [
      { says: 'Sort by price', does: 'toggled', brings: [{ says: 'Sort by name', does: 'sorted name' }] },
    ],
    texts: ['Sort by price'],
    never: ['Sort by name', 'Sort by age'],
  },
  {
    name: 'a select with tags, as in Choices and Tom Select',
    html: `<style>.choices__inner { border: 1px solid #ddd; padding: 4px; width: 300px } .choices__list--multiple { display: inline } .choices__item--selectable { display: inline-block; background: #0aa; padding: 2px 8px; margin: 2px } .choices__button { width: 16px; height: 16px; border: 0; text-indent: -9999px; overflow: hidden; background: #fff url('data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><path d="M0 0h8v8z"/></svg>') no-repeat center } .choices__list--dropdown { border: 1px solid #ddd; width: 300px } .choices__list--dropdown .choices__item { padding: 6px } [hidden] { display: none !important }</style>
      <div class="choices" id="ch"><div class="choices__inner"><select class="choices__input" hidden tabindex="-1" data-choice="active" multiple><option value="js" selected>JavaScript</option></select><div class="choices__list choices__list--multiple"><div class="choices__item choices__item--selectable" data-item data-value="js" aria-selected="true">JavaScript<button type="button" class="choices__button" aria-label="Remove item: js" data-button>Remove item</button></div></div><input type="search" class="choices__input choices__input--cloned" autocomplete="off" role="textbox" aria-autocomplete="list" aria-label="Languages" placeholder="Add one"></div><div class="choices__list choices__list--dropdown" aria-expanded="false" id="drop" hidden><div class="choices__list" role="listbox"><div class="choices__item choices__item--choice" role="option" data-value="ts">TypeScript</div><div class="choices__item choices__item--choice" role="option" data-value="py">Python</div></div></div></div><script>
      const input = ch.querySelector('input');
      ch.addEventListener('click', (event) => { const choice = event.target.closest('[role=option]'), button = event.target.closest('[data-button]'); if (button) { button.parentElement.remove(); note('removed'); } else if (choice) { note('added ' + choice.dataset.value); choice.remove(); drop.hidden = true; ch.querySelector('.choices__list--multiple').insertAdjacentHTML('beforeend', '<div class="choices__item choices__item--selectable">' + choice.innerText + '</div>'); } else if (drop.hidden) { drop.hidden = false; note('open'); } });</script>`,
    things: [
      { says: 'Remove item: js', does: 'removed' },
      {
        says: 'Languages',
        does: 'open',
        brings: [
          { says: 'TypeScript', does: 'added ts' },
          { says: 'Python', does: 'added py' },
        ],
      },
    ],
    texts: ['JavaScript'],
    never: ['TypeScript', 'Python'],
  },
  {
    name: 'a tree with boxes to tick, as in Element Plus',
    html: `<style>.el-tree-node__content { display: flex; align-items: center; height: 26px; cursor: pointer } .el-tree-node__expand-icon { width: 14px; height: 14px; background: #888; margin: 4px } .is-leaf { background: none } .el-checkbox__inner { display: inline-block; width: 14px; height: 14px; border: 1px solid #888 } .is-checked .el-checkbox__inner { background: #08c } .el-checkbox__original { opacity: 0; position: absolute; width: 0; height: 0 } .el-checkbox { margin-right: 6px }</style>
      <div class="el-tree" role="tree" id="tree"><div class="el-tree-node" role="treeitem" tabindex="0" aria-expanded="true" data-key="Docs"><div class="el-tree-node__content"><label class="el-checkbox"><span class="el-checkbox__input"><input class="el-checkbox__original" type="checkbox"><span class="el-checkbox__inner"></span></span></label><span class="el-tree-node__label">Docs</span></div></div><div class="el-tree-node" role="treeitem" tabindex="-1" data-key="Music"><div class="el-tree-node__content"><label class="el-checkbox"><span class="el-checkbox__input"><input class="el-checkbox__original" type="checkbox"><span class="el-checkbox__inner"></span></span></label><span class="el-tree-node__label">Music</span></div></div></div><script>
      tree.addEventListener('change', (event) => { const node = event.target.closest('.el-tree-node'); event.target.closest('.el-checkbox__input').classList.toggle('is-checked', event.target.checked); note('tick ' + node.dataset.key); });
      tree.addEventListener('click', (event) => { if (event.target.closest('.el-checkbox')) return; const node = event.target.closest('.el-tree-node'); if (node) note('open ' + node.dataset.key); });</script>`,
    things: [
      { says: 'treeitem "Docs"', does: 'open Docs' },
      { says: /^checkbox .*Docs/, does: 'tick Docs' },
      { says: 'treeitem "Music"', does: 'open Music' },
      { says: /^checkbox .*Music/, does: 'tick Music' },
    ],
    texts: ['Docs', 'Music'],
  },
  {
    name: 'a select, as in react-select',
    html: `<style>.control { display: flex; border: 1px solid #ccc; width: 240px; min-height: 36px; cursor: default } .value { flex: 1; display: grid; padding: 2px 8px } .placeholder, .single, .inputc { grid-area: 1/1; } .inputc input { border: 0; opacity: 1; outline: 0; width: 2px; background: 0 } .ind { padding: 8px; display: flex } .menu { position: absolute; width: 240px; background: #fff; border: 1px solid #999 } .option { padding: 8px } .a11y { position: absolute; width: 1px; height: 1px; overflow: hidden; clip: rect(0 0 0 0); white-space: nowrap }</style>
      <div class="css-container" id="box" style="position:relative"><span aria-live="polite" class="a11y"></span><div class="control" id="control"><div class="value"><div class="placeholder" id="ph">Select...</div><div class="inputc"><input id="rs" autocapitalize="none" type="text" aria-autocomplete="list" aria-expanded="false" aria-haspopup="true" role="combobox" value="" aria-label="Flavour"></div></div><div class="ind" aria-hidden="true"><svg height="20" width="20" viewBox="0 0 20 20" aria-hidden="true"><path d="M4 7l6 6 6-6z"/></svg></div></div><div id="place"></div></div><script>
      const options = ['Vanilla', 'Chocolate', 'Salted Caramel'];
      const draw = () => { place.innerHTML = '<div class="menu"><div role="listbox">' + options.filter((one) => one.toLowerCase().includes(rs.value.toLowerCase())).map((one) => '<div role="option" aria-selected="false" class="option" tabindex="-1">' + one + '</div>').join('') + '</div></div>'; };
      control.addEventListener('mousedown', (event) => { event.preventDefault(); if (place.innerHTML) return; rs.focus(); rs.setAttribute('aria-expanded', true); draw(); note('open'); });
      rs.addEventListener('input', draw);
      place.addEventListener('click', (event) => { const option = event.target.closest('.option'); if (!option) return; ph.className = 'single'; ph.textContent = option.innerText; rs.value = ''; rs.setAttribute('aria-expanded', false); place.innerHTML = ''; note('chose ' + ph.textContent); });</script>`,
    things: [
      {
        says: 'Flavour',
        does: 'open',
        brings: ['Vanilla', 'Chocolate', 'Salted Caramel'].map((one) => ({
          says: one,
          does: `chose ${one}`,
        })),
      },
      { says: 'Flavour', by: { select: 'Chocolate' }, does: ['open', 'chose Chocolate'] },
    ],
    texts: ['Select...'],
  },
];
