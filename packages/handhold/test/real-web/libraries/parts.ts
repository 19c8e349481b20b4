import type { LibraryPage } from './page.js';

/** Smaller parts of pages: bars, tabs, badges, elements of a page's own. */
export const parts: LibraryPage[] = [
  {
    name: 'tabs with ripples, as in MUI',
    html: `<style>.MuiTabs-flexContainer { display: flex } .MuiTab-root { position: relative; padding: 12px 16px; border: 0; background: none } .MuiTouchRipple-root { position: absolute; inset: 0; overflow: hidden; pointer-events: none } .MuiTabs-indicator { position: absolute; bottom: 0; height: 2px; background: #06c; left: 0; width: 70px } .MuiTabs-scroller { position: relative }</style>
      <div class="MuiTabs-root"><div class="MuiTabs-scroller"><div class="MuiTabs-flexContainer" role="tablist" aria-label="Views" id="tl"><button class="MuiTab-root Mui-selected" type="button" role="tab" aria-selected="true" aria-controls="p0">Overview<span class="MuiTouchRipple-root"></span></button><button class="MuiTab-root" type="button" role="tab" aria-selected="false" tabindex="-1" aria-controls="p1">History<span class="MuiTouchRipple-root"></span></button></div><span class="MuiTabs-indicator"></span></div></div><div role="tabpanel" id="p0">All is well</div><div role="tabpanel" id="p1" hidden>Yesterday: <button onclick="note('undone')">Undo</button></div><script>
      tl.addEventListener('click', (event) => { const tab = event.target.closest('[role=tab]'); if (!tab) return; for (const one of tl.children) one.setAttribute('aria-selected', one === tab); p0.hidden = tab !== tl.children[0]; p1.hidden = tab === tl.children[0]; note(tab.innerText); });</script>`,
    things: [
      { says: 'Overview', does: 'Overview' },
      { says: 'History', does: 'History', brings: [{ says: 'Undo', does: 'undone' }] },
    ],
    texts: ['All is well'],
    never: ['Yesterday'],
  },
  {
    name: 'buttons that stay pressed, as in Element Plus and MUI',
    html: `<style>.MuiToggleButton-root { padding: 8px; border: 1px solid #ccc; background: none } .Mui-selected { background: #ddd }</style><div role="group" aria-label="Text alignment" id="tg"><button type="button" class="MuiToggleButton-root Mui-selected" aria-pressed="true" value="left" aria-label="left aligned"><svg width="20" height="20"><path d="M0 2h20v2H0z"/></svg></button><button type="button" class="MuiToggleButton-root" aria-pressed="false" value="center" aria-label="centered"><svg width="20" height="20"><path d="M4 2h12v2H4z"/></svg></button></div><script>
      tg.addEventListener('click', (event) => { const button = event.target.closest('button'); if (!button) return; for (const one of tg.children) { one.setAttribute('aria-pressed', one === button); one.classList.toggle('Mui-selected', one === button); } note(button.value); });</script>`,
    things: [
      { says: 'left aligned', does: 'left' },
      { says: 'centered', does: 'center' },
    ],
  },
  {
    name: 'a bar that folds behind a button',
    html: `<style>.navbar-collapse { display: none } .navbar-collapse.show { display: block } .navbar-toggler { width: 40px; height: 30px } .navbar-toggler-icon { display: inline-block; width: 20px; height: 14px; background: linear-gradient(#333 2px, transparent 2px 6px, #333 6px 8px, transparent 8px) }</style><nav class="navbar"><a class="navbar-brand" href="#top" onclick="note('brand');event.preventDefault()">Northwind</a><button class="navbar-toggler" type="button" aria-controls="nv" aria-expanded="false" aria-label="Toggle navigation" id="tg"><span class="navbar-toggler-icon"></span></button><div class="navbar-collapse" id="nv"><ul><li><a class="nav-link" href="#feat" onclick="note('features');event.preventDefault()">Features</a></li><li><a class="nav-link disabled" aria-disabled="true">Pricing</a></li></ul></div></nav><script>tg.onclick = () => { const on = nv.classList.toggle('show'); tg.setAttribute('aria-expanded', on); note('menu ' + on); };</script>`,
    things: [
      { says: 'Northwind', does: 'brand' },
      {
        says: 'Toggle navigation',
        does: 'menu true',
        brings: [{ says: 'Features', does: 'features' }],
      },
    ],
    never: ['Features', 'Pricing'],
  },
  {
    name: 'a bell with a count and a face with a menu',
    html: `<style>.badge { position: absolute; top: -4px; right: -4px; background: #c00; color: #fff; border-radius: 8px; padding: 0 5px; font-size: 11px } .bell { position: relative; width: 36px; height: 36px } .avatar { border-radius: 50%; width: 32px; height: 32px; background: #9c9 } .drop { position: absolute; background: #fff; border: 1px solid #999 }</style>
      <header><button class="bell" onclick="note('bell')"><i class="bi bi-bell" style="display:inline-block;width:16px;height:16px;background:#555"></i><span class="badge">3<span class="visually-hidden" style="position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)">unread messages</span></span></button><button id="me" aria-haspopup="menu" style="margin-left:20px"><img class="avatar" alt="Ada's account" src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA="></button><div id="portal"></div></header><script>
      me.onclick = () => { note('account'); portal.innerHTML = '<div class="drop" role="menu"><div role="menuitem" tabindex="-1" onclick="note(&quot;profile&quot;)">Your profile</div><div role="menuitem" tabindex="-1" onclick="note(&quot;out&quot;)">Sign out</div></div>'; };</script>`,
    things: [
      { says: /3/, does: 'bell' },
      {
        says: "Ada's account",
        does: 'account',
        brings: [
          { says: 'Your profile', does: 'profile' },
          { says: 'Sign out', does: 'out' },
        ],
      },
    ],
    texts: ['3'],
  },
  {
    name: 'stars of labels with hidden words, as in MUI',
    html: `<style>.MuiRating-root { display: inline-flex; position: relative } .MuiRating-visuallyHidden { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip: rect(0 0 0 0); white-space: nowrap } .MuiRating-root label { cursor: pointer } .MuiRating-icon svg { width: 24px; height: 24px }</style><p>Your grade</p><span class="MuiRating-root" id="mr">${[1, 2, 3].map((n) => `<label for="mr${n}"><span class="MuiRating-icon"><svg aria-hidden="true" viewBox="0 0 24 24"><path d="M12 2l3 7h7l-6 5 2 8-6-5-6 5 2-8-6-5h7z"/></svg></span><span class="MuiRating-visuallyHidden">${n} Star${n > 1 ? 's' : ''}</span></label><input id="mr${n}" class="MuiRating-visuallyHidden" type="radio" name="mr" value="${n}">`).join('')}</span><script>mr.addEventListener('change', (event) => note('grade ' + event.target.value));</script>`,
    things: [
      { says: '1 Star', does: 'grade 1' },
      { says: '2 Stars', does: 'grade 2' },
      { says: '3 Stars', does: 'grade 3' },
    ],
    texts: ['Your grade'],
  },
  {
    name: 'faces to choose from, as in emoji-mart',
    html: `<style>.em button { width: 36px; height: 36px; font-size: 20px; border: 0; background: none }</style><div class="em" id="em"><input type="search" placeholder="Search" aria-label="Search faces"><div role="tabpanel">${[
      ['😀', 'grinning'],
      ['😢', 'crying'],
      ['🎉', 'tada'],
    ]
      .map(
        ([face, label]) =>
          `<button type="button" aria-label="${label}" title="${label}" tabindex="-1"><span class="emoji-mart-emoji">${face}</span></button>`,
      )
      .join(
        '',
      )}</div></div><script>em.addEventListener('click', (event) => { const button = event.target.closest('button'); if (button) note(button.title); });</script>`,
    things: [
      { says: 'Search faces', by: { type: 'tada' } },
      { says: 'grinning', does: 'grinning' },
      { says: 'crying', does: 'crying' },
      { says: 'tada', does: 'tada' },
    ],
  },
  {
    name: 'words to filter by',
    html: `<style>.chip { display: inline-block; padding: 4px 12px; border: 1px solid #888; border-radius: 16px; cursor: pointer; margin: 2px } .chip.on { background: #cdf }</style><div class="chips" id="chips"><span class="chip on">Vegan</span><span class="chip">Spicy</span><span class="chip">Cheap</span></div><p id="out">12 dishes</p><script>for (const chip of chips.children) chip.addEventListener('click', () => { const on = chip.classList.toggle('on'); out.textContent = (on ? 5 : 20) + ' dishes'; note(chip.innerText + ' ' + on); });</script>`,
    things: [
      { says: 'Vegan', does: 'Vegan false' },
      { says: 'Spicy', does: 'Spicy true' },
      { says: 'Cheap', does: 'Cheap true' },
    ],
    texts: ['12 dishes'],
  },
  {
    name: 'keys of a calculator',
    html: `<style>#keys { display: grid; grid-template-columns: repeat(3, 40px) } #keys div { height: 40px; line-height: 40px; text-align: center; border: 1px solid #ccc; cursor: pointer }</style><output id="screen">0</output><div id="keys">${['7', '8', '9', '÷', '=', 'C'].map((key) => `<div data-key="${key}">${key}</div>`).join('')}</div><script>keys.addEventListener('click', (event) => { const { key } = event.target.dataset; if (!key) return; screen_.textContent = key === 'C' ? '0' : screen_.textContent === '0' ? key : screen_.textContent + key; note(key); }); const screen_ = document.querySelector('#screen');</script>`,
    things: ['7', '8', '9', '÷', '=', 'C'].map((key) => ({ says: key, does: key })),
    texts: ['0'],
  },
  {
    name: 'a search that opens out of an icon',
    html: `<style>.field { width: 0; overflow: hidden; display: inline-block; vertical-align: top } .open .field { width: 200px } .fa-search { display: inline-block; width: 16px; height: 16px; background: #555 }</style><div id="sr"><button id="sb" type="button"><i class="fa fa-search" aria-hidden="true"></i></button><span class="field"><input type="search" aria-label="Search the site" id="si"></span></div><script>sb.onclick = () => { sr.classList.add('open'); si.focus(); note('search open'); }; si.oninput = () => note('for ' + si.value);</script>`,
    things: [
      {
        says: 'icon "search"',
        does: 'search open',
        brings: [{ says: 'Search the site', by: { type: 'boots' }, does: 'for boots' }],
      },
    ],
  },
  {
    name: 'a button that turns while it works, as in Ant Design',
    html: `<style>@keyframes turn { to { transform: rotate(360deg) } } .spin { display: inline-block; width: 12px; height: 12px; border: 2px solid #06c; border-top-color: transparent; border-radius: 50%; animation: turn 1s linear infinite }</style><button id="sv">Publish</button><script>sv.onclick = () => { sv.disabled = true; sv.innerHTML = '<span class="spin"></span> Publishing'; note('begun'); };</script>`,
    things: [{ says: 'Publish', does: 'begun' }],
  },
  {
    name: 'a strip of tabs that can be closed, as in editors',
    html: `<style>.tab { display: inline-flex; padding: 6px 10px; border: 1px solid #ccc; cursor: pointer } .tab .codicon { display: inline-block; width: 16px; height: 16px; margin-left: 6px; background: #888 }</style><div role="tablist" id="strip">${['main.c', 'util.c'].map((one, i) => `<div class="tab" role="tab" tabindex="0" aria-selected="${i === 0}" aria-label="${one}"><div class="monaco-icon-label">${one}</div><div class="tab-actions"><a class="codicon codicon-close" role="button" aria-label="Close ${one}" tabindex="-1"></a></div></div>`).join('')}</div><p id="text">int main</p><script>
      strip.addEventListener('mousedown', (event) => { if (event.target.closest('.codicon-close')) event.stopPropagation(); });
      strip.addEventListener('click', (event) => { const tab = event.target.closest('.tab'); if (!tab) return; const label = tab.getAttribute('aria-label'); if (event.target.closest('.codicon-close')) { tab.remove(); note('close ' + label); } else { for (const one of strip.children) one.setAttribute('aria-selected', one === tab); text.textContent = 'Text of ' + label; note('show ' + label); } });</script>`,
    things: [
      { says: /^tab "main.c"/, does: 'show main.c' },
      { says: 'Close main.c', does: 'close main.c' },
      { says: /^tab "util.c"/, does: 'show util.c' },
      { says: 'Close util.c', does: 'close util.c' },
    ],
    texts: ['int main'],
  },
  {
    name: 'icons by ligature, as in Material Icons',
    html: `<style>.material-icons { font-family: 'Material Icons', monospace; font-size: 24px; width: 24px; height: 24px; overflow: hidden; display: inline-block; white-space: nowrap } .mat-mdc-icon-button { position: relative; width: 48px; height: 48px; border: 0 } .mat-mdc-button-touch-target { position: absolute; inset: 0 }</style>
      <button class="mdc-icon-button mat-mdc-icon-button" onclick="note('delete')"><span class="mat-mdc-button-persistent-ripple"></span><mat-icon role="img" class="mat-icon notranslate material-icons mat-ligature-font" aria-hidden="true">delete</mat-icon><span class="mat-focus-indicator"></span><span class="mat-mdc-button-touch-target"></span></button><button class="mat-mdc-button" onclick="note('home')"><mat-icon class="mat-icon material-icons" aria-hidden="true">home</mat-icon><span class="mdc-button__label">Start page</span></button><span class="material-icons" id="close_" style="cursor:pointer">close</span><script>close_.onclick = () => note('closed');</script>`,
    things: [
      { says: 'icon "delete"', does: 'delete' },
      { says: 'button "Start page"', does: 'home' },
      { says: 'icon "close"', does: 'closed' },
    ],
    texts: ['Start page'],
  },
  {
    name: 'cards to choose one of, each a label',
    html: `<style>.opt { display: block; width: 260px; padding: 12px; border: 1px solid #bbb; margin: 6px; cursor: pointer } .opt input { position: absolute; opacity: 0; pointer-events: none } .opt:has(:checked) { border-color: #06c; background: #eef }</style><fieldset id="plans"><legend>Plan</legend>${[
      ['Hobby', 'Free for one'],
      ['Team', 'Ten a month'],
    ]
      .map(
        ([plan, price]) =>
          `<label class="opt"><input type="radio" name="plan" value="${plan}"><strong>${plan}</strong><div>${price}</div></label>`,
      )
      .join(
        '',
      )}</fieldset><script>plans.addEventListener('change', (event) => note('plan ' + event.target.value));</script>`,
    things: [
      { says: /Hobby/, does: 'plan Hobby' },
      { says: /Team/, does: 'plan Team' },
    ],
    texts: ['Plan', 'Free for one', 'Ten a month'],
  },
  {
    name: 'a label as the button of a hidden field for files',
    html: `<label class="btn" style="border:1px solid #999;padding:6px;cursor:pointer">Choose picture<input type="file" accept="*/*" hidden id="pic"></label><label class="btn" for="doc" style="border:1px solid #999;padding:6px;cursor:pointer"><svg width="14" height="14"><path d="M0 0h14v14z"/></svg> Attach a paper</label><input type="file" id="doc" style="display:none"><p id="out">No file chosen</p><script>for (const one of [pic, doc]) one.onchange = () => { out.textContent = one.files[0].name; note(one.id + ' ' + one.files[0].name); };</script>`,
    things: [
      { says: 'Choose picture', by: 'upload', does: 'pic photo.txt' },
      { says: 'Attach a paper', by: 'upload', does: 'doc photo.txt' },
    ],
    texts: ['No file chosen'],
  },
];
