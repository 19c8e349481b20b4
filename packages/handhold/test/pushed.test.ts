import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { useBrowser } from './agent.js';
import type { SocketEnd } from './site.js';

const bench = useBrowser();

let count = 0;

/** Addresses that no other story has. */
function places(): { list: string; save: string; line: string } {
  count += 1;
  return { list: `/list${count}`, save: `/save${count}`, line: `/line${count}` };
}

/** How long a server takes to notice what has changed, and a page to ask for it. */
const later = 200;

/** A list that is asked for anew, a moment after the page was told that it is another by now. */
const listing = (list: string) => `<ul id="list"></ul><script>
  let timer;
  const changed = () => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const items = await (await fetch('${list}')).json();
      document.getElementById('list').innerHTML = items.map((item) => '<li><a href="#">' + item + '</a></li>').join('');
    }, ${later});
  };</script>`;

/** A form that sends what is written and is emptied, whatever comes of it. */
const saving = (save: string) => `<input aria-label="Title"><button id="save">Save</button><script>
  document.getElementById('save').onclick = async () => {
    await fetch('${save}', { method: 'POST' });
    document.querySelector('input').value = '';
  };</script>`;

/** A server that says on a line of its own that something was saved, after it has answered. */
function server(saved: () => void) {
  const { list, save, line } = places();
  const items: string[] = [];
  bench.site.on(list, (_request, response) => response.end(JSON.stringify(items)));
  bench.site.on(save, (_request, response) => {
    items.push('Second');
    response.end('{}');
    setTimeout(saved, later);
  });
  return { list, save, line };
}

describe('what comes of an action on a line on which the server speaks by itself', () => {
  it('comes as an answer on a socket', async () => {
    const { line } = places();
    bench.site.onSocket(line, (end, heard) => {
      if (heard === 'save') setTimeout(() => end.say('Saved'), later);
    });
    const page = bench.site.page(`<button id="save">Save</button><p id="said"></p><script>
      const socket = new WebSocket(location.origin.replace('http', 'ws') + '${line}');
      socket.onmessage = ({ data }) => { document.getElementById('said').textContent = data; };
      socket.onopen = () => { document.getElementById('save').onclick = () => socket.send('save'); };</script>`);
    const agent = bench.agent();
    await agent.open(page);
    const { changes } = await agent.click('button "Save"');
    expect(changes).toContain('"Saved"');
  });

  it('is pushed on a socket after the request was answered, and asked for a moment after that', async () => {
    const ends: SocketEnd[] = [];
    const { list, save, line } = server(() => {
      for (const end of ends) end.say('changed');
    });
    bench.site.onSocket(line, (end) => void ends.push(end));
    const page = bench.site.page(`${saving(save)}${listing(list)}<script>
      new WebSocket(location.origin.replace('http', 'ws') + '${line}').onmessage = changed;</script>`);
    const agent = bench.agent();
    await agent.open(page);
    await expect.poll(() => ends.length).toBe(1);
    const { changes } = await agent.click('button "Save"');
    expect(changes).toContain('link "Second"');
  });

  it('is pushed on a stream of events', async () => {
    const streams: ServerResponse[] = [];
    const { list, save, line } = server(() => {
      for (const stream of streams) stream.write('data: changed\n\n');
    });
    bench.site.on(line, (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(':\n\n');
      streams.push(response);
    });
    const page = bench.site.page(`${saving(save)}${listing(list)}<script>
      new EventSource('${line}').onmessage = changed;</script>`);
    const agent = bench.agent();
    await agent.open(page);
    await expect.poll(() => streams.length).toBe(1);
    const { changes } = await agent.click('button "Save"');
    expect(changes).toContain('link "Second"');
  });

  it('is the answer to a request that was left open, which is asked again without end', async () => {
    const open: ServerResponse[] = [];
    const { list, save, line } = server(() => {
      for (const response of open.splice(0)) response.end('changed');
    });
    bench.site.on(line, (_request, response) => void open.push(response));
    const page = bench.site.page(`${saving(save)}${listing(list)}<button id="listen">Listen</button><script>
      const poll = () => fetch('${line}?' + Date.now()).then(changed).then(poll);
      document.getElementById('listen').onclick = () => setTimeout(poll, 1000);</script>`);
    const agent = bench.agent();
    await agent.open(page);
    await agent.click('button "Listen"');
    await expect.poll(() => open.length).toBe(1);
    // By now the browser has told of that, too.
    await agent.snapshot();
    const { changes, pending } = await agent.click('button "Save"');
    expect(changes).toContain('link "Second"');
    expect(pending).toBeUndefined();
  });
});

describe('a list that is asked for anew by each action', () => {
  it('is waited for however soon that comes after the last answer', async () => {
    const { list } = places();
    bench.site.on(list, (request, response) => {
      const asked = new URL(request.url ?? '', 'http://any').searchParams.get('by') ?? '';
      setTimeout(() => response.end(asked), later);
    });
    const page = bench.site.page(`<button>name</button><button>price</button><p></p><script>
      for (const button of document.querySelectorAll('button')) button.onclick = async () => {
        document.querySelector('p').textContent = 'Searching';
        const by = await (await fetch('${list}?by=' + button.textContent)).text();
        document.querySelector('p').textContent = 'Sorted by ' + by;
      };</script>`);
    const agent = bench.agent();
    await agent.open(page);
    for (const name of ['name', 'price', 'name', 'price']) {
      const { changes } = await agent.click(`button "${name}"`);
      expect(changes).toContain(`"Sorted by ${name}"`);
    }
  });
});

describe('a first screen that a server tells on a socket', () => {
  it('is waited for where the page has asked for it', async () => {
    const { line } = places();
    bench.site.onSocket(line, (end, heard) => {
      if (heard === 'watch') setTimeout(() => end.say('Title'), later);
    });
    const page = bench.site.page(`<button>Refresh</button><form></form><script>
      const socket = new WebSocket(location.origin.replace('http', 'ws') + '${line}');
      socket.onmessage = ({ data }) => setTimeout(() => {
        document.querySelector('form').innerHTML = '<input aria-label="' + data + '">';
      }, ${later});
      addEventListener('load', () => setTimeout(() => {
        if (socket.readyState === 1) socket.send('watch');
        else socket.onopen = () => socket.send('watch');
      }));</script>`);
    const agent = bench.agent();
    expect(await agent.open(page)).toContain('textbox "Title"');
  });
});
