import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Failure, FileRoots, RequestValidator, safeName } from 'handhold';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let top: string;
let home: string;
const at = (...parts: string[]) => path.join(home, ...parts);

beforeAll(() => {
  top = realpathSync(mkdtempSync(path.join(tmpdir(), 'handhold-files-')));
  home = path.join(top, 'work');
  mkdirSync(at('sub', '.git'), { recursive: true });
  mkdirSync(path.join(top, 'outside'));
  writeFileSync(path.join(top, 'outside', 'secret.txt'), 'secret');
  writeFileSync(at('cv.pdf'), 'my cv');
  writeFileSync(at('empty.txt'), '');
  writeFileSync(at('.env'), 'KEY=1');
  writeFileSync(at('sub', '.git', 'config'), 'x');
  writeFileSync(at('sub', 'a.txt'), 'a');
  writeFileSync(at('huge.bin'), '');
  truncateSync(at('huge.bin'), 3 * 1024 ** 3);
  symlinkSync(path.join(top, 'outside'), at('way-out'));
  symlinkSync(path.join(top, 'outside', 'secret.txt'), at('innocent.txt'));
  symlinkSync(at('.env'), at('plain.txt'));
  symlinkSync(at('cv.pdf'), at('link-inside.pdf'));
  symlinkSync(at('nowhere'), at('dangling.txt'));
  execFileSync('mkfifo', [at('pipe')]);
});
afterAll(() => rmSync(top, { recursive: true, force: true }));

function codeOf(run: () => unknown): string {
  try {
    return `allowed ${JSON.stringify(run())}`;
  } catch (thrown) {
    if (!(thrown instanceof Failure)) throw thrown;
    expect(thrown.message).not.toMatch(/[\u0000-\u001f]/);
    expect(thrown.message.length).toBeLessThan(400);
    return thrown.code;
  }
}

async function codeOfPromise(run: Promise<unknown>): Promise<string> {
  return run.then(
    (value) => `allowed ${JSON.stringify(value)}`,
    (thrown: unknown) => (thrown instanceof Failure ? thrown.code : String(thrown)),
  );
}

describe('reading, with no roots given', () => {
  it.each([
    ['cv.pdf', 'cv.pdf'],
    ['./sub/../cv.pdf', 'cv.pdf'],
    ['sub/a.txt', 'sub/a.txt'],
    ['empty.txt', 'empty.txt'],
    ['link-inside.pdf', 'cv.pdf'],
  ])('takes %s of the working folder', (asked, real) => {
    const file = new FileRoots(undefined, home).readable(asked);
    expect(file).toMatchObject({ path: at(real), size: statSync(at(real)).size });
    expect(new FileRoots(undefined, home).readable(at(asked)).path).toBe(at(real));
  });

  it('tells the size of what is too large to read, without reading it', () => {
    expect(new FileRoots(undefined, home).readable('huge.bin').size).toBe(3 * 1024 ** 3);
  });

  it.each([
    '../outside/secret.txt',
    '/etc/passwd',
    '../../.ssh/id_rsa',
    '/proc/self/environ',
    'innocent.txt',
    'way-out/secret.txt',
    '.env',
    'plain.txt',
    'sub/.git/config',
    'pipe',
    'sub',
    '.',
    '',
    '   ',
    '~/x',
    '~root/x',
    'a\0b',
    'file:///etc/passwd',
    'FILE:/etc/passwd',
    'http://evil.test/x',
    '%2e%2e%2foutside%2fsecret.txt',
    '\\\\server\\share',
    '//server/share',
    'x'.repeat(5000),
    'cv\u202efdp.exe',
    'cv\u{e0041}.pdf',
    'cv\u3164.pdf',
    '\ud800',
    '/dev/zero',
  ])('refuses %j', (asked) => {
    expect(codeOf(() => new FileRoots(undefined, home).readable(asked))).toBe('file_access_denied');
  });

  it('says of a file that is not there that it is not there', () => {
    expect(codeOf(() => new FileRoots(undefined, home).readable('none.txt'))).toBe('io_error');
    expect(codeOf(() => new FileRoots(undefined, home).readable('dangling.txt'))).toBe('file_access_denied');
    expect(codeOf(() => new FileRoots(undefined, home).readable('../none.txt'))).toBe('file_access_denied');
  });
});

describe('reading from given roots', () => {
  it('takes what is in any of them, and nothing else', () => {
    const roots = new FileRoots([path.join(top, 'outside'), at('sub')], home);
    expect(roots.readable('secret.txt').path).toBe(path.join(top, 'outside', 'secret.txt'));
    expect(roots.readable('a.txt').path).toBe(at('sub', 'a.txt'));
    expect(roots.readable('sub/a.txt').path).toBe(at('sub', 'a.txt'));
    expect(codeOf(() => roots.readable('cv.pdf'))).toMatch(/io_error|file_access_denied/);
    expect(codeOf(() => roots.readable(at('cv.pdf')))).toBe('file_access_denied');
  });

  it('does not take a folder for a root because its name begins like one', () => {
    mkdirSync(path.join(top, 'outside-too'));
    writeFileSync(path.join(top, 'outside-too', 'x.txt'), 'x');
    const roots = new FileRoots([path.join(top, 'outside')], home);
    expect(codeOf(() => roots.readable('../outside-too/x.txt'))).toBe('file_access_denied');
  });
});

describe('a file that is swapped between check and reading', () => {
  it('is refused, or read as it was checked', async () => {
    const roots = new FileRoots(undefined, home);
    writeFileSync(at('swap.txt'), 'mine');
    const { file, handle } = await roots.open('swap.txt');
    renameSync(at('swap.txt'), at('swapped.txt'));
    symlinkSync(path.join(top, 'outside', 'secret.txt'), at('swap.txt'));
    expect(file.size).toBe(4);
    expect(await handle.readFile('utf8')).toBe('mine');
    await handle.close();
    expect(await codeOfPromise(roots.open('swap.txt'))).toBe('file_access_denied');
  });

  it('is copied under its own name for a browser that opens files by path', async () => {
    const folder = mkdtempSync(path.join(top, 'stage-'));
    const copy = await new FileRoots(undefined, home).copyInto('link-inside.pdf', folder);
    expect(copy).toEqual({ path: path.join(folder, 'cv.pdf'), size: 5 });
    expect(readFileSync(copy.path, 'utf8')).toBe('my cv');
    expect(await codeOfPromise(new FileRoots(undefined, home).copyInto('pipe', folder))).toBe(
      'file_access_denied',
    );
  });
});

describe('writing', () => {
  it('goes to .handhold in the working folder, which is made when it is needed', async () => {
    const roots = new FileRoots(undefined, home);
    const place = roots.writable('report.pdf', 'pdf');
    expect(place.path).toBe(at('.handhold', 'report.pdf'));
    expect(existsSync(at('.handhold'))).toBe(false);
    expect(await roots.save(place, 'content')).toEqual({ path: place.path, size: 7 });
    expect(readFileSync(place.path, 'utf8')).toBe('content');
    expect(statSync(place.path).mode & 0o777).toBe(0o600);
    expect(roots.writable('.handhold/other.pdf', 'pdf').path).toBe(at('.handhold', 'other.pdf'));
    expect(roots.writable('deep/er/other.pdf', 'pdf').path).toBe(at('.handhold', 'deep', 'er', 'other.pdf'));
  });

  it('never overwrites', async () => {
    const roots = new FileRoots(undefined, home);
    const place = roots.writable('once.json', 'json');
    await roots.save(place, '1');
    expect(codeOf(() => roots.writable('once.json', 'json'))).toBe('file_access_denied');
    expect(await codeOfPromise(roots.save(place, '2'))).toBe('file_access_denied');
    expect(readFileSync(place.path, 'utf8')).toBe('1');
    symlinkSync(path.join(top, 'outside', 'new.json'), at('.handhold', 'trap.json'));
    expect(codeOf(() => roots.writable('trap.json', 'json'))).toBe('file_access_denied');
  });

  it.each([
    ['../x.png', 'image'],
    ['/etc/x.png', 'image'],
    ['~/x.png', 'image'],
    ['a\0b.png', 'image'],
    ['x.png/', 'image'],
    ['', 'image'],
    [`${'n'.repeat(300)}.png`, 'image'],
    ['con.png', 'image'],
    ['COM1.png', 'image'],
    ['sub/nul.png', 'image'],
    ['x.sh', 'image'],
    ['x.sh', 'download'],
    ['x.EXE', 'download'],
    ['x', 'pdf'],
    ['x.png', 'pdf'],
    ['x.pdf', 'image'],
    ['link/x.png', 'image'],
    ['\\\\server\\s.png', 'image'],
    ['%2e%2e%2fx.png', 'image'],
    ['-o', 'download'],
    ['-o.png', 'image'],
    ['.bashrc', 'download'],
    ['.hidden/x.png', 'image'],
    ['a:b.png', 'image'],
    ['a.png ', 'image'],
    ['a.png.', 'download'],
    ['x\u202egnp.png', 'image'],
  ] as const)('refuses %j for a kind of %s', (asked, kind) => {
    mkdirSync(at('.handhold'), { recursive: true });
    if (!existsSync(at('.handhold', 'link'))) symlinkSync(path.join(top, 'outside'), at('.handhold', 'link'));
    expect(codeOf(() => new FileRoots(undefined, home).writable(asked, kind))).toBe('file_access_denied');
  });

  it('refuses a folder that became a link after the check, and leaves nothing there', async () => {
    const roots = new FileRoots(undefined, home);
    mkdirSync(at('.handhold', 'moving'), { recursive: true });
    const place = roots.writable('moving/x.json', 'json');
    renameSync(at('.handhold', 'moving'), at('.handhold', 'moved'));
    symlinkSync(path.join(top, 'outside'), at('.handhold', 'moving'));
    expect(await codeOfPromise(roots.save(place, 'leak'))).toBe('file_access_denied');
    expect(existsSync(path.join(top, 'outside', 'x.json'))).toBe(false);
  });

  it('says what the disk said, and leaves no half of a file', async () => {
    const roots = new FileRoots([at('sub')], home);
    const broken = async function* () {
      yield Buffer.from('half');
      throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    };
    const place = roots.writable('half.csv', 'download');
    await expect(roots.save(place, broken())).rejects.toMatchObject({
      code: 'io_error',
      message: expect.stringContaining('ENOSPC'),
    });
    expect(existsSync(place.path)).toBe(false);
  });
});

describe('a name from the web', () => {
  it.each([
    ['report.csv', 'd1-report.csv'],
    ['../../x', 'd1-x'],
    ['..\\..\\evil.txt', 'd1-evil.txt'],
    ['a\0b.txt', 'd1-a_b.txt'],
    ['.bashrc', 'd1-bashrc'],
    ['CON', 'd1-CON'],
    ['photo\u202egpj.exe', 'd1-photo_gpj.exe.download'],
    ['install.sh', 'd1-install.sh.download'],
    ['Game.AppImage', 'd1-Game.AppImage.download'],
    ['open.terminal', 'd1-open.terminal.download'],
    ['sheet.xlsx', 'd1-sheet.xlsx'],
    ['', 'd1'],
    ['...', 'd1'],
    ['Übersicht 2026.pdf', 'd1-Übersicht_2026.pdf'],
    ['-rf', 'd1-rf'],
  ])('%j is kept as %j', (suggested, kept) => {
    expect(safeName(suggested, 'd1')).toBe(kept);
  });

  it.each(
    'cjs pif appimage jnlp msc terminal pyw scpt webloc fish service mobileconfig settingcontent-ms'.split(
      ' ',
    ),
  )('that ends in .%s is not one that opening it would run', (ending) => {
    expect(path.extname(safeName(`x.${ending}`, 'd1'))).not.toBe(`.${ending}`);
    expect(codeOf(() => new FileRoots(undefined, home).writable(`x.${ending}`, 'download'))).toBe(
      'file_access_denied',
    );
  });

  it('is cut where file systems would', () => {
    expect(Buffer.byteLength(safeName(`${'ü'.repeat(300)}.csv`, 'd1'))).toBeLessThan(120);
    expect(Buffer.byteLength(safeName(`x.${'y'.repeat(300)}`, 'd1'))).toBeLessThan(120);
  });
});

it('the validator judges by the same roots', () => {
  const validator = new RequestValidator({ files: [home] });
  expect(validator.checkPath('cv.pdf')).toBe(at('cv.pdf'));
  expect(validator.checkPath('new.png')).toBe(at('new.png'));
  expect(codeOf(() => validator.checkPath('way-out/secret.txt'))).toBe('file_access_denied');
});
