import type { LibraryPage } from './page.js';

/** What is filled in. */
export const fields: LibraryPage[] = [
  {
    name: 'a field with a floating label, as in Material UI',
    html: `<style>.MuiFormControl-root { position: relative; display: inline-flex; margin: 20px } .MuiInputLabel-root { position: absolute; left: 12px; top: 14px; pointer-events: none } .MuiInputLabel-shrink { top: -8px; font-size: 12px } .MuiOutlinedInput-input { padding: 14px } .MuiOutlinedInput-notchedOutline { position: absolute; inset: -5px 0 0; pointer-events: none; border: 1px solid #888; overflow: hidden } legend > span { visibility: hidden; opacity: 0 }</style>
      <div class="MuiFormControl-root"><label class="MuiInputLabel-root" for=":r1:" id="l">First name</label><div class="MuiInputBase-root"><input aria-invalid="false" id=":r1:" type="text" class="MuiOutlinedInput-input"><fieldset aria-hidden="true" class="MuiOutlinedInput-notchedOutline"><legend><span>First name</span></legend></fieldset></div><p class="MuiFormHelperText-root" id="help">As in your passport</p></div><script>
      const field = l.parentElement.querySelector('input');
      field.onfocus = () => l.classList.add('MuiInputLabel-shrink');
      field.oninput = () => { note('name ' + field.value); help.textContent = field.value.length + ' letters'; };</script>`,
    things: [{ says: 'First name', by: { type: 'Ada' }, does: 'name Ada' }],
    texts: ['First name', 'As in your passport'],
  },
  {
    name: 'a password with an eye',
    html: `<style>.wrap { position: relative; display: inline-block } .wrap span.eye { position: absolute; right: 4px; top: 2px; width: 18px; height: 18px; cursor: pointer }</style>
      <label for="pw">Password</label> <span class="wrap"><input id="pw" type="password" value="hunter2"><span class="eye" id="eye" title="Show password"><svg width="18" height="18"><circle cx="9" cy="9" r="6"/></svg></span></span><script>
      eye.onclick = () => { const shown = pw.type === 'text'; pw.type = shown ? 'password' : 'text'; eye.title = shown ? 'Show password' : 'Hide password'; note(shown ? 'hidden' : 'shown'); };
      pw.oninput = () => note('typed');</script>`,
    things: [
      { says: 'Password', by: { type: 'correct horse' }, does: 'typed' },
      { says: 'Show password', does: 'shown' },
    ],
    texts: ['Password'],
    never: ['hunter2'],
  },
  {
    name: 'a code in six fields',
    html: `<style>.otp input { width: 32px; text-align: center }</style><p>Enter the code we sent you</p><div class="otp" id="otp" role="group" aria-label="Code">${[1, 2, 3, 4].map((n) => `<input inputmode="numeric" maxlength="1" autocomplete="one-time-code" aria-label="Digit ${n}">`).join('')}</div><script>
      otp.addEventListener('input', (event) => { const fields = [...otp.children]; event.target.nextElementSibling?.focus(); const code = fields.map((one) => one.value || '_').join(''); note(code); });</script>`,
    things: [
      { says: 'Digit 1', by: { type: '7' }, does: '7___' },
      { says: 'Digit 2', by: { type: '8' }, does: '_8__' },
      { says: 'Digit 3', by: { type: '9' }, does: '__9_' },
      { says: 'Digit 4', by: { type: '0' }, does: '___0' },
    ],
    texts: ['Enter the code we sent you'],
  },
  {
    name: 'a phone number with a mask, as in IMask',
    html: `<label for="tel">Phone</label> <input id="tel" type="tel" placeholder="(___) ___-____"><p id="out"></p><script>
      tel.addEventListener('input', () => { const d = tel.value.replace(/\\D/g, '').slice(0, 10); tel.value = d.length > 6 ? '(' + d.slice(0, 3) + ') ' + d.slice(3, 6) + '-' + d.slice(6) : d; if (d.length === 10) { note(tel.value); out.textContent = 'Looks right'; } });</script>`,
    things: [{ says: 'Phone', by: { type: '2025550143' }, does: '(202) 555-0143' }],
    texts: ['Phone'],
  },
  {
    name: 'chips of an input, as in Angular Material',
    html: `<style>.mat-mdc-chip { display: inline-flex; background: #ddd; border-radius: 14px; padding: 2px 10px; margin: 2px } .mat-mdc-chip-remove { width: 18px; height: 18px; border: 0; padding: 0 } .mdc-evolution-chip__action { all: unset }</style>
      <div class="mat-mdc-chip-grid" role="grid" id="chips">${['Lemon', 'Lime']
        .map(
          (fruit) =>
            `<div class="mat-mdc-chip" role="row"><span role="gridcell"><span class="mdc-evolution-chip__text-label">${fruit}</span></span><span role="gridcell"><button class="mat-mdc-chip-remove" aria-label="remove ${fruit}" type="button"><svg width="14" height="14"><path d="M0 0h14v14z"/></svg></button></span></div>`,
        )
        .join('')}<input placeholder="New fruit..." id="add"></div><script>
      chips.addEventListener('click', (event) => { const x = event.target.closest('button'); if (x) { note(x.getAttribute('aria-label')); x.closest('[role=row]').remove(); } });
      add.addEventListener('keydown', (event) => { if (event.key === 'Enter' && add.value) { note('add ' + add.value); add.insertAdjacentHTML('beforebegin', '<div class="mat-mdc-chip" role="row"><span role="gridcell">' + add.value + '</span></div>'); add.value = ''; } });</script>`,
    things: [
      { says: 'remove Lemon', does: 'remove Lemon' },
      { says: 'remove Lime', does: 'remove Lime' },
      { says: 'New fruit...', by: { press: 'Enter' } },
    ],
    texts: ['Lemon', 'Lime'],
  },
  {
    name: 'a place to drop files on, as in Dropzone',
    html: `<style>.dropzone { border: 2px dashed #08c; min-height: 100px; padding: 20px; cursor: pointer; width: 300px } .dz-hidden-input { position: absolute; visibility: hidden; top: 0; left: 0; height: 0; width: 0 }</style>
      <div class="dropzone dz-clickable" id="drop"><div class="dz-default dz-message"><span>Drop files here to upload</span></div></div><input type="file" multiple class="dz-hidden-input" id="pick"><script>
      drop.addEventListener('click', () => pick.click());
      pick.addEventListener('change', () => { for (const file of pick.files) { note('file ' + file.name); drop.insertAdjacentHTML('beforeend', '<div class="dz-preview"><span class="dz-filename">' + file.name + '</span></div>'); } });
      drop.addEventListener('dragover', (event) => event.preventDefault());
      drop.addEventListener('drop', (event) => { event.preventDefault(); for (const file of event.dataTransfer.files) note('dropped ' + file.name); });</script>`,
    things: [{ says: 'Drop files here to upload', by: 'upload', does: 'file photo.txt' }],
    texts: ['Drop files here to upload'],
  },
  {
    name: 'a place to drop files on, as in FilePond',
    html: `<style>.filepond--root { position: relative; width: 300px; height: 76px; background: #eee } .filepond--browser { position: absolute; width: 100%; height: 100%; left: 0; top: 0; opacity: 0; font-size: 0; pointer-events: none } .filepond--drop-label { position: absolute; inset: 0; display: flex; align-items: center; justify-content: center } .filepond--drop-label label { cursor: default } .filepond--label-action { text-decoration: underline; cursor: pointer }</style>
      <div class="filepond--root"><input class="filepond--browser" type="file" id="fp" aria-labelledby="fpl" name="filepond"><div class="filepond--drop-label"><label for="fp" id="fpl" aria-hidden="true">Drag &amp; drop your files or <span class="filepond--label-action" tabindex="0">Browse</span></label></div></div><script>fp.addEventListener('change', () => note('file ' + fp.files[0].name));</script>`,
    things: [{ says: /Browse/, by: 'upload', does: 'file photo.txt' }],
    texts: ['Browse'],
  },
  {
    name: 'a chat',
    html: `<style>.log { height: 120px; overflow: auto; width: 300px; border: 1px solid #ccc } .bubble { padding: 4px 8px; margin: 4px; background: #def } .send { width: 30px; height: 30px }</style>
      <div class="log" role="log" id="log"><div class="bubble">How can we help?</div></div><form id="form"><textarea id="say" placeholder="Type a message" rows="1"></textarea><button class="send" type="submit" aria-label="Send"><svg width="16" height="16"><path d="M0 0L16 8L0 16z"/></svg></button></form><script>
      form.onsubmit = (event) => { event.preventDefault(); note('sent ' + say.value); log.insertAdjacentHTML('beforeend', '<div class="bubble me">' + (say.value || '(nothing)') + '</div>'); say.value = ''; };
      say.onkeydown = (event) => { if (event.key === 'Enter') { event.preventDefault(); form.requestSubmit(); } };</script>`,
    things: [
      { says: 'Type a message', by: { press: 'Enter' }, does: 'sent ' },
      { says: 'Send', does: 'sent ' },
    ],
    texts: ['How can we help?'],
  },
  {
    name: 'a date in three parts, as in React Spectrum',
    html: `<style>.seg { padding: 2px; display: inline-block } .field { display: inline-flex; border: 1px solid #888 }</style><span id="lbl">Event date</span> <div role="group" aria-labelledby="lbl" class="field" id="date">${[
      ['month', 'mm', 12],
      ['day', 'dd', 31],
      ['year', 'yyyy', 9999],
    ]
      .map(
        ([part, hint, most]) =>
          `<div role="spinbutton" aria-label="${part}, Event date" aria-valuemin="1" aria-valuemax="${most}" aria-valuetext="Empty" contenteditable="true" inputmode="numeric" tabindex="0" class="seg" data-part="${part}">${hint}</div>`,
      )
      .join('<div aria-hidden="true" class="seg">/</div>')}</div><script>
      date.addEventListener('keydown', (event) => { const part = event.target.closest('[data-part]'); if (part && event.key === 'ArrowUp') { event.preventDefault(); part.textContent = '1'; part.setAttribute('aria-valuenow', 1); part.setAttribute('aria-valuetext', '1'); note(part.dataset.part + ' 1'); } });
      date.addEventListener('beforeinput', (event) => event.preventDefault());</script>`,
    things: [
      { says: 'month, Event date', by: { press: 'ArrowUp' }, does: 'month 1' },
      { says: 'day, Event date', by: { press: 'ArrowUp' }, does: 'day 1' },
      { says: 'year, Event date', by: { press: 'ArrowUp' }, does: 'year 1' },
    ],
    texts: ['Event date'],
  },
  {
    name: 'a slider drawn of parts, as in jQuery UI and noUiSlider',
    html: `<style>.ui-slider { position: relative; width: 300px; height: 10px; background: #ccc; margin: 30px } .ui-slider-handle { position: absolute; top: -5px; width: 20px; height: 20px; background: #08c; left: 30% }</style>
      <label>Price</label><div id="bar" class="ui-slider"><span tabindex="0" class="ui-slider-handle" id="grip" role="slider" aria-label="Price" aria-valuemin="0" aria-valuemax="100" aria-valuenow="30"></span></div><p id="out">30 €</p><script>
      let on = false;
      grip.addEventListener('mousedown', (event) => { on = true; event.preventDefault(); });
      window.addEventListener('mousemove', (event) => { if (!on) return; const to = Math.round((event.clientX - bar.getBoundingClientRect().left) / 3); grip.style.left = to + '%'; grip.setAttribute('aria-valuenow', to); out.textContent = to + ' €'; });
      window.addEventListener('mouseup', () => { if (on) note('price moved'); on = false; });
      grip.addEventListener('keydown', (event) => { if (event.key === 'ArrowRight') { grip.style.left = '31%'; grip.setAttribute('aria-valuenow', 31); out.textContent = '31 €'; note('price 31'); } });</script>`,
    things: [
      { says: 'Price', by: { dragBy: { x: 60, y: 0 } }, does: 'price moved' },
      { says: 'Price', by: { press: 'ArrowRight' }, does: 'price 31' },
    ],
    texts: ['Price', '30 €'],
  },
  {
    name: 'boxes to tick that are drawn by a library, as in Ant Design and iCheck',
    html: `<style>.ant-checkbox-wrapper { display: block; cursor: pointer } .ant-checkbox { position: relative; display: inline-block; width: 16px; height: 16px } .ant-checkbox-input { position: absolute; inset: 0; opacity: 0; z-index: 1; width: 16px; height: 16px; margin: 0 } .ant-checkbox-inner { position: absolute; inset: 0; border: 1px solid #777 } .ant-checkbox-checked .ant-checkbox-inner { background: #08c }
      .icheckbox { position: relative; display: inline-block; width: 20px; height: 20px; background: #eee } .icheckbox ins { position: absolute; inset: -10%; opacity: 0 }</style>
      <label class="ant-checkbox-wrapper"><span class="ant-checkbox"><input type="checkbox" class="ant-checkbox-input" id="a"><span class="ant-checkbox-inner"></span></span><span>Remember me</span></label>
      <label><div class="icheckbox" id="ic"><input type="checkbox" id="b" style="position:absolute;opacity:0"><ins class="iCheck-helper" id="ins"></ins></div> Send me news</label><script>
      a.onchange = () => { a.parentElement.classList.toggle('ant-checkbox-checked', a.checked); note('remember ' + a.checked); };
      b.onchange = () => { ic.style.background = b.checked ? '#08c' : '#eee'; note('news ' + b.checked); };</script>`,
    things: [
      { says: 'Remember me', by: { check: true }, does: 'remember true' },
      { says: 'Send me news', does: 'news true' },
    ],
    texts: ['Remember me', 'Send me news'],
  },
  {
    name: 'a colour to choose from squares',
    html: `<style>.swatch { display: inline-block; width: 24px; height: 24px; border: 1px solid #555; padding: 0; cursor: pointer } .on { outline: 3px solid #000 }</style><p>Label colour</p><div id="palette">${[
      ['#ff0000', 'Red'],
      ['#00ff00', 'Lime'],
      ['#0000ff', 'Blue'],
    ]
      .map(
        ([c, n]) =>
          `<div class="swatch" title="${n}" tabindex="0" data-color="${c}" style="background:${c}"></div>`,
      )
      .join('')}</div><input type="color" id="own" aria-label="Own colour" value="#123456"><script>
      palette.addEventListener('click', (event) => { const one = event.target.closest('.swatch'); if (one) { for (const other of palette.children) other.classList.toggle('on', other === one); note(one.dataset.color); } });
      own.oninput = () => note('own ' + own.value);</script>`,
    things: [
      { says: 'Red', does: '#ff0000' },
      { says: 'Lime', does: '#00ff00' },
      { says: 'Blue', does: '#0000ff' },
      { says: 'Own colour', by: { type: '#abcdef' }, does: 'own #abcdef' },
    ],
    texts: ['Label colour'],
  },
  {
    name: 'a cell that is edited where it stands',
    html: `<style>td { padding: 6px 20px; border: 1px solid #ccc } .editable { border-bottom: 1px dashed #08c; cursor: text }</style><table id="t"><tr><td>City</td><td><span class="editable" id="city">Oslo</span></td></tr><tr><td>Zip</td><td><span class="editable" id="zip">0150</span></td></tr></table><script>
      for (const one of [city, zip]) one.addEventListener('click', () => { const input = document.createElement('input'); input.value = one.textContent; input.setAttribute('aria-label', one.id + ' value'); one.replaceWith(input); input.focus(); note('edit ' + one.id);
        input.onkeydown = (event) => { if (event.key === 'Enter') { one.textContent = input.value; note(one.id + ' = ' + input.value); input.onblur = null; input.replaceWith(one); } }; });</script>`,
    things: [
      {
        says: 'Oslo',
        does: 'edit city',
        brings: [{ says: 'city value', by: { press: 'Enter' }, does: 'city = Oslo' }],
      },
      {
        says: '0150',
        does: 'edit zip',
        brings: [{ says: 'zip value', by: { press: 'Enter' }, does: 'zip = 0150' }],
      },
    ],
    texts: ['City', 'Oslo', 'Zip', '0150'],
  },
  {
    name: 'rows that follow a filter a moment later',
    html: `<label for="q">Filter</label> <input id="q"><ul id="list"></ul><p id="none"></p><script>
      const people = ['Ada Lovelace', 'Alan Turing', 'Grace Hopper'];
      const draw = () => { const found = people.filter((one) => one.toLowerCase().includes(q.value.toLowerCase())); list.innerHTML = found.map((one) => '<li><button class="pick">' + one + '</button></li>').join(''); none.textContent = found.length ? '' : 'Nobody found'; };
      draw();
      let timer; q.oninput = () => { clearTimeout(timer); timer = setTimeout(() => { draw(); note('filtered ' + q.value); }, 150); };
      list.addEventListener('click', (event) => { if (event.target.closest('.pick')) note('pick ' + event.target.innerText); });</script>`,
    things: [
      { says: 'Filter', by: { type: 'grace' }, does: 'filtered grace' },
      { says: 'Ada Lovelace', does: 'pick Ada Lovelace' },
      { says: 'Alan Turing', does: 'pick Alan Turing' },
      { says: 'Grace Hopper', does: 'pick Grace Hopper' },
    ],
    texts: ['Filter'],
  },
];
