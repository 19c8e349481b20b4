import { z } from 'zod';
import type { Stage } from '../../acting/stage.js';
import type { Downloads, TrackedDownload } from '../../browser/downloads.js';
import { Failure } from '../../errors.js';
import * as checks from '../../gate/checks.js';
import { safeName } from '../../gate/files.js';
import { shortly } from '../../gate/in-words.js';
import { quote } from '../../gate/untrusted.js';
import { defineTool } from '../../tool.js';
import { downloadLine } from '../shape.js';

const savePath: checks.Check<boolean | string> = {
  check: (save, rules) => {
    if (typeof save === 'string') checks.writableFile('download').check(save, rules);
  },
};

const input = z.strictObject({
  id: z.string().max(20).optional().describe('e.g. "d1"'),
  save: z
    .union([z.boolean(), z.string().max(1000)])
    .optional()
    .describe('true, or a path'),
});

const download = z.object({
  id: z.string(),
  /** As the site calls it: not a name to be trusted. */
  name: z.string(),
  url: z.string(),
  size: z.number().optional(),
  failure: z.string().optional(),
  path: z.string().optional(),
  pending: z.boolean().optional(),
});

const output = z.object({
  downloads: z.array(download),
  /** Downloads beyond the limit of the session, which were stopped. */
  refused: z.number().optional(),
});

type Save = z.output<typeof input>['save'];

export const downloads = defineTool({
  name: 'browser_downloads',
  description: 'List downloads, or save one to disk.',
  category: 'utility',
  safety: 'low_risk',
  timeout: 60_000,
  input,
  output,
  examples: [{}, { id: 'd1', save: true }],
  returns: 'The files, and where they were saved.',
  action: {
    type: 'downloads',
    plan: (input) => ({ ...input, timeout: 60_000 }),
    checks: { id: checks.asParsed, save: checks.optional(savePath) },
    risk: ({ save }) => ({
      touch: 'works',
      byItself: isSaving(save) ? { level: 'high', reasons: ['saves a file'] } : undefined,
    }),
    describe: () => 'working with downloads',
    summarize: ({ id, save }) => `working with downloads ${shortly({ id, save })}`,
    perform: (action, stage) => listDownloads(action, stage),
  },
  text: ({ downloads: files, refused }) => {
    const lines = files.map(fileLine);
    if (refused) lines.push(`${refused} more were refused: too many downloads`);
    return { head: lines.join('\n') || 'no downloads' };
  },
});

function fileLine(file: z.output<typeof download>): string {
  const saved = file.path ? ` saved as ${quote(file.path, 300)}` : '';
  return `${downloadLine(file)}${file.pending ? ' still coming' : ''}${saved}`;
}

function isSaving(save: Save): save is true | string {
  return save !== undefined && save !== false;
}

/** The downloads of the session; the newest, or the one that is named, is saved if that is asked for. */
async function listDownloads(
  { id, save }: z.output<typeof input>,
  stage: Stage,
): Promise<z.output<typeof output>> {
  const log = stage.session.logs.downloads;
  const wanted = id === undefined ? log.list() : [downloadWith(id, log)];
  const chosen = isSaving(save) && id === undefined ? wanted.slice(-1) : wanted;
  if (isSaving(save) && chosen.length === 0)
    throw new Failure('action_validation_error', 'Nothing has been downloaded in this session.');
  const listed: z.output<typeof download>[] = [];
  for (const each of chosen.slice(-100)) {
    const path = isSaving(save) ? await saveTo(save, each, stage) : undefined;
    const pending = each.report.size === undefined && each.report.failure === undefined;
    listed.push({ ...each.report, ...(path ? { path } : {}), ...(pending ? { pending } : {}) });
  }
  return { downloads: listed, ...(log.refused > 0 ? { refused: log.refused } : {}) };
}

function downloadWith(id: string, log: Downloads): TrackedDownload {
  const found = log.get(id);
  if (found) return found;
  const ids = log
    .list()
    .slice(-10)
    .map(({ report }) => report.id);
  throw new Failure('action_validation_error', `There is no download ${quote(id, 20)}.`, {
    hint: ids.length > 0 ? `Known downloads: ${ids.join(', ')}.` : 'Nothing has been downloaded yet.',
  });
}

/** Saves a download to a path, or under a name of our own; gives the path. */
async function saveTo(
  where: true | string,
  { report, done, handle }: TrackedDownload,
  { files, clean, deadline }: Stage,
): Promise<string> {
  const file =
    typeof where === 'string'
      ? files.writable(where, 'download')
      : files.placeFor(safeName(clean(report.name), report.id));
  await deadline.race(done);
  if (report.failure)
    throw new Failure('execution_error', `Download ${report.id} did not come: ${quote(report.failure)}.`, {
      hint: 'Start the download again.',
      sideEffect: 'none',
    });
  const stream = await deadline.race(handle.createReadStream());
  const { path } = await deadline.race(files.save(file, stream));
  return path;
}
