import type { Stage } from '../acting/stage.js';
import type { DownloadReport, TrackedDownload } from '../browser/downloads.js';
import type { Session } from '../browser/session.js';
import type { Deadline } from '../deadline.js';
import { Failure } from '../errors.js';
import { safeName } from '../gate/files.js';
import { quote } from '../gate/untrusted.js';
import type { DownloadsAction } from './action.js';

export interface DownloadsReport {
  downloads: (DownloadReport & { path?: string; pending?: boolean })[];
  /** Downloads beyond the limit of the session, which were stopped. */
  refused?: number;
}

export async function downloads(
  action: DownloadsAction,
  session: Session,
  deadline: Deadline,
  { files, clean }: Stage,
): Promise<DownloadsReport> {
  const log = session.logs.downloads;
  const wanted = action.id === undefined ? log.list() : [known(session, action.id)];
  const saving = action.save !== undefined && action.save !== false;
  const chosen = saving && action.id === undefined ? wanted.slice(-1) : wanted;
  if (saving && chosen.length === 0)
    throw new Failure('action_validation_error', 'Nothing has been downloaded in this session.');
  const reports: DownloadsReport['downloads'] = [];
  for (const kept of chosen.slice(-100)) {
    const path = saving ? await save(kept, action.save, deadline, { files, clean }) : undefined;
    const pending = kept.report.size === undefined && kept.report.failure === undefined;
    reports.push({ ...kept.report, ...(path ? { path } : {}), ...(pending ? { pending } : {}) });
  }
  return { downloads: reports, ...(log.refused > 0 ? { refused: log.refused } : {}) };
}

function known(session: Session, id: string): TrackedDownload {
  const kept = session.logs.downloads.get(id);
  if (kept) return kept;
  const ids = session.logs.downloads
    .list()
    .slice(-10)
    .map(({ report }) => report.id);
  throw new Failure('action_validation_error', `There is no download ${quote(id, 20)}.`, {
    hint: ids.length > 0 ? `Known downloads: ${ids.join(', ')}.` : 'Nothing has been downloaded yet.',
  });
}

async function save(
  kept: TrackedDownload,
  where: boolean | string | undefined,
  deadline: Deadline,
  { files, clean }: Pick<Stage, 'files' | 'clean'>,
): Promise<string> {
  const place =
    typeof where === 'string'
      ? files.writable(where, 'download')
      : files.placeFor(safeName(clean(kept.report.name), kept.report.id));
  await deadline.race(kept.done);
  if (kept.report.failure)
    throw new Failure(
      'execution_error',
      `Download ${kept.report.id} did not come: ${quote(kept.report.failure)}.`,
      {
        hint: 'Start the download again.',
        sideEffect: 'none',
      },
    );
  const stream = await deadline.race(kept.handle.createReadStream());
  const { path } = await deadline.race(files.save(place, stream));
  return path;
}
