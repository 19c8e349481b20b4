import { cpSync, existsSync, lstatSync, mkdirSync, readlinkSync, rmSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { Failure } from '../errors.js';
import { systemCode } from '../system-code.js';
import { isAlive } from './leftovers.js';

/** Where a browser keeps cookies, logins and caches. */
export interface Profile {
  readonly name: string;
  /** Kept between runs, or thrown away with the browser. */
  readonly persistent: boolean;
  /** Only for persistent ones. */
  readonly directory?: string;
}

/** The names that a kept profile may have. */
export const profileNameForm = /^[a-z0-9][a-z0-9._-]{0,63}$/i;

/** Named profiles. The default one is thrown away; a named one is kept. */
export class ProfileManager {
  private readonly profiles = new Map<string, Profile>();

  constructor(readonly root: string = join(homedir(), '.handhold', 'profiles')) {}

  /** A fresh world every time. */
  getDefaultProfile(): Profile {
    return { name: 'default', persistent: false };
  }

  /** A profile that is kept under its name; made on first use. */
  getProfile(name: string): Profile {
    if (!profileNameForm.test(name)) {
      throw new Failure(
        'validation_error',
        'A profile name is letters, digits, dots, dashes and underscores, at most 64.',
      );
    }
    const known = this.profiles.get(name);
    if (known) return known;
    const profile: Profile = { name, persistent: true, directory: join(this.root, name) };
    this.profiles.set(name, profile);
    return profile;
  }

  /** A profile kept in a folder of the user's choice. */
  getProfileAt(directory: string): Profile {
    return { name: basename(directory), persistent: true, directory: resolve(directory) };
  }
}

/** Who has a profile open, as Chromium itself records it; a record of a dead process is removed. */
export function holderOf(directory: string): number | undefined {
  const lock = join(directory, 'SingletonLock');
  let target: string;
  try {
    lstatSync(lock);
    target = readlinkSync(lock);
  } catch {
    return undefined;
  }
  const at = target.lastIndexOf('-');
  const pid = Number(target.slice(at + 1));
  const here = target.slice(0, at) === hostname();
  if (here && pid > 0 && isAlive(pid)) return pid;
  for (const name of ['SingletonLock', 'SingletonSocket', 'SingletonCookie'])
    rmSync(join(directory, name), { force: true });
  return undefined;
}

const notCopied =
  /^(Singleton.*|.*Cache.*|Crashpad|Crash Reports|BrowserMetrics.*|.*\.tmp|lockfile|DevToolsActivePort)$/i;

/** Logins and settings of a profile, without caches and locks, so that two browsers can start from it. */
export function copyProfile(from: string, to: string): void {
  try {
    cpSync(from, to, {
      recursive: true,
      errorOnExist: false,
      filter: (source) => source === from || !notCopied.test(basename(source)),
    });
  } catch (thrown) {
    throw new Failure(
      'profile_in_use',
      `The profile is open in another browser and could not be copied (${systemCode(thrown) ?? 'unknown'}).`,
    );
  }
}

export function ensureDirectory(directory: string): void {
  if (!existsSync(directory)) mkdirSync(directory, { recursive: true, mode: 0o700 });
}
