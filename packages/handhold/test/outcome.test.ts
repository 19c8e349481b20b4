import { describe, expect, it } from 'vitest';
import { useBrowser } from './agent.js';
import { places } from './places.js';

const bench = useBrowser();

const nothing = 'nothing visible changed';

/** What a click does to a page that a person sees, and of which no line of elements or texts need tell. */
const seen: [string, string, string][] = [
  ['moves something', '<p id="x" style="width:40px">Box</p>', 'x.style.transform = "translateX(200px)"'],
  [
    'moves something by a class',
    '<style>.far{margin-left:200px}</style><p id="x">Box</p>',
    'x.className = "far"',
  ],
  [
    'moves something by its style sheet',
    '<style id="s">#x{color:red}</style><p id="x">Box</p>',
    's.sheet.insertRule("#x{margin-left:200px}")',
  ],
  [
    'moves something by a transition',
    '<style id="s">#x{transition:transform 2s linear}</style><p id="x">Box</p>',
    's.sheet.insertRule("#x{transform:translateX(200px)}")',
  ],
  ['colours something', '<p id="x">Box</p>', 'x.style.background = "gold"'],
  [
    'turns the page dark',
    '<style>html[data-theme=dark]{background:#000}</style><p>Box</p>',
    'document.documentElement.dataset.theme = "dark"',
  ],
  ['closes a dialog that had no controls', '<dialog open id="x">Saved</dialog>', 'x.close()'],
  ['hides a text', '<p id="x">Box</p>', 'x.hidden = true'],
  ['takes out a text', '<p>Draft</p><p id="x">Draft</p>', 'x.remove()'],
  [
    'takes out a picture',
    '<img id="x" width="90" height="90" src="data:image/gif;base64,R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=">',
    'x.remove()',
  ],
  ['says something that stands elsewhere too', '<p>Saved</p><p id="x">Draft</p>', 'x.textContent = "Saved"'],
  ['says less', '<p id="x">Draft 1</p><p>Draft</p>', 'x.textContent = "Draft"'],
  ['changes the order', '<ul id="x"><li>one</li><li>two</li></ul>', 'x.append(x.firstChild)'],
  [
    'scrolls a box',
    '<div id="x" style="height:80px;overflow:auto"><p style="height:900px">Long</p></div>',
    'x.scrollTop = 300',
  ],
  ['scrolls the page', '<p id="x" style="height:3000px">Long</p>', 'x.scrollIntoView({ block: "end" })'],
  [
    'shows another picture',
    '<img id="x" width="90" height="90" src="data:image/gif;base64,R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=">',
    'x.src = "data:image/svg+xml,%3Csvg xmlns=\'http://www.w3.org/2000/svg\'/%3E"',
  ],
  [
    'draws on a canvas',
    '<canvas id="x" width="100" height="100"></canvas>',
    'x.getContext("2d").fillRect(0, 0, 50, 50)',
  ],
  [
    'draws a line in an SVG',
    '<svg width="99" height="99"><path id="x" d="M0 0"/></svg>',
    'x.setAttribute("d", "M0 0L90 90")',
  ],
  ['fills in a field', '<input aria-label="Total" id="x">', 'x.value = "12"'],
  ['fills in a field without a name', '<input id="x" disabled>', 'x.value = "12"'],
  ['picks a choice', '<select id="x" aria-label="Size"><option>S<option>L</select>', 'x.selectedIndex = 1'],
  ['turns a progress bar on', '<progress id="x" max="10" value="1"></progress>', 'x.value = 9'],
  ['opens a section', '<details id="x"><summary>More</summary>Text</details>', 'x.open = true'],
  [
    'changes what stands in a shadow tree',
    '<div id="x"></div><script>x.attachShadow({mode:"open"}).innerHTML="<b>one</b>"</script>',
    'x.shadowRoot.firstChild.style.color = "red"',
  ],
  ['calls the page something else', '<p>Box</p>', 'document.title = "Inbox (3)"'],
  ['leads to another address', '<p>Box</p>', 'history.pushState({}, "", "?step=2")'],
];

/** The same, which is over as soon as it is moved elsewhere in the document. */
const seenInPlace: [string, string, string][] = [
  ['hides a popover', '<div popover id="x">Tip</div><script>x.showPopover()</script>', 'x.hidePopover()'],
];

/** What a person can't see, or only while the pointer rests there. */
const unseen: [string, string, string][] = [
  ['does nothing', '<p>Box</p>', ''],
  ['writes down a number', '<p id="x">Box</p>', 'window.count = 1; x.setAttribute("aria-label", "")'],
  ['changes what is hidden', '<p id="x" hidden>Box</p>', 'x.style.color = "red"'],
  [
    'puts in what is hidden',
    '<p>Box</p>',
    'document.body.insertAdjacentHTML("beforeend", "<i hidden>x</i>")',
  ],
];

describe('a click that', () => {
  const page = (html: string, script: string) =>
    `<button id="go">Go</button>${html}<script>go.onclick = () => { ${script} }</script>`;
  describe.each(places)('in %s', (_place, inPlace) => {
    it.each(seen)('%s is not told to have done nothing', async (_what, html, script) => {
      const agent = bench.lasting();
      await agent.open(bench.site.page(inPlace(page(html, script))));
      const text = await agent.reads('browser_click', { ref: agent.ref('button "Go"') });
      expect(text).not.toContain(nothing);
    });
  });
  it.each(seenInPlace)('%s is not told to have done nothing either', async (_what, html, script) => {
    const agent = bench.lasting();
    await agent.open(bench.site.page(page(html, script)));
    const text = await agent.reads('browser_click', { ref: agent.ref('button "Go"') });
    expect(text).not.toContain(nothing);
  });
  it.each(unseen)('%s is told to', async (_what, html, script) => {
    const agent = bench.lasting();
    await agent.open(bench.site.page(page(html, script)));
    const text = await agent.reads('browser_click', { ref: agent.ref('button "Go"') });
    expect(text).toContain(nothing);
  });
});

describe('a form', () => {
  const fields = '<input name="user" aria-label="User" required><button>Send</button>';
  const sends = 'fetch("/sent", { method: "POST" }).then(() => note("sent"));';
  const taken: [string, string][] = [
    [
      'its handler sends',
      `<form onsubmit="event.preventDefault(); ${sends.replaceAll('"', "'")}">${fields}</form>`,
    ],
    [
      'the handler of its button sends',
      `<form>${fields}</form><script>document.querySelector('button').onclick = (event) => { event.preventDefault(); ${sends} }</script>`,
    ],
    [
      'a handler of the whole page sends',
      `<form>${fields}</form><script>document.body.onclick = (event) => { if (event.target.tagName !== 'BUTTON') return; event.preventDefault(); ${sends} }</script>`,
    ],
    [
      'a framework sends whose button is none of a form',
      `<form>${fields.replace('<button>', '<button type="button" id="b">')}</form><script>b.onclick = () => { ${sends} }</script>`,
    ],
    [
      'a handler of the Enter key sends',
      `<form><input name="user" aria-label="User"></form><script>document.querySelector('input').onkeydown = (event) => { if (event.key !== 'Enter') return; event.preventDefault(); ${sends} }</script>`,
    ],
    [
      'a handler takes over and draws anew',
      `<form>${fields}</form><script>document.querySelector('button').onclick = (event) => { event.preventDefault(); note('sent'); document.querySelector('form').outerHTML = '<p>Welcome</p>'; }</script>`,
    ],
  ];
  it.each(taken)('that %s is told as submitted', async (_how, html) => {
    const agent = bench.agent();
    bench.site.on('/sent', (_request, response) => response.writeHead(204).end());
    const page = bench.site.page(html);
    await agent.open(page);
    const ref = agent.ref('textbox "User"');
    const text = await agent.reads('browser_fill_form', { fields: [{ ref, value: 'ada' }], submit: true });
    expect(text).toMatch(/^filled 1 of 1 fields and submitted$/m);
    expect(page.notes).toEqual(['sent']);
  });

  it('that its handler keeps back, marking what is wrong, is told as not submitted', async () => {
    const agent = bench.agent();
    const page = bench.site.page(`<form>${fields}</form><script>
      document.querySelector('button').onclick = (event) => {
        event.preventDefault();
        const field = document.querySelector('input');
        field.setAttribute('aria-invalid', 'true');
        field.insertAdjacentHTML('afterend', '<p role="alert">That name is taken</p>');
      };</script>`);
    await agent.open(page);
    const ref = agent.ref('textbox "User"');
    const text = await agent.reads('browser_fill_form', { fields: [{ ref, value: 'ada' }], submit: true });
    expect(text).toMatch(/^filled 1 of 1 fields; NOT submitted$/m);
    expect(text).toContain('That name is taken');
  });

  it('whose button does nothing is not told as submitted', async () => {
    const agent = bench.agent();
    await agent.open(
      bench.site.page(`<form>${fields}</form><script>
      document.querySelector('button').onclick = (event) => event.preventDefault();</script>`),
    );
    const ref = agent.ref('textbox "User"');
    const text = await agent.reads('browser_fill_form', { fields: [{ ref, value: 'ada' }], submit: true });
    expect(text).toContain('; NOT submitted');
  });
});

describe('an application that is still drawing its first screen', () => {
  const draws = 'document.body.insertAdjacentHTML("beforeend", "<button>Inbox</button>")';
  const shells: [string, string][] = [
    [
      'is empty at first',
      `<div id="root"></div><script>setTimeout(() => { root.innerHTML = '<button>Inbox</button>' }, 900)</script>`,
    ],
    [
      'says that it loads',
      `<div id="root">Loading…</div><script>setTimeout(() => { root.innerHTML = '<button>Inbox</button>' }, 900)</script>`,
    ],
    [
      'turns a wheel',
      `<div id="root"><div role="progressbar" aria-label="Loading" style="width:50px;height:50px"></div></div><script>setTimeout(() => { root.innerHTML = '<button>Inbox</button>' }, 900)</script>`,
    ],
    [
      'shows its logo first',
      `<div id="root"><img alt="Acme" width="90" height="90" src="data:image/gif;base64,R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs="></div><script>setTimeout(() => { root.innerHTML = '<button>Inbox</button>' }, 900)</script>`,
    ],
    [
      'has an item that says so',
      `<ul id="root" role="tree"><li role="treeitem" tabindex="0">Loading ...</li></ul><script>setTimeout(() => { root.outerHTML = '<button>Inbox</button>' }, 900)</script>`,
    ],
    [
      'has a tree of which an item says so',
      `<div id="root" role="tree" aria-multiselectable="true" tabindex="0" onkeydown="1"><ul role="group"><li role="none"><i></i><a href="#" role="treeitem" tabindex="-1">Loading ...</a></li></ul></div><script>setTimeout(() => { root.outerHTML = '<button>Inbox</button>' }, 900)</script>`,
    ],
    [
      'waits for its worker',
      `<div id="root"></div><script>
      const worker = new Worker(URL.createObjectURL(new Blob(['setTimeout(() => postMessage(1), 900)'])));
      worker.onmessage = () => { ${draws} };</script>`,
    ],
  ];
  it.each(shells)('and %s is waited for', async (_how, html) => {
    const agent = bench.agent();
    const text = await agent.reads('browser_navigate', { url: bench.site.page(html).url });
    expect(text).toContain('button "Inbox"');
    expect(text).toMatch(/ 1 of 1 elements$/m);
  });

  it('is there while it still shows what it can do without its sheets', async () => {
    const agent = bench.agent();
    bench.site.on('/slow.css', (_request, response) => {
      setTimeout(() => response.writeHead(200, { 'content-type': 'text/css' }).end('p { color: navy }'), 700);
    });
    const text = await agent.reads('browser_navigate', {
      url: bench.site.page(`<h1>Letter</h1><button>Help</button><div id="bar"></div><script>
        const frame = document.body.appendChild(document.createElement('iframe'));
        frame.contentDocument.body.innerHTML = '<p contenteditable aria-label="Letter">Dear Ada</p>';
        addEventListener('load', () => {
          const sheet = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '${bench.site.url('/slow.css')}' });
          sheet.onload = () => { bar.innerHTML = '<button>Bold</button>'; };
          frame.contentDocument.head.append(sheet);
        });</script>`).url,
    });
    expect(text).toContain('button "Bold"');
  });

  it('and draws nothing is told to be pending', async () => {
    const agent = bench.agent();
    const text = await agent.reads('browser_navigate', {
      url: bench.site.page('<div id="root"></div><script>setInterval(() => 0, 100)</script>').url,
    });
    expect(text).toContain('pending: ');
    expect(text).toContain('0 of 0 elements');
  });

  it('after a click that leads there is waited for too', async () => {
    const agent = bench.agent();
    const app = bench.site.page(
      `<div id="root"></div><script>setTimeout(() => { root.innerHTML = '<button>Inbox</button>' }, 900)</script>`,
    );
    await agent.open(bench.site.page(`<a href="${app.url}">Open</a>`));
    const text = await agent.reads('browser_click', { ref: agent.ref('link "Open"') });
    expect(text).toContain('button "Inbox"');
  });

  it('is not waited for where there is nothing to wait for', async () => {
    const agent = bench.agent();
    for (const html of [
      '<p>Only a text to read.</p><script>1</script>',
      '',
      '<h1>Sorry, nothing here</h1><script>1</script>',
    ]) {
      const { result } = await agent.tools.callAndRender(
        'browser_navigate',
        { url: bench.site.page(html, { plain: html === '' }).url },
        { session: agent.session },
      );
      expect(result.data).not.toHaveProperty('pending');
    }
  });
});

describe('rows that come a moment after the last key', () => {
  const list = (field: string, delay: number) => `${field}<ul id="rows"><li>Ada</li><li>Bob</li></ul><script>
    let timer;
    const all = ['Ada', 'Bob', 'Eve'];
    const field = document.querySelector('input, [contenteditable]');
    field.addEventListener('input', () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const wanted = field.value ?? field.textContent;
        rows.innerHTML = all.filter((name) => name.includes(wanted)).map((name) => '<li><button>' + name + '</button></li>').join('');
      }, ${delay});
    });</script>`;
  const fields: [string, string][] = [
    ['a field of any kind', '<input aria-label="Name">'],
    ['a search field', '<input type="search" aria-label="People">'],
    ['a field that is called a filter', '<input aria-label="Filter people">'],
    ['a field that says so by its hint', '<input placeholder="Type to search…">'],
    ['a field that says so by its class', '<input class="grid-filter-input" aria-label="Name">'],
    [
      'a field in a search form',
      '<form role="search" onsubmit="return false"><input aria-label="Name"></form>',
    ],
    ['a field that names what it controls', '<input aria-label="Name" aria-controls="rows">'],
    ['a field in the head of a column', '<table><tr><th>Name<br><input aria-label="Name"></th></tr></table>'],
  ];
  it.each(fields)('in %s are in the same answer', async (_how, field) => {
    const agent = bench.agent();
    await agent.open(bench.site.page(list(field, 300)));
    const ref = agent.refs('searchbox').concat(agent.refs('textbox')).at(0);
    const { changes } = await agent.does('browser_type', { ref, text: 'Eve' });
    expect(changes).toContain('button "Eve"');
  });

  it.each([
    ['in the box that it stands in', '<div style="position:absolute;top:200px">FIELD<span></span></div>'],
    ['in its label', '<label>FIELD<span></span></label>'],
    ['beside it', '<p>FIELD<span></span></p>'],
  ])('are so too where the field has changed something %s at once', async (_where, box) => {
    const agent = bench.agent();
    const field = `${box.replace('FIELD', '<input aria-label="Filter people">')}<script>
      document.querySelector('input').addEventListener('input', () => { document.querySelector('span').innerHTML = '<button>Clear</button>'; });</script>`;
    await agent.open(bench.site.page(list(field, 300)));
    const { changes } = await agent.does('browser_type', { ref: '@e1', text: 'Eve' });
    expect(changes).toContain('button "Clear"');
    expect(changes).toContain('button "Eve"');
  });

  it('are so too where a sign elsewhere says at once that something is filtered', async () => {
    const agent = bench.agent();
    const field = `<i id="sign"></i><p><input aria-label="Filter people"></p><script>
      document.querySelector('input').addEventListener('input', () => { document.getElementById('sign').className = 'filtered'; });</script>`;
    await agent.open(bench.site.page(list(field, 300)));
    const { changes } = await agent.does('browser_type', { ref: '@e1', text: 'Eve' });
    expect(changes).toContain('button "Eve"');
  });

  it('are so too where a box in front of the page says at once that there is nothing', async () => {
    const agent = bench.agent();
    const field = `<p><input aria-label="Search" aria-autocomplete="list"></p><script>
      document.querySelector('input').addEventListener('input', () => {
        document.body.insertAdjacentHTML('beforeend', '<div style="position: absolute; top: 300px"><p>No results found</p></div>');
        document.body.lastChild.style.transform = 'translate(2px, 2px)';
      });</script>`;
    await agent.open(bench.site.page(list(field, 400)));
    const { changes } = await agent.does('browser_type', { ref: '@e1', text: 'Eve' });
    expect(changes).toContain('button "Eve"');
    expect(changes).toContain('No results found');
  });

  it('are so too where the sign beside the field comes a moment later', async () => {
    const agent = bench.agent();
    const field = `<p><input aria-label="Filter people"><span></span></p><script>
      document.querySelector('input').addEventListener('input', () => setTimeout(() => { document.querySelector('span').innerHTML = '<button>Clear</button>'; }, 100));</script>`;
    await agent.open(bench.site.page(list(field, 400)));
    const { changes } = await agent.does('browser_type', { ref: '@e1', text: 'Eve' });
    expect(changes).toContain('button "Eve"');
  });

  it('are waited for where those that no longer fit fade away first', async () => {
    const agent = bench.agent();
    await agent.open(
      bench.site.page(`<input type="search" aria-label="People">
        <ul>${['Ada', 'Bob', 'Eve'].map((name) => `<li style="transition:opacity .3s"><button>${name}</button></li>`).join('')}</ul><script>
        let timer;
        const field = document.querySelector('input');
        field.addEventListener('input', () => {
          clearTimeout(timer);
          timer = setTimeout(() => {
            for (const item of document.querySelectorAll('li'))
              if (!item.textContent.includes(field.value)) {
                item.style.opacity = 0;
                item.addEventListener('transitionend', () => item.remove());
              }
          }, 300);
        });</script>`),
    );
    const { changes } = await agent.does('browser_type', { ref: '@e1', text: 'Eve' });
    expect(changes).toBe('- @e2 button "Ada"\n- @e3 button "Bob"');
  });

  it('or a click are in the same answer too', async () => {
    const agent = bench.agent();
    await agent.open(
      bench.site.page(`<button id="go">Load</button><p></p><script>
        go.onclick = () => setTimeout(() => { document.querySelector('p').innerHTML = '<button>Eve</button>'; }, 200);</script>`),
    );
    const { changes } = await agent.click('button "Load"');
    expect(changes).toContain('button "Eve"');
  });
});

describe('what a page puts off when it has the answer', () => {
  it('is told, though the action itself has changed something', async () => {
    const agent = bench.lasting();
    bench.site.on('/add', (_request, response) => void response.end('Big file'));
    const page =
      bench.site.page(`<button id="add">Add</button><p id="form">New file</p><ul id="list"></ul><script>
      add.onclick = async () => {
        form.textContent = 'Adding';
        const name = await (await fetch('/add', { method: 'POST' })).text();
        setTimeout(() => { list.innerHTML = '<li><a href="#">' + name + '</a></li>'; }, 150);
      };</script>`);
    await agent.open(page);
    const { changes } = await agent.click('button "Add"');
    expect(changes).toContain('link "Big file"');
  });

  it('is on the first screen', async () => {
    const agent = bench.lasting();
    bench.site.on('/files', (_request, response) => void response.end('Big file'));
    const page = bench.site.page(`<button>Add</button><ul id="list"></ul><script>
      addEventListener('load', async () => {
        const name = await (await fetch('/files')).text();
        setTimeout(() => { list.innerHTML = '<li><a href="#">' + name + '</a></li>'; }, 150);
      });</script>`);
    expect(await agent.open(page)).toContain('link "Big file"');
  });
});

describe('what only says that something is still to come', () => {
  const says = { 'Loading…': 'div', 'Searching...': 'p', 'Sending…': 'button' };
  it.each(Object.entries(says))('is seen through where it is %s', async (text, tag) => {
    const agent = bench.agent();
    const page = bench.site.page(`<button id="go">Go</button><div id="out"></div><script>
      go.onclick = () => { out.innerHTML = '<${tag}>${text}</${tag}>'; setTimeout(() => { out.innerHTML = '<button>Ada</button>'; }, 700); };
    </script>`);
    await agent.open(page);
    const { changes, pending } = await agent.click('button "Go"');
    expect(changes).toMatch(/^\+ @e\d+ button "Ada"$/);
    expect(pending).toBeUndefined();
  });

  it('is followed to the request that it leads to', async () => {
    const agent = bench.agent();
    const names = bench.site.page('Ada');
    const page = bench.site.page(`<input aria-label="City"><div id="out"></div><script>
      let timer;
      document.querySelector('input').oninput = () => {
        out.innerHTML = '<div>Loading…</div>';
        clearTimeout(timer);
        timer = setTimeout(() => fetch('${names.url}').then((answer) => answer.text()).then(() => { out.innerHTML = '<button>Rome</button>'; }), 700);
      };</script>`);
    await agent.open(page);
    expect((await agent.type('textbox "City"', 'ro')).changes).toContain('button "Rome"');
  });

  it('is said to be pending where it stays', async () => {
    const agent = bench.agent();
    const page = bench.site.page(`<button id="go">Go</button><div id="out"></div><script>
      go.onclick = () => { out.innerHTML = '<span role="progressbar"></span><p>Wait</p>'; setTimeout(() => { out.textContent = 'Done'; }, 60000); };
    </script>`);
    await agent.open(page);
    const { changes, pending } = await agent.click('button "Go"');
    expect(changes).toContain('"Wait"');
    expect(pending).toEqual(['the page says that it is still at it']);
  });

  it.each([
    ['a button that can not be pressed again', 'go.disabled = true;'],
    ['a drawing that turns', `out.innerHTML = '<div class="turns"></div>';`],
  ])('is seen through where that is %s', async (_what, shown) => {
    const agent = bench.agent();
    const page = bench.site.page(`<style>@keyframes turn { to { rotate: 1turn } }
      .turns { width: 20px; height: 20px; border: 2px solid; animation: turn 1s linear infinite }</style>
      <button id="go">Go</button><div id="out"></div><script>
      go.onclick = () => { ${shown} setTimeout(() => { go.disabled = false; out.innerHTML = '<p role="status">Ready</p>'; }, 700); };</script>`);
    await agent.open(page);
    const { changes, pending } = await agent.click('button "Go"');
    expect(changes).toMatch(/^\+ @e\d+ status "Ready"$/);
    expect(pending).toBeUndefined();
  });

  it('is nothing that a menu offers', async () => {
    const agent = bench.agent();
    const page = bench.site.page(`<button id="go">File</button><div id="out"></div><script>
      go.onclick = () => { out.innerHTML = '<button>Save as…</button><button>Loading dock and all of its many gates</button>'; setTimeout(() => note('later'), 60000); };
    </script>`);
    await agent.open(page);
    expect((await agent.click('button "File"')).pending).toBeUndefined();
  });
});

describe('links that are drawn anew', () => {
  it('are not told again as texts', async () => {
    const agent = bench.agent();
    const page = bench.site.page(`<button id="go">Go</button><ul id="list"></ul><script>
      const draw = (names) => { list.innerHTML = names.map((name) => '<li><a href="#' + name + '">' + name + '</a></li>').join(''); };
      go.onclick = () => draw(['Banana']);
      draw(['Apple', 'Banana', 'Cherry']);</script>`);
    await agent.open(page);
    const [apple, , cherry] = agent.refs('link');
    const { changes } = await agent.click('button "Go"');
    expect(changes.split('\n')).toEqual([`- ${apple} link "Apple"`, `- ${cherry} link "Cherry"`]);
  });
});

describe('nameless things that are new', () => {
  it('are told apart by their place, as on the page', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(`<button id="add">Add</button><div id="node"></div><script>
      add.onclick = () => {
        node.innerHTML = '<span>Timer</span>' + ['i', 'b', 'u'].map((tag) =>
          '<' + tag + ' style="display: inline-block; width: 20px; height: 20px" onclick=""></' + tag + '>').join('');
      };</script>`);
    await agent.open(page);
    const { changes } = await agent.click('button "Add"');
    const places = changes.match(/\d of 3/g);
    expect(places).toEqual(['1 of 3', '2 of 3', '3 of 3']);
    expect((await agent.snapshot()).match(/\d of 3/g)).toEqual(places);
  });
});
