import type { HostPolicy, HostRules } from '../gate/hosts.js';
import type { DialogPolicy } from './dialogs.js';
import type { DownloadLimits } from './downloads.js';
import type { HostWatcher } from './egress/report.js';
import type { Profile } from './profiles.js';

/** The permissions of a session beyond its page; a change of them needs a new context. */
export interface Confinement {
  hosts: HostPolicy;
  /** Permissions pages are given, such as `geolocation`; all others are denied. */
  permissions: readonly string[];
  /** Only in a context made for it, never in one that a browser already had. */
  apart: boolean;
  watcher?: HostWatcher | undefined;
}

export interface BrowserOptions extends HostRules {
  /** Permissions pages are given without being asked, such as `geolocation`. Default: none. */
  permissions?: readonly string[];
  /** Path to a Chrome, Chromium or Edge. */
  executablePath?: string;
  /** Default true. */
  headless?: boolean;
  /** `auto`: on, except as root or where it can't start. */
  sandbox?: 'auto' | boolean;
  /** Connect to this browser instead of starting one. */
  cdp?: string;
  /** Name of a kept profile, or a profile; thrown away if absent. */
  profile?: string | Profile;
  viewport?: { width: number; height: number };
  /** Further command-line switches for the browser. */
  args?: readonly string[];
  /** Leaves alert, confirm and prompt to the agent, or answers them at once. */
  dialogs?: DialogPolicy;
  /** A tab that a page opens becomes the current one. Default true; it is told of either way. */
  followNewTabs?: boolean;
  /** Sessions unused for this long are closed, and the browser with the last of them. 0 never closes any. */
  idleTimeout?: number;
  launchTimeout?: number;
  maxSessions?: number;
  maxTabs?: number;
  maxQueue?: number;
  /** How many files and bytes a session may download. */
  downloads?: DownloadLimits;
}

export const defaults = {
  headless: true,
  sandbox: 'auto',
  viewport: { width: 1280, height: 720 },
  dialogs: 'ask',
  followNewTabs: true,
  idleTimeout: 600_000,
  launchTimeout: 15_000,
  maxSessions: 100,
  maxTabs: 10,
  maxQueue: 32,
} as const;

/** Names what a session may do; a session keeps to one policy. */
export function policyKey({ hosts, permissions, apart }: Confinement): string {
  return JSON.stringify([hosts.key, permissions, apart]);
}
