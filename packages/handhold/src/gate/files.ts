import { randomBytes } from 'node:crypto';
import { constants, lstatSync, type Stats } from 'node:fs';
import { type FileHandle, mkdir, open, realpath, rm, stat } from 'node:fs/promises';
import { basename, dirname, extname, isAbsolute, join, relative, resolve } from 'node:path';
import { Failure, firstLine } from '../errors.js';
import { systemCode } from '../system-code.js';
import { type KeptFiles, nothingKept, whyKept } from './kept-files.js';
import { OutgoingContent } from './outgoing.js';
import { isInside, realOf } from './path.js';
import { rememberSaved, wasSaved } from './saved-files.js';
import { quote, visibleOnly } from './untrusted.js';

/** A file that may be read, and by what it can be known again. */
export interface ReadableFile {
  /** Where it really is: absolute, links followed. */
  path: string;
  name: string;
  size: number;
  device: number;
  inode: number;
}

/** A place that may be written to: inside this root, with no file there yet. */
export interface WritablePlace {
  path: string;
  root: string;
}

/** The content of a file: all at once, or as it comes. */
type Content = string | Uint8Array | AsyncIterable<Uint8Array>;

/** The kind of an output, which decides the endings its file may have. */
export type OutputKind = 'image' | 'pdf' | 'json' | 'download';

const endings: Record<Exclude<OutputKind, 'download'>, readonly string[]> = {
  image: ['.png', '.jpg', '.jpeg', '.webp'],
  pdf: ['.pdf'],
  json: ['.json'],
};

/** Endings by which a system runs a file when it is opened; a download never gets one on an agent's word. */
const runnable = new Set(
  `action apk app appimage applescript application appref-ms bash bat cjs cmd com command cpl csh deb
   desktop diagcab dll dmg efi elf exe fish flatpak flatpakref gadget hta inf inx isp jar
   jnlp js jse kext ksh library-ms lnk mjs mobileconfig msc msh msi msix msp mst nu pif pkg pl ppam
   prefpane prg ps1 ps1xml psc1 psd1 psm1 py pyc pyo pyw pyz pyzw rb reg rgs rpm run scf scpt
   scptd scr sct search-ms service settingcontent-ms sh shb shs snap so socket tcsh terminal timer
   tool u3p url vb vbe vbs vbscript vhd vhdx webloc website workflow ws wsc wsf wsh xbap xltm
   xnk xpi zsh`
    .split(/\s+/)
    .map((ending) => `.${ending}`),
);

const reserved = /^(con|prn|aux|nul|clock\$|com[0-9]|lpt[0-9])(\.|$)/i;
const unprintable = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
/** Most file systems end at 255 bytes; some room is left for what we add. */
const maxName = 200;

/** The folders that uploads may be read from and outputs be written to. The default gives as little as is useful. */
export class FileRoots {
  private readonly read: readonly string[];
  private readonly write: readonly string[];
  /** Dotfiles hold keys and settings: without roots of one's own they stay out of reach. */
  private readonly hidden: boolean;

  constructor(
    roots: readonly string[] | undefined,
    private readonly base: string = process.cwd(),
    private readonly kept: KeptFiles = nothingKept,
  ) {
    this.hidden = roots !== undefined;
    this.read = (roots ?? [base]).map((root) => resolve(base, root));
    this.write = (roots ?? [join(base, '.handhold')]).map((root) => resolve(base, root));
  }

  /** The same for a caller who stands in another folder: paths start there, and without roots of one's own it is the root. */
  from(folder: string): FileRoots {
    return new FileRoots(this.hidden ? this.read : undefined, folder, this.kept);
  }

  /** The real place of a file that may be read; throws where it is outside, hidden, or no ordinary file. */
  readable(path: string, outputsToo = false): ReadableFile {
    const places = this.inside(path, outputsToo ? [...this.write, ...this.read] : this.read);
    for (const real of places) {
      const found = lstatOf(real);
      if (!found) continue;
      const why = whyKept(real, found, this.kept);
      if (why !== undefined) throw denied(path, why);
      return checkedFile(path, real, found);
    }
    throw missing(path);
  }

  /** Where a path leads, if that is inside a folder that may be read or written; whether anything is there is left open. */
  check(path: string): string {
    const [first] = this.inside(path, [...this.write, ...this.read]);
    return first ?? path;
  }

  /** The real places that a path may mean inside these roots, at least one; throws where there is none. */
  private inside(path: string, roots: readonly string[]): string[] {
    refuseOddPath(path);
    const found: string[] = [];
    let hidden = false;
    for (const place of this.candidates(path, roots)) {
      const real = realOf(place);
      const root = roots.map(realOf).find((candidate) => isInside(candidate, real));
      if (root === undefined) continue;
      if (!this.hidden && isHidden(relative(root, real))) hidden = true;
      else found.push(real);
    }
    if (found.length > 0) return found;
    throw denied(path, hidden ? 'it is a hidden file' : 'it is outside the allowed folders');
  }

  /** Opens a file so that what is read is what was checked, whatever happens to its name meanwhile. */
  async open(path: string, outputsToo = false): Promise<{ file: ReadableFile; handle: FileHandle }> {
    const file = this.readable(path, outputsToo);
    // Without blocking, or a pipe put there meanwhile would hold us up for ever.
    const handle = await open(
      file.path,
      constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
    ).catch((thrown: unknown) => {
      throw ioError(path, thrown);
    });
    try {
      const now = await handle.stat();
      const again = this.readable(file.path, outputsToo);
      if (!now.isFile() || now.ino !== file.inode || now.dev !== file.device || again.inode !== file.inode)
        throw denied(path, 'it was replaced while it was being opened');
      return { file: { ...file, size: now.size }, handle };
    } catch (thrown) {
      await handle.close();
      throw thrown;
    }
  }

  /** Copies a file that may be read into a private folder under its own name, for a browser that opens it by path. */
  async copyInto(path: string, folder: string): Promise<{ path: string; size: number }> {
    const { file, handle } = await this.open(path);
    const copy = join(folder, basename(file.path));
    try {
      if (wasSaved(await handle.stat())) throw denied(path, 'it holds saved cookies or storage');
      const target = await open(copy, 'wx', 0o600);
      try {
        await writeAll(target, this.checked(path, handle.createReadStream({ autoClose: false })));
      } finally {
        await target.close();
      }
      return { path: copy, size: file.size };
    } catch (thrown) {
      await rm(copy, { force: true });
      throw ioError(path, thrown);
    } finally {
      await handle.close();
    }
  }

  /** The content, as long as nothing in it has to stay here. */
  private async *checked(path: string, content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    const outgoing = new OutgoingContent(this.kept);
    for await (const piece of content) {
      const why = outgoing.whyNot(piece);
      if (why !== undefined) throw denied(path, why);
      yield piece;
    }
    const why = outgoing.whyNotAll();
    if (why !== undefined) throw denied(path, why);
  }

  /** A place that may be written to; throws where it is outside, taken, or oddly named. */
  writable(path: string, kind: OutputKind): WritablePlace {
    refuseOddPath(path);
    if (/[\\/]$/.test(path)) throw denied(path, 'it names a folder');
    refuseEnding(path, kind);
    for (const place of this.candidates(path, this.write)) {
      const real = realOf(place);
      const root = this.write.map(realOf).find((candidate) => isInside(candidate, real));
      if (root === undefined) continue;
      for (const part of relative(root, real).split(/[\\/]/)) refuseOddName(path, part);
      const why = whyKept(real, undefined, this.kept);
      if (why !== undefined) throw denied(path, why);
      if (lstatOf(place) ?? lstatOf(real)) throw taken(path);
      return { path: real, root };
    }
    throw denied(path, 'it is outside the folders that may be written to');
  }

  /** A place of our own choosing for an output that was given none; the name is one that `safeName` made. */
  placeFor(name: string): WritablePlace {
    const root = realOf(this.write[0] ?? join(this.base, '.handhold'));
    const ending = extname(name);
    const stem = name.slice(0, name.length - ending.length);
    const free = join(root, name);
    const path = lstatOf(free) ? join(root, `${stem}-${randomBytes(4).toString('hex')}${ending}`) : free;
    return { path, root };
  }

  /** Writes a new file, all of it or nothing. One that holds logins is known again, and stays here. */
  async save(
    place: WritablePlace,
    content: Content,
    holds: 'logins' | 'anything' = 'anything',
  ): Promise<{ path: string; size: number }> {
    let handle: FileHandle | undefined;
    try {
      await mkdir(dirname(place.path), { recursive: true, mode: 0o700 });
      handle = await open(
        place.path,
        constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0),
        0o600,
      );
      await refuseIfElsewhere(place, handle);
      if (holds === 'logins') rememberSaved(await handle.stat());
      await writeAll(handle, content);
      const { size } = await handle.stat();
      await handle.close();
      return { path: place.path, size };
    } catch (thrown) {
      await handle?.close().catch(() => undefined);
      // Only what we made ourselves is taken away again.
      if (handle) await rm(place.path, { force: true }).catch(() => undefined);
      throw ioError(place.path, thrown);
    }
  }

  /** Where a path may point: from the working folder if that is inside a root, else from each root. */
  private candidates(path: string, roots: readonly string[]): string[] {
    if (isAbsolute(path)) return [resolve(path)];
    const fromBase = resolve(this.base, path);
    const fromRoots = roots.map((root) => resolve(root, path));
    const direct = roots.some((root) => isInside(root, fromBase)) ? [fromBase] : [];
    return [...new Set([...direct, ...fromRoots])];
  }
}

async function writeAll(handle: FileHandle, content: Content): Promise<void> {
  if (typeof content === 'string' || content instanceof Uint8Array) return handle.writeFile(content);
  for await (const chunk of content) await handle.writeFile(chunk);
}

/** A name of our own for a file that the web named: what is recognisable of it, and nothing that could do harm. */
export function safeName(suggested: string, prefix: string): string {
  const last = suggested.split(/[\\/]/).at(-1) ?? '';
  const clean = last
    .normalize('NFC')
    .toWellFormed()
    .replace(/[^\p{L}\p{N}._-]+/gu, '_')
    .replace(/^[._-]+|[._-]+$/g, '');
  const ending = extname(clean).slice(0, 12);
  const stem = cutBytes(clean.slice(0, clean.length - extname(clean).length), 100);
  const name = `${prefix}${stem === '' ? '' : '-'}${stem}${ending}`;
  return runnable.has(ending.toLowerCase()) ? `${name}.download` : name;
}

function cutBytes(text: string, most: number): string {
  let cut = text;
  while (Buffer.byteLength(cut) > most) cut = [...cut].slice(0, -1).join('');
  return cut;
}

/** Forms that no honest path has, wherever it would lead. */
function refuseOddPath(path: string): void {
  if (path.trim() === '') throw denied(path, 'it is empty');
  if (unprintable.test(path) || visibleOnly(path) !== path || !path.isWellFormed())
    throw denied(path, 'it contains characters that can not be seen');
  if (Buffer.byteLength(path) > 1000) throw denied(path, 'it is too long');
  if (/^~/.test(path)) throw denied(path, '~ stands for no folder here');
  if (/^[a-z][a-z0-9+.-]+:/i.test(path)) throw denied(path, 'it is an address, not a path');
  if (/%(2e|2f|5c|00)/i.test(path)) throw denied(path, 'it is encoded');
  if (/^[\\/]{2}/.test(path) || (process.platform !== 'win32' && path.includes('\\')))
    throw denied(path, 'it is not a plain file path');
}

function refuseOddName(path: string, name: string): void {
  if (Buffer.byteLength(name) > maxName) throw denied(path, `a name in it is longer than ${maxName} bytes`);
  if (reserved.test(name)) throw denied(path, 'a name in it means a device on some systems');
  if (name.startsWith('-')) throw denied(path, 'a name in it begins with a hyphen');
  if (name.startsWith('.')) throw denied(path, 'a name in it is hidden');
  if (/[. ]$|^ /.test(name)) throw denied(path, 'a name in it begins or ends with a dot or space');
  if (/[<>:"|?*]/.test(name)) throw denied(path, 'a name in it has characters that file names do not have');
}

function refuseEnding(path: string, kind: OutputKind): void {
  const ending = extname(path).toLowerCase();
  if (kind === 'download') {
    if (runnable.has(ending)) throw denied(path, `files that end in ${ending} can be run by opening them`);
    return;
  }
  if (!endings[kind].includes(ending))
    throw denied(path, `the name must end in ${endings[kind].join(' or ')}`);
}

function isHidden(inside: string): boolean {
  return inside.split(/[\\/]/).some((part) => part.startsWith('.'));
}

function lstatOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (thrown) {
    throw ioError(path, thrown);
  }
}

function checkedFile(asked: string, real: string, found: Stats): ReadableFile {
  if (found.isDirectory()) throw denied(asked, 'it is a folder');
  if (!found.isFile()) throw denied(asked, 'it is no ordinary file');
  return { path: real, name: basename(real), size: found.size, device: found.dev, inode: found.ino };
}

/** A folder may have become a link between the check and the opening; nothing has been written yet. */
async function refuseIfElsewhere(place: WritablePlace, handle: FileHandle): Promise<void> {
  const real = await realpath(place.path);
  const [there, opened] = await Promise.all([stat(real), handle.stat()]);
  if (isInside(await realpath(place.root), real) && there.ino === opened.ino && there.dev === opened.dev)
    return;
  throw denied(place.path, 'its folder was replaced while it was being opened');
}

function missing(path: string): Failure {
  return new Failure('io_error', `There is no file ${quote(path, 200)} in the folders that may be read.`, {
    hint: 'Check the name; paths are relative to the allowed folders.',
  });
}

function taken(path: string): Failure {
  return new Failure(
    'file_access_denied',
    `${quote(path, 200)} is there already, and nothing is overwritten.`,
    {
      hint: 'Choose another name.',
    },
  );
}

function denied(path: string, why: string): Failure {
  return new Failure('file_access_denied', `${quote(path, 200)} can not be used: ${why}.`);
}

/** The file system's error in a sentence. */
function ioError(path: string, thrown: unknown): Failure {
  if (thrown instanceof Failure) return thrown;
  const code = systemCode(thrown) ?? '';
  if (code === 'EEXIST') return taken(path);
  if (code === 'ELOOP') return denied(path, 'it is a link');
  const why =
    {
      ENOSPC: 'the disk is full',
      EDQUOT: 'the disk quota is used up',
      EROFS: 'the disk is read-only',
      EACCES: 'permission was denied',
      EPERM: 'permission was denied',
      ENOENT: 'its folder does not exist',
      ENOTDIR: 'a part of the path is not a folder',
      EMFILE: 'too many files are open',
    }[code] ?? firstLine(thrown);
  return new Failure('io_error', `${quote(path, 200)} could not be used: ${why}${code ? ` (${code})` : ''}.`);
}
