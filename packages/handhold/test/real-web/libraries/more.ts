import type { LibraryPage } from './page.js';

/** What older and smaller libraries make. */
export const more: LibraryPage[] = [
  {
    name: 'days to pick, as in jQuery UI',
    html: `<style>td { width: 28px; text-align: center } .ui-state-default { display: block; border: 1px solid #ccc; text-decoration: none } .ui-state-active { background: #08c; color: #fff } .ui-datepicker-header a { cursor: pointer } .ui-icon { display: inline-block; text-indent: -99999px; overflow: hidden; width: 16px; height: 16px; background: #888 }</style>
      <div class="ui-datepicker" id="dp"><div class="ui-datepicker-header"><a class="ui-datepicker-prev" data-handler="prev" title="Prev"><span class="ui-icon ui-icon-circle-triangle-w">Prev</span></a><a class="ui-datepicker-next" data-handler="next" title="Next"><span class="ui-icon ui-icon-circle-triangle-e">Next</span></a><div class="ui-datepicker-title"><span class="ui-datepicker-month">July</span>&nbsp;<span class="ui-datepicker-year">2030</span></div></div><table class="ui-datepicker-calendar"><tbody><tr><td class="ui-datepicker-unselectable ui-state-disabled"><span class="ui-state-default">1</span></td><td data-handler="selectDay"><a class="ui-state-default" href="#">2</a></td><td data-handler="selectDay"><a class="ui-state-default" href="#">3</a></td></tr></tbody></table></div><script>
      for (const one of dp.querySelectorAll('[data-handler]')) one.addEventListener('click', (event) => { event.preventDefault(); one.querySelector('.ui-state-default')?.classList.add('ui-state-active'); note(one.dataset.handler + ' ' + one.innerText.trim()); });</script>`,
    things: [
      { says: 'Prev', does: 'prev Prev' },
      { says: 'Next', does: 'next Next' },
      { says: '2', does: 'selectDay 2' },
      { says: '3', does: 'selectDay 3' },
    ],
    texts: ['July', '2030', '1'],
  },
  {
    name: 'two handles on one bar, as in noUiSlider',
    html: `<style>.noUi-target { position: relative; width: 300px; height: 18px; background: #eee; margin: 30px } .noUi-origin { position: absolute; top: 0; left: 0; width: 100%; height: 0 } .noUi-handle { position: absolute; width: 34px; height: 28px; top: -6px; right: -17px; background: #fff; border: 1px solid #999 } .noUi-touch-area { width: 100%; height: 100% }</style>
      <div class="noUi-target" id="nu"><div class="noUi-base"><div class="noUi-connects"></div>${[
        ['0', 'Lowest price', -200, 20],
        ['1', 'Highest price', -60, 80],
      ]
        .map(
          ([i, label, x, now]) =>
            `<div class="noUi-origin" style="transform:translate(${x}px,0)"><div class="noUi-handle" data-handle="${i}" tabindex="0" role="slider" aria-label="${label}" aria-orientation="horizontal" aria-valuemin="0" aria-valuemax="100" aria-valuenow="${now}" aria-valuetext="${now} €"><div class="noUi-touch-area"></div></div></div>`,
        )
        .join('')}</div></div><script>
      let held;
      nu.addEventListener('pointerdown', (event) => { const handle = event.target.closest('.noUi-handle'); if (handle) held = [handle, event.clientX]; });
      addEventListener('pointerup', (event) => { if (!held) return; const [handle, x] = held; held = undefined; note(handle.dataset.handle + ' by ' + Math.round(event.clientX - x)); });
      nu.addEventListener('keydown', (event) => { const handle = event.target.closest('.noUi-handle'); handle.setAttribute('aria-valuetext', '50 €'); note(handle.dataset.handle + ' ' + event.key); });</script>`,
    things: [
      { says: 'Lowest price', by: { dragBy: { x: 30, y: 0 } }, does: '0 by 30' },
      { says: 'Highest price', by: { dragBy: { x: -30, y: 0 } }, does: '1 by -30' },
      { says: 'Highest price', by: { press: 'ArrowLeft' }, does: '1 ArrowLeft' },
    ],
  },
  {
    name: 'buttons that are labels, as in Bootstrap',
    html: `<style>.btn-check { position: absolute; clip: rect(0,0,0,0); pointer-events: none } .btn { display: inline-block; padding: 6px 12px; border: 1px solid #06c } .btn-check:checked + .btn { background: #06c; color: #fff }</style><div class="btn-group" role="group" aria-label="View" id="bg"><input type="radio" class="btn-check" name="v" id="v1" autocomplete="off" checked><label class="btn" for="v1">List</label><input type="radio" class="btn-check" name="v" id="v2" autocomplete="off"><label class="btn" for="v2">Grid</label><input type="checkbox" class="btn-check" id="v3" autocomplete="off"><label class="btn" for="v3">Details too</label></div><script>bg.addEventListener('change', (event) => note(event.target.id + ' ' + event.target.checked));</script>`,
    things: [{ says: 'List' }, { says: 'Grid', does: 'v2 true' }, { says: 'Details too', does: 'v3 true' }],
    texts: ['List', 'Grid', 'Details too'],
  },
  {
    name: 'a menu of details, as on code hosts',
    html: `<style>details[open] > summary::before { content: ""; position: fixed; inset: 0; z-index: 80; cursor: default } .menu { position: absolute; z-index: 99; background: #fff; border: 1px solid #999; width: 200px } summary { list-style: none; cursor: pointer; display: inline-block; border: 1px solid #aaa; padding: 4px 10px }</style><details id="dt"><summary role="button" aria-haspopup="menu">Branch: <span>main</span></summary><details-menu class="menu" role="menu"><button role="menuitemradio" aria-checked="true" type="button" onclick="note('main')">main line</button><button role="menuitemradio" aria-checked="false" type="button" onclick="note('next')">next line</button></details-menu></details><p>Three files</p><script>dt.ontoggle = () => note('menu ' + dt.open);</script>`,
    things: [
      {
        says: /Branch: main/,
        does: 'menu true',
        brings: [
          { says: 'main line', does: 'main' },
          { says: 'next line', does: 'next' },
        ],
      },
    ],
    texts: ['Three files'],
    never: ['main line'],
  },
  {
    name: 'a box that asks, as in SweetAlert',
    html: `<style>.swal2-container { position: fixed; inset: 0; display: grid; place-items: center; background: #0006; z-index: 1060 } .swal2-popup { background: #fff; padding: 20px; width: 320px; text-align: center }</style><button id="rm">Remove account</button><div id="portal"></div><script>
      rm.onclick = () => { note('asked'); portal.innerHTML = '<div class="swal2-container swal2-center"><div aria-labelledby="swal2-title" aria-describedby="swal2-html" class="swal2-popup swal2-modal" tabindex="-1" role="dialog" aria-live="assertive" aria-modal="true"><button type="button" class="swal2-close" aria-label="Close this dialog" style="display:none">×</button><h2 class="swal2-title" id="swal2-title">Are you sure?</h2><div class="swal2-html-container" id="swal2-html">All is lost then.</div><input class="swal2-input" style="display:none"><select class="swal2-select" style="display:none"></select><div class="swal2-actions"><button type="button" class="swal2-confirm">Yes, remove</button><button type="button" class="swal2-deny" style="display:none">No way</button><button type="button" class="swal2-cancel">Not now</button></div></div></div>'; portal.querySelector('.swal2-popup').focus(); };
      portal.addEventListener('click', (event) => { const button = event.target.closest('button'); if (button) { portal.innerHTML = ''; note(button.className); } });</script>`,
    things: [
      {
        says: 'Remove account',
        does: 'asked',
        brings: [
          { says: 'Yes, remove', does: 'swal2-confirm' },
          { says: 'Not now', does: 'swal2-cancel' },
        ],
      },
    ],
    never: ['Are you sure?', 'No way'],
  },
  {
    name: 'menus at the side, one in the other, as in AdminLTE',
    html: `<style>.nav-treeview { display: none; list-style: none } .menu-open > .nav-treeview { display: block } .nav { list-style: none; padding: 0; width: 220px } .nav-icon, .right { display: inline-block; width: 12px; height: 12px; background: #777 }</style><aside class="main-sidebar"><ul class="nav" data-widget="treeview" role="menu" id="sb"><li class="nav-item"><a href="#" class="nav-link" onclick="event.preventDefault();note('home')"><i class="nav-icon fas fa-home"></i><p style="display:inline">Dashboard</p></a></li><li class="nav-item"><a href="#" class="nav-link" id="tv"><i class="nav-icon fas fa-table"></i><p style="display:inline">Tables<i class="right fas fa-angle-left"></i></p></a><ul class="nav-treeview"><li class="nav-item"><a href="#" class="nav-link" onclick="event.preventDefault();note('simple')"><i class="far fa-circle nav-icon"></i><p style="display:inline">Simple tables</p></a></li></ul></li></ul></aside><script>tv.onclick = (event) => { event.preventDefault(); tv.parentElement.classList.toggle('menu-open'); note('tables'); };</script>`,
    things: [
      { says: 'Dashboard', does: 'home' },
      { says: 'Tables', does: 'tables', brings: [{ says: 'Simple tables', does: 'simple' }] },
    ],
    texts: ['Dashboard', 'Tables'],
    never: ['Simple tables'],
  },
  {
    name: 'a round button that unfolds others, as the speed dial of MUI',
    html: `<style>.MuiSpeedDial-root { position: fixed; bottom: 16px; right: 16px; display: flex; flex-direction: column-reverse } .MuiFab-root { width: 56px; height: 56px; border-radius: 50%; border: 0 } .MuiSpeedDial-actionsClosed { pointer-events: none } .MuiSpeedDial-actionsClosed .MuiSpeedDialAction-fab { transform: scale(0); opacity: 0 } .MuiSpeedDialAction-fab { width: 40px; height: 40px; border-radius: 50%; border: 0 }</style><p>Document</p><div class="MuiSpeedDial-root"><button class="MuiFab-root" type="button" aria-label="Quick actions" aria-haspopup="true" aria-expanded="false" id="fab"><svg width="24" height="24"><path d="M10 0h4v24h-4z"/></svg></button><div class="MuiSpeedDial-actions MuiSpeedDial-actionsClosed" role="menu" id="acts"><button class="MuiSpeedDialAction-fab" role="menuitem" tabindex="-1" aria-label="Copy"><svg width="20" height="20"><path d="M0 0h20v20z"/></svg></button><button class="MuiSpeedDialAction-fab" role="menuitem" tabindex="-1" aria-label="Share"><svg width="20" height="20"><path d="M0 0h20v20z"/></svg></button></div></div><script>fab.onclick = () => { const closed = acts.classList.toggle('MuiSpeedDial-actionsClosed'); fab.setAttribute('aria-expanded', !closed); note('dial ' + !closed); }; for (const one of acts.children) one.onclick = () => note(one.getAttribute('aria-label'));</script>`,
    things: [
      {
        says: 'Quick actions',
        does: 'dial true',
        brings: [
          { says: 'Copy', does: 'Copy' },
          { says: 'Share', does: 'Share' },
        ],
      },
    ],
    texts: ['Document'],
    never: ['Share'],
  },
  {
    name: 'counts in the rows of a basket',
    html: `<table id="basket"><thead><tr><th>Thing</th><th>Count</th><th></th></tr></thead><tbody>${[
      ['Lamp', 1],
      ['Chair', 4],
    ]
      .map(
        ([what, n]) =>
          `<tr><td>${what}</td><td><input type="number" value="${n}" min="0" style="width:50px"></td><td><a href="#" class="rm">Remove</a></td></tr>`,
      )
      .join('')}</tbody></table><script>
      basket.addEventListener('change', (event) => note(event.target.closest('tr').cells[0].innerText + ' ' + event.target.value));
      basket.addEventListener('click', (event) => { const link = event.target.closest('.rm'); if (!link) return; event.preventDefault(); const row = link.closest('tr'); note('remove ' + row.cells[0].innerText); row.remove(); });</script>`,
    things: [
      { says: /^spinbutton/, of: 'Lamp', by: { type: '2' } },
      { says: 'Remove', of: 'Lamp', does: 'remove Lamp' },
      { says: /^spinbutton/, of: 'Chair', by: { type: '3' } },
      { says: 'Remove', of: 'Chair', does: 'remove Chair' },
    ],
    texts: ['Thing', 'Count', 'Lamp', 'Chair'],
  },
  {
    name: 'conditions to put together, as in query builders',
    html: `<div id="qb" class="query-builder"><div class="rules-list">${['r1', 'r2'].map((r, i) => `<div class="rule-container" id="${r}"><select aria-label="Field"><option>Price</option><option>Colour</option></select><select aria-label="Operator"><option>is</option><option>is not</option></select><input aria-label="Value" value="${i + 1}0"><button type="button" class="del">Delete rule</button></div>`).join('')}</div><button type="button" id="plus">Add rule</button></div><script>
      qb.addEventListener('change', (event) => note(event.target.closest('.rule-container').id + ' ' + event.target.getAttribute('aria-label') + ' ' + event.target.value));
      qb.addEventListener('click', (event) => { const del = event.target.closest('.del'); if (del) { const rule = del.closest('.rule-container'); note('delete ' + rule.id); rule.remove(); } });
      plus.onclick = () => { qb.querySelector('.rules-list').insertAdjacentHTML('beforeend', '<div class="rule-container" id="r3"><input aria-label="Third value"></div>'); note('added'); };</script>`,
    things: [
      { says: 'Field', nth: 0, by: { select: 'Colour' }, does: 'r1 Field Colour' },
      { says: 'Operator', nth: 0, by: { select: 'is not' }, does: 'r1 Operator is not' },
      { says: '10' },
      { says: 'Delete rule', nth: 0, does: 'delete r1' },
      { says: 'Field', nth: 1, by: { select: 'Colour' }, does: 'r2 Field Colour' },
      { says: 'Operator', nth: 1, by: { select: 'is not' }, does: 'r2 Operator is not' },
      { says: '20' },
      { says: 'Delete rule', nth: 1, does: 'delete r2' },
      { says: 'Add rule', does: 'added', brings: [{ says: 'Third value', by: { type: 'x' } }] },
    ],
  },
  {
    name: 'a text to edit in a frame, as in TinyMCE',
    html: `<div class="tox-tinymce"><div class="tox-toolbar" role="toolbar"><button class="tox-tbtn" aria-label="Bold" title="Bold" type="button" onclick="note('bold')"><span class="tox-icon tox-tbtn__icon-wrap"><svg width="24" height="24"><path d="M7 5h6v14H7z"/></svg></span></button></div><iframe title="Rich Text Area" width="400" height="80" srcdoc="<body id='tinymce' class='mce-content-body' contenteditable='true' spellcheck='false'><p>Dear all</p></body>"></iframe><div class="tox-statusbar"><button type="button" onclick="note('count')">2 words</button></div></div>`,
    things: [
      { says: 'Bold', does: 'bold' },
      { says: /^textbox/, by: { type: 'Dear Ada' } },
      { says: '2 words', does: 'count' },
    ],
    texts: ['Dear all'],
  },
  {
    name: 'a wizard of fieldsets',
    html: `<style>fieldset { border: 0 } .progressbar li { display: inline; margin: 8px } .progressbar .active { font-weight: bold }</style><ul class="progressbar" id="pb"><li class="active">You</li><li>Your car</li></ul><form id="wz"><fieldset id="s1"><label>Your name <input></label><input type="button" class="next" value="On to the car"></fieldset><fieldset id="s2" style="display:none"><label>Number plate <input></label><input type="button" class="prev" value="Back to you"><input type="submit" value="Insure me"></fieldset></form><script>
      wz.addEventListener('click', (event) => { const { className } = event.target; if (className !== 'next' && className !== 'prev') return; const on = className === 'next'; s1.style.display = on ? 'none' : ''; s2.style.display = on ? '' : 'none'; pb.children[1].className = on ? 'active' : ''; note(className); });
      wz.onsubmit = (event) => { event.preventDefault(); note('insured'); };</script>`,
    things: [
      { says: 'Your name', by: { type: 'Ada' } },
      {
        says: 'On to the car',
        does: 'next',
        brings: [
          { says: 'Number plate', by: { type: 'AB 12' } },
          { says: 'Back to you', does: 'prev' },
          { says: 'Insure me', does: 'insured' },
        ],
      },
    ],
    texts: ['You', 'Your car'],
    never: ['Number plate', 'Insure me'],
  },
  {
    name: 'a select, as in Semantic UI',
    html: `<style>.ui.dropdown { display: inline-block; border: 1px solid #ccc; padding: 8px; width: 160px; cursor: pointer; position: relative } .ui.dropdown .menu { display: none; position: absolute; left: 0; top: 100%; background: #fff; border: 1px solid #ccc; width: 100% } .ui.dropdown.visible .menu { display: block } .ui.dropdown .item { padding: 8px } .dropdown.icon { float: right; border: 5px solid transparent; border-top-color: #333 }</style>
      <div class="ui selection dropdown" id="dd"><input type="hidden" name="size"><i class="dropdown icon"></i><div class="default text" id="text">Size</div><div class="menu"><div class="item" data-value="s">Small</div><div class="item" data-value="l">Large</div></div></div><script>
      dd.addEventListener('click', (event) => { const item = event.target.closest('.item'); if (item) { text.textContent = item.innerText; text.className = 'text'; dd.classList.remove('visible'); note('size ' + item.dataset.value); } else { dd.classList.toggle('visible'); note('toggled'); } });</script>`,
    things: [
      {
        says: 'Size',
        does: 'toggled',
        brings: [
          { says: 'Small', does: 'size s' },
          { says: 'Large', does: 'size l' },
        ],
      },
    ],
    texts: ['Size'],
    never: ['Small', 'Large'],
  },
  {
    name: 'pictures to watch, as on video sites',
    html: `<style>.thumb { display: block; width: 160px; height: 90px; background: #789; position: relative } .time { position: absolute; right: 4px; bottom: 4px; background: #000; color: #fff } .rich { display: inline-block; width: 180px; vertical-align: top } .kebab { border: 0; width: 24px; height: 24px; padding: 0 }</style><div id="grid_">${[
      ['cats', 'Cats at play', '4:01'],
      ['trains', 'Night trains', '12:30'],
    ]
      .map(
        ([id, title, time]) =>
          `<x-rich class="rich"><a class="thumb" href="#${id}" tabindex="-1" aria-hidden="true"><span class="time">${time}</span></a><div class="details"><h3><a class="title" href="#${id}" title="${title}">${title}</a></h3><span>A channel</span><button class="kebab" aria-label="Action menu"><svg width="24" height="24"><circle cx="12" cy="6" r="2"/><circle cx="12" cy="12" r="2"/></svg></button></div></x-rich>`,
      )
      .join(
        '',
      )}</div><script>grid_.addEventListener('click', (event) => { event.preventDefault(); const item = event.target.closest('.rich'), title = item?.querySelector('.title').innerText; if (!item) return; if (event.target.closest('button')) note('menu of ' + title); else if (event.target.closest('a')) note('watch ' + title); });</script>`,
    things: [
      { says: 'link "Cats at play"', does: 'watch Cats at play' },
      { says: 'Action menu', of: 'Cats at play', does: 'menu of Cats at play' },
      { says: 'link "Night trains"', does: 'watch Night trains' },
      { says: 'Action menu', of: 'Night trains', does: 'menu of Night trains' },
    ],
    texts: ['Cats at play', 'A channel'],
  },
  {
    name: 'a select, as in Chosen',
    html: `<style>.chosen-container { position: relative; width: 200px } .chosen-single { display: block; border: 1px solid #aaa; padding: 4px; text-decoration: none; color: #444 } .chosen-drop { position: absolute; top: 100%; width: 100%; background: #fff; border: 1px solid #aaa; clip: rect(0,0,0,0); clip-path: inset(100%) } .chosen-with-drop .chosen-drop { clip: auto; clip-path: none } .chosen-results { list-style: none; margin: 0; padding: 0 } .active-result { padding: 4px; cursor: pointer } .chosen-with-drop .chosen-single { color: #000 }</style>
      <select id="sel" style="display:none"><option>Ale</option><option>Stout</option></select><div class="chosen-container chosen-container-single" id="ch" title=""><a class="chosen-single"><span id="cur">Ale</span><div><b></b></div></a><div class="chosen-drop"><div class="chosen-search"><input class="chosen-search-input" type="text" autocomplete="off" aria-label="Filter beers"></div><ul class="chosen-results" id="res"></ul></div></div><script>
      ch.addEventListener('mousedown', (event) => { if (!event.target.closest('.chosen-single')) return; event.preventDefault(); ch.classList.add('chosen-with-drop'); res.innerHTML = '<li class="active-result result-selected" data-option-array-index="0">Ale</li><li class="active-result" data-option-array-index="1">Stout</li>'; note('open'); });
      res.addEventListener('mouseup', (event) => { const item = event.target.closest('li'); if (!item) return; cur.textContent = item.innerText; sel.selectedIndex = item.dataset.optionArrayIndex; ch.classList.remove('chosen-with-drop'); res.innerHTML = ''; note('beer ' + sel.value); });</script>`,
    things: [
      {
        says: 'Ale',
        does: 'open',
        brings: [
          { says: 'Stout', does: 'beer Stout' },
          { says: 'Filter beers', by: { type: 'st' } },
        ],
      },
    ],
    texts: ['Ale'],
    never: ['Stout'],
  },
];
