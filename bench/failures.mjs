#!/usr/bin/env node
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { findBrowser } from './environment.mjs';
import { count, library, refOf } from './library.mjs';
import { repeat } from './measure.mjs';

/** How soon a call that can't succeed says why, in process: `node bench/failures.mjs [--runs 20]`. */

const limit = 300;

const page = `<!doctype html><title>Failures</title>
<button id="covered">Covered</button><div style="position: absolute; inset: 0 auto auto 0; width: 200px; height: 40px; background: gold">Cover</div>
<p style="margin-top: 60px"><button id="disabled" disabled>Disabled</button> <button id="hidden" style="visibility: hidden">Hidden</button>
<a id="link" href="#x">Link</a> <select id="choice"><option>One</option></select> <button id="gone">Gone</button>
<button id="asks" onclick="confirm('Sure?')">Asks</button></p>`;

/** What is asked, what is done before, and the code that must come back. */
const failures = [
  { what: 'covered', code: 'element_blocked', tool: 'browser_click', input: { selector: '#covered' } },
  { what: 'disabled', code: 'element_disabled', tool: 'browser_click', input: { selector: '#disabled' } },
  { what: 'hidden', code: 'element_not_visible', tool: 'browser_click', input: { selector: '#hidden' } },
  {
    what: 'not editable',
    code: 'not_editable',
    tool: 'browser_type',
    input: { selector: '#link', text: 'x' },
  },
  { what: 'unknown ref', code: 'stale_ref', tool: 'browser_click', input: { ref: '@e999' } },
  { what: 'no match', code: 'element_not_found', tool: 'browser_click', input: { selector: '#nowhere' } },
  {
    what: 'missing option',
    code: 'element_not_found',
    tool: 'browser_select',
    input: { selector: '#choice', values: ['Two'] },
  },
  {
    what: 'stale ref',
    code: 'stale_ref',
    tool: 'browser_click',
    input: { ref: '@gone' },
    before: { script: 'document.querySelector("#gone").remove()' },
  },
  {
    what: 'dialog open',
    code: 'dialog_open',
    tool: 'browser_click',
    input: { selector: '#link' },
    before: { click: '#asks' },
  },
];

async function main() {
  const { values } = parseArgs({ options: { runs: { type: 'string', default: '20' } } });
  const runs = count(values.runs, 'runs');
  const { createBrowserTools } = await library();
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end(page);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const tools = createBrowserTools({ allowPrivate: true, executablePath: findBrowser() });
  try {
    const { data } = await tools.call('browser_navigate', {
      url: `http://127.0.0.1:${server.address().port}/`,
    });
    const gone = refOf(data.snapshot, 'button "Gone"');
    process.stdout.write('ms                min  median     max\n');
    for (const { what, code, tool, input, before } of failures) {
      if (before?.script) await tools.call('browser_evaluate', before);
      if (before?.click) await tools.call('browser_click', { selector: before.click });
      const asked = input.ref === '@gone' ? { ref: gone } : input;
      const { ms } = await repeat(
        async () => {
          const { error } = await tools.call(tool, asked);
          if (error?.code !== code) throw new Error(`${what}: ${error?.code ?? 'success'}, not ${code}`);
        },
        { runs },
      );
      const cells = [ms.min, ms.median, ms.max].map((value) => value.toFixed(1).padStart(8));
      process.stdout.write(
        `${what.padEnd(14)}${cells.join('')}${ms.median > limit ? ` over ${limit}` : ''}\n`,
      );
      if (ms.median > limit) process.exitCode = 1;
    }
  } finally {
    await tools.close();
    server.close();
    server.closeAllConnections();
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(`failures: ${error.message}\n`);
  process.exitCode = 1;
}
