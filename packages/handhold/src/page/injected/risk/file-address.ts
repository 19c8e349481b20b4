const archives = 'zip|7z|rar|tar|gz|tgz|bz2|xz|zst|cab|iso|img|dmg|bin';
const programs = 'exe|msi|msix|appx|deb|rpm|apk|pkg|jar|appimage|sh|bat|cmd|ps1|vbs|scr|crx|xpi';
const documents =
  'pdf|docx?|docm|xlsx?|xlsm|pptx?|pptm|odt|ods|odp|rtf|csv|tsv|epub|mobi|ics|vcf|sqlite|parquet';
const files = new RegExp(`\\.(${archives}|${programs}|${documents})$`, 'i');

/** True if an address leads to what browsers save or open elsewhere rather than show, by the end of its path. */
export function namesFile(address: string): boolean {
  try {
    const { protocol, pathname } = new URL(address);
    return /^(https?|ftp):$/.test(protocol) && files.test(decodeURIComponent(pathname));
  } catch {
    return false;
  }
}
