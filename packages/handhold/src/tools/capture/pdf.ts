import { z } from 'zod';
import { refuseIfBlocked } from '../../acting/outcome.js';
import type { Stage } from '../../acting/stage.js';
import type { Tab } from '../../browser/tab.js';
import type { Deadline } from '../../deadline.js';
import { Failure, firstLine } from '../../errors.js';
import * as checks from '../../gate/checks.js';
import { safeName } from '../../gate/files.js';
import { shortly } from '../../gate/in-words.js';
import { works } from '../../gate/risk.js';
import { quote } from '../../gate/untrusted.js';
import type { CdpSession } from '../../page/cdp/session.js';
import { defineTool } from '../../tool.js';
import { sizeText } from '../shape.js';
import { hideValues } from './hide-values.js';

const output = z.object({ path: z.string(), size: z.number() });

export const pdf = defineTool({
  name: 'browser_pdf',
  description: 'Save the page as a PDF file.',
  category: 'utility',
  safety: 'high',
  destructive: false,
  timeout: 30_000,
  input: z.strictObject({ path: z.string().max(1000).optional() }),
  output,
  examples: [{}, { path: 'invoice.pdf' }],
  returns: 'The file and its size.',
  action: {
    type: 'pdf',
    plan: (input) => ({ ...input, timeout: 30_000 }),
    checks: { path: checks.optional(checks.writableFile('pdf')) },
    risk: works,
    describe: () => 'printing the page',
    summarize: ({ path }) => `printing the page ${shortly({ path })}`,
    perform: (action, stage) => savePdf(action, stage),
  },
  text: (data) => ({ head: `saved ${quote(data.path, 300)}${sizeText(data.size)}` }),
});

async function savePdf(
  { path }: { path?: string | undefined },
  { session, deadline, files, clean }: Stage,
): Promise<z.output<typeof output>> {
  const tab = session.current();
  refuseIfBlocked(tab);
  const line = deadline.interruptedBy(tab);
  const title = await tab.live.handled(tab.page.title(), line, 'none');
  const file =
    path === undefined
      ? files.placeFor(`${safeName(clean(title).slice(0, 60).replace(/\./g, '_'), 'page')}.pdf`)
      : files.writable(path, 'pdf');
  const stream = await print(tab, line);
  return line.race(files.save(file, pieces(tab.live.cdp, stream)));
}

/** Has the browser print the page; gives the handle of the file in the browser. */
async function print(tab: Tab, deadline: Deadline): Promise<string> {
  const { live } = tab;
  const showValues = live.hidden.length > 0 ? await hideValues(tab, live.hidden, deadline) : undefined;
  const printing = live.cdp.send('Page.printToPDF', {
    printBackground: true,
    preferCSSPageSize: true,
    transferMode: 'ReturnAsStream',
  });
  const { stream } = await live
    .handled(printing, deadline, 'none')
    .finally(showValues)
    .catch((thrown: unknown) => {
      if (/not implemented|only supported|PrintToPDF/i.test(firstLine(thrown)))
        throw new Failure('execution_error', 'This browser can not print to PDF.', {
          hint: 'Printing works in a headless browser; take a browser_screenshot with fullPage instead.',
          sideEffect: 'none',
        });
      throw thrown;
    });
  if (stream === undefined) throw new Failure('execution_error', 'The browser printed nothing.');
  return stream;
}

const maxSize = 200_000_000;

/** The file as the browser hands it out. */
async function* pieces(cdp: CdpSession, handle: string): AsyncGenerator<Uint8Array> {
  let size = 0;
  try {
    for (;;) {
      const { data, base64Encoded, eof } = await cdp.send('IO.read', { handle, size: 1_000_000 });
      const piece = Buffer.from(data, base64Encoded ? 'base64' : 'utf8');
      size += piece.length;
      if (size > maxSize) throw new Failure('resource_exhausted', 'The PDF is larger than 200 MB.');
      yield piece;
      if (eof) return;
    }
  } finally {
    void cdp.send('IO.close', { handle }).catch(() => undefined);
  }
}
