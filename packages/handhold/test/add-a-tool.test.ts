import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { useBrowser } from './agent.js';
import { tap } from './tap.js';

const here = import.meta.dirname;
const root = path.join(here, '..', '..', '..');
const definition = readFileSync(path.join(here, 'tap.ts'), 'utf8');

describe('a tool that is defined in one file', () => {
  const bench = useBrowser({ tools: [tap] });

  it('is checked, done, settled and told like any other', async () => {
    const agent = bench.agent();
    const page = bench.site.page(
      `<button onpointerup="note(event.pointerType); this.textContent = 'Touched'">Touch</button>`,
    );
    await agent.open(page);
    const tapped = await agent.does('browser_tap', { ref: agent.ref('button "Touch"') });
    expect(page.notes).toEqual(['touch']);
    expect(tapped).toMatchObject({ element: '@e1 button "Touch"' });
    expect(tapped.changes).toContain('@e1 button "Touched"');
    expect(await agent.reads('browser_tap', { ref: '@e1' })).toMatch(/^tapped @e1 button "Touched"/);
    expect(await agent.fails('browser_tap', { ref: '@e7' })).toMatchObject({ code: 'stale_ref' });
    expect(await agent.fails('browser_tap', { ref: 'seven' })).toMatchObject({ code: 'validation_error' });
  });

  it('asks first where a click would have to', async () => {
    const agent = bench.agent();
    const page = bench.site.page(
      `<form onsubmit="event.preventDefault(); note('paid')"><input aria-label="Card number" autocomplete="cc-number">
        <button onpointerup="note('touched')">Pay 5 EUR</button></form>`,
    );
    await agent.open(page);
    const ref = agent.ref('button "Pay 5 EUR"');
    expect(await agent.fails('browser_tap', { ref })).toMatchObject({ code: 'approval_required' });
    expect(page.notes).toEqual([]);
  });
});

describe('a tool that leaves something out', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'hh-tap-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function write(name: string, text: string): void {
    const imports = `'${path.join(here, '..', 'dist')}/`;
    writeFileSync(path.join(folder, `${name}.ts`), text.replaceAll("'../dist/", imports));
  }

  it('does not compile without its risk, or without a check for one of its fields', async () => {
    write('complete', definition);
    write('no-risk', definition.replace(/^ *risk: points,\n/m, ''));
    write('no-check', definition.replace(/^ *target: checks\.target,\n/m, ''));
    const compilerOptions = { composite: false, declaration: false, noEmit: true };
    const config = { extends: path.join(root, 'tsconfig.base.json'), compilerOptions, include: ['*.ts'] };
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(config));
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
    const compiler = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const complaints = await new Promise<string>((resolve) => {
      execFile(
        process.execPath,
        [compiler, '-p', folder, '--pretty', 'false'],
        { cwd: folder },
        (_error, stdout) => resolve(stdout),
      );
    });
    expect(complaints).not.toContain('complete.ts');
    const files = complaints.matchAll(/^(\S+)\.ts.* error TS2769: No overload matches this call\.$/gm);
    expect([...files].map(([, name]) => name).sort(), complaints).toEqual(['no-check', 'no-risk']);
  });
});
