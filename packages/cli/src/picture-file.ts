import { accessSync, constants, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, extname, resolve } from 'node:path';
import { quote, systemCode, type Tool, type ToolImage } from 'handhold';
import { z } from 'zod';
import { UsageError } from './usage-error.js';

const formats: Readonly<Record<string, string>> = { '.png': 'png', '.jpg': 'jpeg', '.jpeg': 'jpeg' };
const formatOf = z.looseObject({ format: z.string() });

/** The format of a picture's file, by its name; nothing where that doesn't say. */
function formatIn(file: string): string | undefined {
  const ending = extname(file).toLowerCase();
  const format = formats[ending];
  if (format !== undefined || ending === '') return format;
  const other = ending === '.pdf' ? ' For a PDF: handhold pdf <file>.' : '';
  throw new UsageError(`--out takes a .png or .jpg file, not ${quote(file, 200)}.${other}`);
}

/** A tool's input with the format that the picture's file asks for by its name, where the tool has a choice. */
export function inFormatOf<T>(tool: Pick<Tool, 'input'>, input: T, out: string | undefined): T {
  const format = out === undefined ? undefined : formatIn(out);
  if (format === undefined || !('format' in tool.input.shape)) return input;
  const given = formatOf.safeParse(input).data?.format;
  if (given === undefined) return { ...input, format };
  if (given === format) return input;
  throw new UsageError(
    `--out ${out} is a ${format} by its name, and --format says ${given}: leave out one of them.`,
  );
}

/** Where a picture goes; refused before it is taken if it can't be written there. */
export function pictureFile(out: string, folder = process.cwd()): string {
  const file = resolve(folder, out);
  const place = dirname(file);
  const found = statSync(place, { throwIfNoEntry: false });
  if (!found?.isDirectory())
    throw new UsageError(
      `--out: there is no folder ${quote(place, 300)}. Make it first, or name a file elsewhere.`,
    );
  const there = statSync(file, { throwIfNoEntry: false });
  if (there?.isDirectory())
    throw new UsageError(`--out: ${quote(file, 300)} is a folder. Name a file in it, such as page.png.`);
  try {
    accessSync(there ? file : place, constants.W_OK);
  } catch {
    throw new UsageError(
      `--out: ${quote(there ? file : place, 300)} can not be written to. Name a file elsewhere.`,
    );
  }
  return file;
}

/** A remark on a file whose name promises something else than the tool gave. */
export function unlikeItsName(file: string, { mimeType }: ToolImage): string {
  const format = formats[extname(file).toLowerCase()];
  return format === undefined || mimeType === `image/${format}` ? '' : ` (it is ${mimeType})`;
}

/** Writes a picture; says which file it was that could not be written, and why. */
export async function savePicture(file: string, { base64 }: ToolImage): Promise<void> {
  try {
    await writeFile(file, Buffer.from(base64, 'base64'));
  } catch (thrown) {
    throw new Error(
      `The picture could not be saved to ${quote(file, 300)} (${systemCode(thrown) ?? String(thrown)}). Name a file elsewhere with --out.`,
    );
  }
}
