import type { LibraryPage } from './page.js';

/** Lists, trees and tables as libraries build them. */
export const lists: LibraryPage[] = [
  {
    name: 'absolute rows that are reused, as in AG Grid',
    html: `<style>.ag-row { position: absolute; left: 0; right: 0; height: 30px } .ag-cell { position: absolute; top: 0; height: 30px; line-height: 30px } .ag-icon { display: inline-block; width: 16px; height: 16px; background: #777 }</style>
      <div id="grid" role="treegrid" aria-colcount="3" style="position:relative;height:170px;width:480px;border:1px solid #999">
        <div role="rowgroup"><div role="row" class="ag-header-row" style="height:30px;position:absolute;width:100%">
          <div role="columnheader" col-id="who" class="ag-cell" style="left:0;width:160px"><div class="ag-header-cell-label"><span class="ag-header-cell-text">Athlete</span></div></div>
          <div role="columnheader" col-id="age" class="ag-cell" style="left:160px;width:100px"><div class="ag-header-cell-label"><span class="ag-header-cell-text">Age</span></div></div>
        </div></div>
        <div role="rowgroup" id="body" style="position:absolute;top:30px;width:100%;height:100px"></div>
        <div style="position:absolute;bottom:0"><span id="next" ref="btNext" class="ag-paging-button" role="button" tabindex="0" aria-label="Next Page"><span class="ag-icon ag-icon-next"></span></span></div>
      </div><script>
      const people = [['Ada', 36], ['Grace', 85], ['Alan', 41], ['Edsger', 72], ['Barbara', 80], ['Donald', 87]];
      let from = 0;
      for (let i = 0; i < 3; i++) body.insertAdjacentHTML('beforeend', '<div role="row" class="ag-row" row-index="' + i + '" style="transform:translateY(' + 30 * i + 'px)"><div role="gridcell" tabindex="-1" col-id="who" class="ag-cell" style="left:0;width:160px"></div><div role="gridcell" tabindex="-1" class="ag-cell" style="left:160px;width:100px"></div><div role="gridcell" class="ag-cell" style="left:260px"><button class="del">Remove</button></div></div>');
      const draw = () => [...body.children].forEach((row, i) => { const [who, age] = people[from + i]; row.children[0].textContent = who; row.children[1].textContent = age; });
      draw();
      next.onclick = () => { from = 3; draw(); note('next'); };
      body.addEventListener('click', (event) => { const row = event.target.closest('[role=row]'); if (event.target.closest('.del')) note('remove ' + people[from + [...body.children].indexOf(row)][0]); });
      grid.querySelectorAll('.ag-header-cell-label').forEach((label) => label.addEventListener('click', () => note('sort ' + label.innerText)));
      </script>`,
    things: [
      { says: 'Athlete', does: 'sort Athlete' },
      { says: 'Age', does: 'sort Age' },
      { says: 'Ada' },
      { says: '36' },
      { says: 'Grace' },
      { says: '85' },
      { says: 'Alan' },
      { says: '41' },
      { says: 'Remove', of: 'Ada', does: 'remove Ada' },
      { says: 'Remove', of: 'Grace', does: 'remove Grace' },
      { says: 'Remove', of: 'Alan', does: 'remove Alan' },
      { says: 'Next Page', does: 'next' },
    ],
    texts: ['Ada', '36', 'Grace', '85', 'Alan', '41'],
    redraws: 'Next Page',
  },
  {
    name: 'a table to sort and search, as in DataTables',
    html: `<style>table { border-collapse: collapse } td, th { padding: 4px 12px; border: 1px solid #ddd } .dt-column-order { display: inline-block; width: 10px; height: 10px } .dt-column-order::before { content: "▲" }</style>
      <div class="dt-container"><div class="dt-search"><label for="search">Search:</label><input type="search" id="search" class="dt-input"></div>
      <table id="staff" class="dataTable"><thead><tr><th data-dt-column="0" class="dt-orderable-asc" tabindex="0" aria-sort="ascending"><span class="dt-column-title" role="button">Name</span><span class="dt-column-order"></span></th><th data-dt-column="1" class="dt-orderable-asc" tabindex="0"><span class="dt-column-title" role="button">Office</span><span class="dt-column-order"></span></th></tr></thead>
      <tbody id="rows"></tbody></table><div class="dt-info" role="status" id="info"></div></div><script>
      const staff_ = [['Airi Satou', 'Tokyo'], ['Bruno Nash', 'London'], ['Cara Stevens', 'New York']];
      const draw = (list) => { rows.innerHTML = list.map((one) => '<tr><td class="sorting_1">' + one[0] + '</td><td>' + one[1] + '</td></tr>').join(''); info.textContent = 'Showing ' + list.length + ' of 3 entries'; };
      draw(staff_);
      staff.tHead.addEventListener('click', (event) => { const th = event.target.closest('th'); if (!th) return; const by = Number(th.dataset.dtColumn); note('sort ' + th.innerText.trim()); draw([...staff_].sort((a, b) => (by ? (a[1] < b[1] ? -1 : 1) : a[0] < b[0] ? 1 : -1))); });
      search.addEventListener('input', () => { note('search ' + search.value); draw(staff_.filter((one) => one.join().includes(search.value))); });</script>`,
    things: [
      { says: 'Search:', by: { type: 'London' }, does: 'search London' },
      { says: 'Name', does: 'sort Name' },
      { says: 'Office', does: 'sort Office' },
    ],
    texts: ['Airi Satou', 'Tokyo', 'Bruno Nash', 'Showing 3 of 3 entries'],
  },
  {
    name: 'a tree of rows, as in VS Code',
    html: `<style>.monaco-list-rows { position: relative; height: 66px } .monaco-list-row { position: absolute; height: 22px; width: 300px; line-height: 22px; cursor: pointer; display: flex } .monaco-tl-twistie { width: 16px; height: 22px } .codicon::before { content: "\\ea1c" }</style>
      <div class="monaco-list" role="tree" aria-label="Files" tabindex="0" id="list"><div class="monaco-list-rows" id="rows"></div></div><script>
      const files = [['src', 1], ['main.ts', 2], ['util.ts', 2], ['package.json', 1]];
      let open = false;
      const draw = () => { const shown = files.filter(([, level]) => open || level === 1); rows.innerHTML = shown.map(([name, level], i) => '<div class="monaco-list-row" role="treeitem" data-name="' + name + '" aria-level="' + level + '" aria-label="' + name + '"' + (name === 'src' ? ' aria-expanded="' + open + '"' : '') + ' style="top:' + 22 * i + 'px"><div class="monaco-tl-twistie' + (name === 'src' ? ' codicon codicon-tree-item-expanded' : '') + '"></div><div class="monaco-icon-label"><span class="label-name">' + name + '</span></div></div>').join(''); };
      draw();
      rows.addEventListener('click', (event) => { const row = event.target.closest('.monaco-list-row'); if (!row) return; const name = row.dataset.name; if (name === 'src') { open = !open; draw(); note('folder ' + open); } else note('file ' + name); });</script>`,
    things: [
      // It has the focus as a whole, for keys.
      { says: 'tree "Files"' },
      {
        says: 'src',
        does: 'folder true',
        brings: [
          { says: 'main.ts', does: 'file main.ts' },
          { says: 'util.ts', does: 'file util.ts' },
        ],
      },
      { says: 'package.json', does: 'file package.json' },
    ],
    texts: ['src', 'package.json'],
    never: ['main.ts'],
  },
  {
    name: 'cards on a board, as in Trello',
    html: `<style>.board { display: flex; gap: 12px } .list { width: 220px; background: #eee; padding: 8px } .list ol { list-style: none; padding: 0; min-height: 30px } .list-card { background: #fff; padding: 8px; margin: 6px 0; cursor: pointer; position: relative } .list-card .edit { position: absolute; right: 4px; top: 4px; width: 24px; height: 24px; padding: 0 }</style>
      <div class="board" id="board">${[
        ['To do', ['Paint the fence', 'Buy nails']],
        ['Done', ['Mow the lawn']],
      ]
        .map(
          ([title, cards]) =>
            `<div class="list"><h2>${title}</h2><ol>${[cards]
              .flat()
              .map(
                (card) =>
                  `<li class="list-card" draggable="true"><span class="list-card-title">${card}</span><button class="edit" aria-label="Edit card">✎</button></li>`,
              )
              .join('')}</ol><button class="add">Add a card</button></div>`,
        )
        .join('')}</div><script>
      let held;
      board.addEventListener('dragstart', (event) => { held = event.target.closest('li'); });
      board.addEventListener('dragover', (event) => event.preventDefault());
      board.addEventListener('drop', (event) => { event.preventDefault(); const list = event.target.closest('.list'); if (held && list) { list.querySelector('ol').append(held); note(held.querySelector('span').innerText + ' to ' + list.querySelector('h2').innerText); } });
      board.addEventListener('click', (event) => { const card = event.target.closest('li'), list = event.target.closest('.list'); if (event.target.closest('.edit')) note('edit ' + card.querySelector('span').innerText); else if (event.target.closest('.add')) note('add to ' + list.querySelector('h2').innerText); else if (card) note('card ' + card.innerText.split('\\n')[0]); });</script>`,
    things: [
      { says: 'Paint the fence', does: 'card Paint the fence' },
      { says: 'Paint the fence', by: { dragTo: 'Mow the lawn' }, does: 'Paint the fence to Done' },
      { says: 'Buy nails', does: 'card Buy nails' },
      { says: 'Mow the lawn', does: 'card Mow the lawn' },
      { says: 'Edit card', of: 'Paint the fence', does: 'edit Paint the fence' },
      { says: 'Edit card', of: 'Buy nails', does: 'edit Buy nails' },
      { says: 'Edit card', of: 'Mow the lawn', does: 'edit Mow the lawn' },
      { says: 'Add a card', of: 'To do', does: 'add to To do' },
      { says: 'Add a card', of: 'Done', does: 'add to Done' },
    ],
    texts: ['To do', 'Done', 'Paint the fence', 'Buy nails', 'Mow the lawn'],
  },
  {
    name: 'a list of messages and one of them, drawn into the same elements',
    html: `<style>.mails { list-style: none; padding: 0; width: 240px; float: left } .mails li { padding: 8px; cursor: pointer; border-bottom: 1px solid #ddd } .reading { margin-left: 260px }</style>
      <ul class="mails" id="mails"><li data-i="0"><b>Ada</b><div>Engine notes</div></li><li data-i="1"><b>Grace</b><div>A moth</div></li></ul>
      <section class="reading"><h2 id="subject">Engine notes</h2><p id="from">From Ada</p><button id="reply">Reply</button> <button id="del">Delete</button></section><script>
      const letters = [['Ada', 'Engine notes'], ['Grace', 'A moth']];
      let at = 0;
      mails.addEventListener('click', (event) => { const item = event.target.closest('li'); if (!item) return; at = Number(item.dataset.i); subject.textContent = letters[at][1]; from.textContent = 'From ' + letters[at][0]; note('reads ' + letters[at][1]); });
      reply.onclick = () => note('reply to ' + letters[at][0]);
      del.onclick = () => note('delete ' + letters[at][1]);</script>`,
    things: [
      { says: /Ada.*Engine notes/, does: 'reads Engine notes' },
      { says: /Grace.*A moth/, does: 'reads A moth' },
      { says: 'Reply', of: 'Engine notes', does: 'reply to Ada' },
      { says: 'Delete', of: 'Engine notes', does: 'delete Engine notes' },
    ],
    texts: ['From Ada', 'A moth'],
    redraws: 'Grace',
  },
  {
    name: 'rows with a menu each, as in MUI',
    html: `<style>.MuiTableRow-root td { padding: 6px 16px } .menu { position: fixed; background: #fff; border: 1px solid #888; list-style: none; margin: 0; padding: 4px; z-index: 10 } .menu li { padding: 4px 12px; cursor: pointer } .kebab { width: 32px; height: 32px; border: 0; border-radius: 50% }</style>
      <table id="people"><tbody><tr class="MuiTableRow-root"><td>Ada Lovelace</td><td>Admin</td><td><button class="kebab" aria-label="more" aria-haspopup="true">⋮</button></td></tr><tr class="MuiTableRow-root"><td>Alan Turing</td><td>Guest</td><td><button class="kebab" aria-label="more" aria-haspopup="true">⋮</button></td></tr></tbody></table><div id="portal"></div><script>
      people.addEventListener('click', (event) => { const button = event.target.closest('.kebab'); if (!button) return; const who = button.closest('tr').cells[0].innerText; const box = button.getBoundingClientRect(); note('menu of ' + who);
        portal.innerHTML = '<ul class="menu" role="menu" style="left:' + box.right + 'px;top:' + box.top + 'px"><li role="menuitem" tabindex="-1">Rename</li><li role="menuitem" tabindex="-1">Remove</li></ul>';
        portal.firstChild.onclick = (click) => { note(click.target.innerText + ' ' + who); portal.innerHTML = ''; }; });</script>`,
    things: [
      {
        says: 'more',
        of: 'Ada Lovelace',
        does: 'menu of Ada Lovelace',
        brings: [
          { says: 'Rename', does: 'Rename Ada Lovelace' },
          { says: 'Remove', does: 'Remove Ada Lovelace' },
        ],
      },
      {
        says: 'more',
        of: 'Alan Turing',
        does: 'menu of Alan Turing',
        brings: [
          { says: 'Rename', does: 'Rename Alan Turing' },
          { says: 'Remove', does: 'Remove Alan Turing' },
        ],
      },
    ],
    texts: ['Ada Lovelace', 'Admin', 'Alan Turing', 'Guest'],
    never: ['Rename'],
  },
  {
    name: 'sortable items with a handle, as in jQuery UI',
    html: `<style>.ui-sortable { list-style: none; padding: 0; width: 300px } .ui-state-default { padding: 6px; border: 1px solid #ccc }
      .ui-icon { display: inline-block; width: 16px; height: 16px; background: #999; cursor: move }</style>
      <ul id="tasks" class="ui-sortable">
        <li class="ui-state-default ui-sortable-handle" data-id="wash"><span class="ui-icon ui-icon-arrow"></span>Wash the car</li>
        <li class="ui-state-default ui-sortable-handle" data-id="feed"><span class="ui-icon ui-icon-arrow"></span>Feed the cat</li>
        <li class="ui-state-default ui-sortable-handle" data-id="call"><span class="ui-icon ui-icon-arrow"></span>Call Grandma</li>
      </ul><script>
      let held;
      tasks.addEventListener('mousedown', (event) => { held = event.target.closest('li'); event.preventDefault(); });
      tasks.addEventListener('mouseup', (event) => {
        const over = event.target.closest('li');
        if (held && over && over !== held) { over.after(held); note([...tasks.children].map((item) => item.dataset.id).join()); }
        held = undefined;
      });</script>`,
    things: [
      { says: 'Wash the car', by: { dragTo: 'Feed the cat' }, does: 'feed,wash,call' },
      { says: 'Feed the cat', by: { dragTo: 'Call Grandma' }, does: 'wash,call,feed' },
      { says: 'Call Grandma' },
    ],
    texts: ['Wash the car', 'Feed the cat', 'Call Grandma'],
  },
  {
    name: 'a feed that goes on, as in many',
    html: `<style>.post { border: 1px solid #ddd; margin: 8px; padding: 8px } .like { border: 0 }</style><div role="feed" id="feed"></div><button id="more">Show more</button><script>
      let count = 0;
      const add = (n) => { for (let i = 0; i < n; i++) { count += 1; feed.insertAdjacentHTML('beforeend', '<article class="post" aria-posinset="' + count + '"><h3>Post ' + count + '</h3><p>Words of post ' + count + '.</p><button class="like">Like</button></article>'); } };
      add(2);
      more.onclick = () => { add(2); note('more'); };
      feed.addEventListener('click', (event) => { if (event.target.closest('.like')) { const like = event.target.closest('.like'); like.textContent = 'Liked'; note('like ' + like.closest('article').querySelector('h3').innerText); } });</script>`,
    things: [
      { says: 'Like', of: 'Post 1', does: 'like Post 1' },
      { says: 'Like', of: 'Post 2', does: 'like Post 2' },
      {
        says: 'Show more',
        does: 'more',
        brings: [
          { says: 'Like', of: 'Post 3', does: 'like Post 3' },
          { says: 'Like', of: 'Post 4', does: 'like Post 4' },
        ],
      },
    ],
    texts: ['Words of post 1.', 'Post 2'],
  },
];
