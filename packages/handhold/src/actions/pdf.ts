import type { Stage } from '../acting/stage.js';
import type { Session } from '../browser/session.js';
import type { Deadline } from '../deadline.js';
import { Failure, firstLine } from '../errors.js';
import { safeName } from '../gate/files.js';
import type { CdpSession } from '../page/cdp/session.js';
import type { PdfAction } from './action.js';
import { hideValues } from './hide-values.js';
import { refuseIfBlocked } from './outcome.js';

export interface PdfReport {
  path: string;
  size: number;
}

const maxSize = 200_000_000;

export async function pdf(
  action: PdfAction,
  session: Session,
  deadline: Deadline,
  { files, clean }: Stage,
): Promise<PdfReport> {
  const tab = session.current();
  refuseIfBlocked(tab);
  const line = deadline.interruptedBy(tab);
  const title = await tab.live.handled(tab.page.title(), line, 'none');
  const place =
    action.path === undefined
      ? files.placeFor(`${safeName(clean(title).slice(0, 60).replace(/\./g, '_'), 'page')}.pdf`)
      : files.writable(action.path, 'pdf');
  const { cdp: page } = tab.live;
  const showAgain = tab.live.hidden.length > 0 ? await hideValues(tab, tab.live.hidden, line) : undefined;
  const printing = page.send('Page.printToPDF', {
    printBackground: true,
    preferCSSPageSize: true,
    transferMode: 'ReturnAsStream',
  });
  const { stream } = await tab.live
    .handled(printing, line, 'none')
    .finally(showAgain)
    .catch((thrown: unknown) => {
      if (/not implemented|only supported|PrintToPDF/i.test(firstLine(thrown)))
        throw new Failure('execution_error', 'This browser can not print to PDF.', {
          hint: 'Printing works in a headless browser; take a browser_screenshot with fullPage instead.',
          sideEffect: 'none',
        });
      throw thrown;
    });
  if (stream === undefined) throw new Failure('execution_error', 'The browser printed nothing.');
  return line.race(files.save(place, pieces(page, stream)));
}

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
