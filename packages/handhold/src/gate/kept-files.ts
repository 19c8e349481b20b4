import { type Stats, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { isInside, realOf } from './path.js';

/** Files that no agent may have, whichever folders it was given: they would let whoever gets them pass for somebody else. */

/** Files that are kept back beside those that always are. */
export interface KeptFiles {
  /** Files and folders of our own: configuration, secrets, the audit log, profiles. */
  paths: readonly string[];
  /** Values that no file may hold that goes out. */
  secrets(): readonly string[];
  /** True if a text holds one of them, however it is written. */
  holdsSecret(text: string): boolean;
}

export const nothingKept: KeptFiles = { paths: [], secrets: () => [], holdsSecret: () => false };

/** Not files but windows into the system and its processes, or where machines are handed their credentials. */
const systemFolders = ['/proc', '/sys', '/dev', '/run/secrets', '/var/run/secrets', '/run/credentials'];
const systemFiles = [
  ...['/etc/shadow', '/etc/shadow-', '/etc/gshadow', '/etc/gshadow-', '/etc/security/opasswd'],
  ...['/etc/master.passwd', '/etc/sudoers', '/etc/sudoers.d', '/etc/krb5.keytab', '/etc/ssl/private'],
];

/** Folders in which keys and logins are kept. */
const credentialFolders =
  /[\\/](handhold-profile-[^\\/]+|\.(ssh|gnupg|aws|azure|kube|docker|password-store|git|terraform\.d|mozilla|pki|step-cli)|\.config[\\/](gcloud|gh|google-chrome|chromium|microsoft-edge|BraveSoftware)|\.local[\\/]share[\\/](keyrings|kwalletd)|Library[\\/](Keychains|Application Support[\\/](Google|Chromium|Firefox|Microsoft Edge|BraveSoftware))|AppData[\\/](Local|Roaming)[\\/](Google|Chromium|Mozilla|Microsoft[\\/](Edge|Credentials|Protect|Vault)))[\\/]/i;

/** Files of that kind wherever they are, by their names. */
const credentialFiles =
  /^(\.(netrc|pgpass|my\.cnf|npmrc|yarnrc(\.yml)?|pypirc|git-credentials|env(\..*)?|envrc|htpasswd|boto|s3cfg|vault-token)|_netrc|handhold\.(ya?ml|json)|secrets?\.(ya?ml|json|toml|env)|credentials(\.(json|ya?ml|toml|csv))?|id_(rsa|dsa|ecdsa|ed25519)(_sk)?|login data|cookies|key[34]\.db|logins\.json|cookies\.sqlite|.*\.(p12|pfx|jks|keystore|kdbx?|ppk|tfstate|ovpn|keytab))$/i;

/** Why a file is kept back, by where it is; undefined if it is not. */
export function whyKept(real: string, found: Stats | undefined, { paths }: KeptFiles): string | undefined {
  if (systemFolders.some((folder) => real === folder || isInside(folder, real)))
    return 'it belongs to the system';
  if (systemFiles.some((file) => isSame(file, real, found))) return 'it belongs to the system';
  const own = [...paths, join(homedir(), '.handhold')];
  if (own.some((path) => isSame(path, real, found))) return 'it is one of our own files';
  const tells = credentialFolders.test(real) || credentialFiles.test(basename(real));
  return tells ? 'keys and logins are kept there' : undefined;
}

/** By its place or, for one that has more than one name, by what it is. */
function isSame(own: string, real: string, found: Stats | undefined): boolean {
  const place = realOf(own);
  if (place === real || isInside(place, real)) return true;
  const stats = statSync(place, { throwIfNoEntry: false });
  return stats !== undefined && found !== undefined && stats.ino === found.ino && stats.dev === found.dev;
}
