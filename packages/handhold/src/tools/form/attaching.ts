import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Prepared } from '../../acting/attempt.js';
import { framesFrom } from '../../acting/frames-from.js';
import type { Turn } from '../../acting/turn.js';
import { Failure } from '../../errors.js';
import type { FileRoots } from '../../gate/files.js';
import type { LiveFrame } from '../../page/frames/frames.js';
import { describe } from '../../page/refs/book.js';
import type { Found, Target } from '../../page/targeting/find-target.js';
import { chooseOrDrop, takesOne } from './file-chooser.js';

export const uploaded = {
  element: z.string(),
  /** Names of the files that were given to the page. */
  files: z.array(z.string()),
};

export type Uploaded = z.output<z.ZodObject<typeof uploaded>>;

/** More than this is not copied around for an agent. */
const maxBytes = 512 * 1024 * 1024;

/** Gives files to a field, or to what a click or a drop leads to. */
export async function attach(
  turn: Turn,
  target: Target | undefined,
  paths: readonly string[],
): Promise<Prepared<Uploaded>> {
  refuseTooMuch(paths, turn.files);
  const { live, deadline } = turn;
  const found = target ? await live.find(target, deadline) : await onlyField(turn);
  const { entry } = found;
  const { world } = entry.frame;
  const shown = target ? (entry.shown ?? null) : null;
  const into = await live.ask(found, turn, () => world.call(deadline, 'fileField', entry.id, shown));
  if (into.state !== 'file' && into.state !== 'other') throw live.obstacle(into, entry, deadline);
  if (into.state === 'file' && paths.length > 1 && !into.multiple) throw takesOne(found);
  const element = describe(entry);
  let healed = found.healed ? element : undefined;
  const copies = await copied(paths, turn);
  const data: Uploaded = { element, files: copies.map((copy) => copy.name) };
  const places = copies.map((copy) => copy.path);
  let isSent = false;
  return {
    soFar: () => ({ data, sent: isSent, healed }),
    send: async () => {
      if (into.state === 'other') {
        const effects = await chooseOrDrop(turn, found, places, (click) => {
          healed = click.healed ?? healed;
          isSent = true;
        });
        return { ...effects, data, healed };
      }
      isSent = true;
      const objectId = await deadline.race(world.elementObject(into.id));
      const set = world.cdp.send('DOM.setFileInputFiles', { files: places, objectId });
      await live.handled(set, deadline, 'unknown');
      return { data, healed, touched: framesFrom(entry.frame) };
    },
  };
}

/** Browsers read a file when they come to it, so what they are given is a copy that nobody else can change. */
async function copied(
  paths: readonly string[],
  { session, files, deadline }: Turn,
): Promise<{ path: string; name: string }[]> {
  const own = await deadline.race(session.folder());
  const batch = join(own, `upload-${process.hrtime.bigint()}`);
  const copies: { path: string; name: string }[] = [];
  for (const [i, path] of paths.entries()) {
    // Each in a folder of its own: two files may have the same name.
    const folder = join(batch, String(i));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const copy = await deadline.race(files.copyInto(path, folder));
    copies.push({ path: copy.path, name: files.readable(path).name });
  }
  return copies;
}

function refuseTooMuch(paths: readonly string[], files: FileRoots): void {
  const total = paths.reduce((sum, path) => sum + files.readable(path).size, 0);
  if (total > maxBytes)
    throw new Failure(
      'action_validation_error',
      `The files have ${Math.round(total / 1e6)} MB together; at most ${Math.round(maxBytes / 1e6)} MB can be uploaded.`,
      { hint: 'Choose smaller files.' },
    );
}

/** The one file field of the page, seen or not. */
async function onlyField({ live, deadline }: Turn): Promise<Found> {
  const main = await live.frames.main(deadline);
  const places: { frame: LiveFrame; id: number }[] = [];
  for (const frame of [main, ...(await live.frames.children(main, deadline))]) {
    const ids = await frame.world.call(deadline, 'fileFields').catch(() => []);
    for (const id of ids) places.push({ frame, id });
  }
  const [only] = places;
  if (!only)
    throw new Failure('element_not_found', 'There is no file field on the page.', {
      hint: 'Give the ref of the button or drop zone that takes files.',
    });
  if (places.length > 1)
    throw new Failure('action_validation_error', `There are ${places.length} file fields on the page.`, {
      hint: 'Give the ref of the one that is meant, or of its label or button.',
    });
  return live.targetFor(only.frame, only.id, { role: 'file', name: '' }, deadline);
}
