#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createSandbox, findBrowser, machine, noSandbox, playwright, viewport } from './environment.mjs';
import { caller, count, library, refOf } from './library.mjs';

const usage = `node bench/soak.mjs [options]
What only shows after a while: secrets that leak, memory that grows, browsers that stay behind, many sessions at once.
  --only <parts>    logins, memory, kills, load (default: all)
  --logins <n>      logins with secrets (default: 1000)
  --calls <n>       calls whose memory is watched, after the warm-up (default: 10000)
  --kills <n>       times that the process is killed (default: 200)
  --active <n>      sessions that act at once (default: 16)
  --idle <n>        sessions that are open and do nothing (default: 64)
  --seconds <n>     how long each side acts in each round of the load (default: 20)
  --rounds <n>      rounds of the load, bare Playwright and Handhold by turns (default: 3)
`;

const say = (line) => process.stderr.write(`${line}\n`);
const print = (line) => process.stdout.write(`${line}\n`);
const megabyte = 2 ** 20;

const parts = { logins, memory, kills, load };

async function main() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: Object.keys(parts).join(',') },
      logins: { type: 'string', default: '1000' },
      calls: { type: 'string', default: '10000' },
      kills: { type: 'string', default: '200' },
      active: { type: 'string', default: '16' },
      idle: { type: 'string', default: '64' },
      seconds: { type: 'string', default: '20' },
      rounds: { type: 'string', default: '3' },
      child: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(usage);
    return;
  }
  if (values.child !== undefined) {
    await child(values.child);
    return;
  }
  const numbers = Object.fromEntries(
    ['logins', 'calls', 'kills', 'active', 'idle', 'seconds', 'rounds'].map((name) => [
      name,
      count(values[name], name),
    ]),
  );
  const chosen = values.only.split(',').map((name) => name.trim());
  const unknown = chosen.filter((name) => !Object.hasOwn(parts, name));
  if (unknown.length > 0)
    throw new Error(`No such part: ${unknown.join(', ')}. There are: ${Object.keys(parts).join(', ')}`);
  const executable = findBrowser();
  const { browser, cpu, cores, node } = machine(executable);
  print(`${browser}, ${cpu}, ${cores} cores, Node ${node}`);
  const sandbox = createSandbox('soak');
  process.env.HANDHOLD_EXECUTABLE_PATH = executable;
  const site = await serve();
  try {
    for (const name of chosen) {
      say(name);
      await parts[name]({ ...numbers, site, dir: sandbox.dir, executable });
    }
  } finally {
    await site.close();
    const left = await sandbox.dispose();
    if (left?.length > 0) {
      print(`left behind: ${left.join(', ')}`);
      process.exitCode = 1;
    }
  }
}

/** A judgement that the exit code follows. */
function judge(what, figure, holds) {
  print(`${holds ? 'ok  ' : 'FAIL'} ${what}: ${figure}`);
  if (!holds) process.exitCode = 1;
}

/** A site with a form to act on, and a login whose page tells everyone what it was given. */
async function serve() {
  const received = [];
  const html = (title, body) =>
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><body>${body}</body></html>`;
  const login = html(
    'Log in',
    `<h1>Log in</h1><form id=f><label>User <input id=u autocomplete=off></label>
     <label>Password <input id=p type=password autocomplete=off></label><button>Log in</button></form><p id=out></p>
     <script>f.onsubmit = (event) => {
       event.preventDefault();
       const v = p.value;
       console.error('password was ' + v); console.log(JSON.stringify({ v }));
       document.title = 'Hello ' + v; out.textContent = 'Welcome, ' + u.value + ', your password is ' + v;
       out.title = encodeURIComponent(v); out.setAttribute('aria-label', btoa(v));
       fetch('/told?v=' + encodeURIComponent(v), { method: 'POST', body: JSON.stringify({ v }) });
       history.replaceState(0, '', '/login?v=' + encodeURIComponent(v));
       setTimeout(() => { throw new Error('secret ' + v); });
     }</script>`,
  );
  const form = html(
    'Counter',
    `<h1>Counter</h1><button onclick="n.textContent = Number(n.textContent) + 1">Add</button> <output id=n>0</output>
     <label>Name <input></label><div style="height:2000px"></div><a href="/form">Again</a>`,
  );
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://site');
    if (pathname === '/told') received.push(searchParams.get('v'));
    if (pathname !== '/form' && pathname !== '/login') {
      response.writeHead(204).end();
      return;
    }
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(pathname === '/login' ? login : form);
  });
  await new Promise((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${server.address().port}`;
  return {
    received,
    form: `${origin}/form`,
    login: `${origin}/login`,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

/** Logs in again and again on a page that repeats the password wherever it can, and looks for it in all that comes out. */
async function logins({ logins: times, site, dir }) {
  const { createBrowserTools } = await library();
  const passwords = Array.from({ length: 10 }, (_, i) => `Canary ${i} "pä$$&wörd</b>" ${'zyxwvutsrq'[i]}+7`);
  const secrets = Object.fromEntries(
    passwords.map((value, i) => [`PASSWORD_${i}`, { value, hosts: ['127.0.0.1'] }]),
  );
  const canaries = passwords.flatMap((value, i) => [
    value,
    `pä$$&wörd</b>" ${'zyxwvutsrq'[i]}`,
    encodeURIComponent(value),
    JSON.stringify(value).slice(1, -1),
    Buffer.from(value).toString('base64'),
    Buffer.from(value, 'latin1').toString('base64'),
  ]);
  const hits = { output: 0, error: 0, stderr: 0, audit: 0 };
  const look = (place, text) => {
    for (const canary of canaries) if (text.includes(canary)) hits[place] += 1;
  };
  const audit = join(dir, 'audit.jsonl');
  const tools = createBrowserTools({ allowPrivate: true, secrets, audit });
  const write = process.stderr.write.bind(process.stderr);
  process.stderr.write = (chunk, ...rest) => {
    look('stderr', String(chunk));
    return write(chunk, ...rest);
  };
  let calls = 0;
  const call = async (name, input = {}) => {
    const { result, rendered } = await tools.callAndRender(name, input);
    calls += 1;
    look(result.error ? 'error' : 'output', `${JSON.stringify(result)}\n${rendered.text}`);
    return { result, text: rendered.text };
  };
  const must = async (name, input) => {
    const { result, text } = await call(name, input);
    if (!result.success) throw new Error(`${name}: ${result.error.code}: ${result.error.message}`);
    return text;
  };
  try {
    for (let i = 0; i < times; i++) {
      const value = passwords[i % passwords.length];
      const page = await must('browser_navigate', { url: site.login });
      await must('browser_type', { ref: refOf(page, 'textbox "User'), text: `user-${i}` });
      const text = `{{secret:PASSWORD_${i % passwords.length}}}`;
      await must('browser_type', { ref: refOf(page, 'textbox "Password'), text });
      await must('browser_click', { ref: refOf(page, 'button "Log in') });
      await must('browser_snapshot', { interactiveOnly: false });
      await must('browser_console', { clear: true });
      await must('browser_network', { filter: 'told' });
      await must('browser_evaluate', { script: 'document.body.outerHTML + document.title + location.href' });
      await call('browser_click', { selector: `[title="${value}"]` });
      await call('browser_evaluate', { script: 'throw new Error(document.title)' });
      await must('browser_tabs', { action: 'list' });
      if ((i + 1) % 100 === 0) say(`  ${i + 1} logins`);
    }
  } finally {
    await tools.close();
    process.stderr.write = write;
  }
  look('audit', readFileSync(audit, 'utf8'));
  const arrived = site.received.filter((value) => passwords.includes(value)).length;
  const found = Object.values(hits).reduce((sum, n) => sum + n, 0);
  judge('logins that the site took with the right password', `${arrived} of ${times}`, arrived === times);
  judge(`canaries in ${calls} answers, errors, stderr and the audit log`, JSON.stringify(hits), found === 0);
}

/** Watches the memory of this process, and of the browser, over many calls of all kinds. */
async function memory({ calls: times, site, dir }) {
  const { createBrowserTools } = await library();
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  const tools = createBrowserTools({ network: { zoneOf: () => 'public' } });
  const call = caller(tools, 'memory');
  const round = async () => {
    const { snapshot } = await call('browser_navigate', { url: site.form });
    const [button, field] = [refOf(snapshot, 'button "Add'), refOf(snapshot, 'textbox "Name')];
    for (let i = 0; i < 3; i++) {
      await call('browser_click', { ref: button });
      await call('browser_type', { ref: field, text: `Ada ${i}`, clearFirst: true });
      await call('browser_snapshot');
    }
    await call('browser_find', { text: 'again' });
    await call('browser_scroll', { to: 'bottom' });
    await call('browser_press', { key: 'Tab' });
    await call('browser_read');
    await call('browser_console');
    return 15;
  };
  const sample = (done) => {
    collect();
    const { heapUsed, external, rss } = process.memoryUsage();
    return { done, used: (heapUsed + external) / megabyte, rss: rss / megabyte, browser: residentOf(dir) };
  };
  try {
    const warm = Math.max(1000, Math.ceil(times / 5));
    for (let done = 0; done < warm; ) done += await round();
    const samples = [sample(0)];
    let done = 0;
    for (let next = times / 10; done < times; ) {
      done += await round();
      if (done < next) continue;
      next += times / 10;
      samples.push(sample(done));
      const { used, rss, browser } = samples.at(-1);
      say(
        `  ${done} calls: heap ${used.toFixed(1)}, resident ${rss.toFixed(0)}, browser ${browser.toFixed(0)} MiB`,
      );
    }
    const grows = (key) => slope(samples, key) * 1000;
    const heap = grows('used');
    judge(`heap per 1,000 calls, over ${done}`, `${heap.toFixed(2)} MiB (at most 5)`, heap <= 5);
    print(
      `     resident per 1,000 calls: ${grows('rss').toFixed(2)} MiB, browser: ${grows('browser').toFixed(2)} MiB`,
    );
  } finally {
    await tools.close();
  }
}

/** How much a figure grows per call, as the line of least squares says. */
function slope(samples, key) {
  const mean = (pick) => samples.reduce((sum, one) => sum + pick(one), 0) / samples.length;
  const [x, y] = [mean(({ done }) => done), mean((one) => one[key])];
  const over = samples.reduce((sum, one) => sum + (one.done - x) * (one[key] - y), 0);
  return over / samples.reduce((sum, { done }) => sum + (done - x) ** 2, 0);
}

/** What the processes of the browser in this folder hold, in MiB. */
function residentOf(dir) {
  return processesIn(dir).reduce((sum, pid) => {
    const status = readOr(`/proc/${pid}/status`);
    return sum + Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
  }, 0);
}

/** Processes that were started in this folder, by their environment, this one left out. */
function processesIn(dir) {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && Number(entry) !== process.pid)
    .filter((pid) => {
      const world = `${readOr(`/proc/${pid}/environ`)}\0${readOr(`/proc/${pid}/cmdline`)}`;
      return readOr(`/proc/${pid}/cmdline`) !== '' && world.includes(dir);
    })
    .map(Number);
}

function readOr(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // Gone, or another user's.
    return '';
  }
}

/** Kills the process that holds a browser, at rest and at work by turns, and counts what is still there 5 s later. */
async function kills({ kills: times, site, dir }) {
  const times_ = [];
  let orphans = 0;
  for (let i = 0; i < times; i++) {
    const own = join(dir, `kill-${i}`);
    mkdirSync(own);
    const doomed = spawn(process.execPath, [import.meta.filename, '--child', i % 2 === 0 ? 'rest' : 'work'], {
      env: { ...process.env, TMPDIR: own, TEMP: own, TMP: own, HOME: own, SOAK_URL: site.form },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(doomed.stdout, 'data');
    if (processesIn(own).length < 2) throw new Error('There was no browser to be left behind.');
    doomed.kill('SIGKILL');
    await once(doomed, 'exit');
    const since = performance.now();
    let left = processesIn(own);
    while (left.length > 0 && performance.now() - since < 5000) {
      await sleep(20);
      left = processesIn(own);
    }
    times_.push(performance.now() - since);
    orphans += left.length;
    for (const pid of left) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended by itself in the meantime.
      }
    }
    if ((i + 1) % 20 === 0) say(`  ${i + 1} kills`);
  }
  times_.sort((a, b) => a - b);
  const [median, worst] = [times_[Math.floor(times_.length / 2)], times_.at(-1)];
  judge(`orphans 5 s after ${times} kills`, orphans, orphans === 0);
  print(`     all gone after ${median.toFixed(0)} ms (median), ${worst.toFixed(0)} ms (worst)`);
}

/** What is killed: a process with an open page, that says so, and then rests or goes on calling. */
async function child(how) {
  const { createBrowserTools } = await library();
  const tools = createBrowserTools({ network: { zoneOf: () => 'public' } });
  const call = caller(tools, 'doomed');
  const { snapshot } = await call('browser_navigate', { url: process.env.SOAK_URL });
  process.stdout.write('ready\n');
  const ref = refOf(snapshot, 'button "Add');
  while (how === 'work') await call('browser_click', { ref });
  await sleep(600_000);
}

/** Many sessions at once: how many clicks a second, beside bare Playwright with as many pages. */
async function load({ active, idle, seconds, rounds, site, executable }) {
  const { createBrowserTools } = await library();
  const rates = { bare: [], ours: [] };
  for (let round = 0; round < rounds; round++) {
    rates.bare.push(await bareRate({ active, idle, seconds, site, executable }));
    say(`  round ${round + 1}: bare Playwright ${rates.bare.at(-1).toFixed(1)} clicks/s`);
    rates.ours.push(await ourRate({ active, idle, seconds, site, createBrowserTools }));
    say(`  round ${round + 1}: Handhold ${rates.ours.at(-1).toFixed(1)} clicks/s`);
  }
  const [bare, ours] = [Math.max(...rates.bare), Math.max(...rates.ours)];
  const share = ours / bare;
  judge(
    `clicks a second, ${active} sessions acting, ${idle} idle, best of ${rounds}`,
    `${ours.toFixed(1)} beside ${bare.toFixed(1)} of bare Playwright, ${(share * 100).toFixed(0)}% (at least 85%)`,
    share >= 0.85,
  );
}

async function bareRate({ active, idle, seconds, site, executable }) {
  const browser = await playwright().chromium.launch({
    executablePath: executable,
    args: noSandbox ? ['--no-sandbox'] : [],
  });
  try {
    const pages = [];
    for (let i = 0; i < active + idle; i++) {
      const page = await (await browser.newContext({ viewport })).newPage();
      await page.goto(site.form);
      pages.push(page);
    }
    const acting = pages.slice(0, active);
    const clicks = await during(seconds, acting, (page) => page.getByRole('button', { name: 'Add' }).click());
    const seen = await Promise.all(acting.map((page) => page.locator('output').textContent()));
    return verified(clicks, seen) / seconds;
  } finally {
    await browser.close();
  }
}

async function ourRate({ active, idle, seconds, site, createBrowserTools }) {
  const tools = createBrowserTools({ network: { zoneOf: () => 'public' }, idleTimeout: 0 });
  try {
    const sessions = [];
    for (let i = 0; i < active + idle; i++) {
      const call = caller(tools, `load-${i}`);
      const { snapshot } = await call('browser_navigate', { url: site.form });
      sessions.push({ call, ref: refOf(snapshot, 'button "Add') });
    }
    const acting = sessions.slice(0, active);
    const clicks = await during(seconds, acting, ({ call, ref }) => call('browser_click', { ref }));
    const seen = await Promise.all(
      acting.map(async ({ call }) => {
        const { value } = await call('browser_evaluate', {
          script: 'document.querySelector("output").value',
        });
        return value;
      }),
    );
    await beyond(tools, sessions[0]);
    return verified(clicks, seen) / seconds;
  } finally {
    await tools.close();
  }
}

/** More than a session can take is refused at once, not answered late. */
async function beyond(tools, { ref }) {
  const calls = Array.from({ length: 64 }, () => tools.call('browser_click', { ref }, { session: 'load-0' }));
  const results = await Promise.all(calls);
  const busy = results.filter(({ error }) => error?.code === 'busy');
  const slowest = Math.max(0, ...busy.map(({ executionTime }) => executionTime));
  judge(
    '64 calls at once on one session',
    `${busy.length} busy within ${slowest.toFixed(0)} ms`,
    busy.length > 0,
  );
}

/** Has each of them act again and again for so many seconds; gives how often that was done. */
async function during(seconds, all, act) {
  const end = performance.now() + seconds * 1000;
  const counts = await Promise.all(
    all.map(async (one) => {
      let n = 0;
      for (; performance.now() < end; n++) await act(one);
      return n;
    }),
  );
  return counts.reduce((sum, n) => sum + n, 0);
}

/** Clicks count only if the pages have counted them too. */
function verified(clicks, seen) {
  const counted = seen.reduce((sum, text) => sum + Number(text), 0);
  if (counted !== clicks) throw new Error(`${clicks} clicks were made, but the pages saw ${counted}.`);
  return clicks;
}

main().catch((error) => {
  say(error?.stack ?? String(error));
  process.exitCode = 1;
});
