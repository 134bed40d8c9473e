import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { canonicalPath, checkWritable, fileErrorText, replaceFile } from '../server/snapshot-file.js';

/** Writes the result of a command to a file or to standard output. @throws Error if the file cannot be written. */
export async function writeDocument(text: string, file: string | undefined): Promise<void> {
  if (file === undefined) {
    process.stdout.write(text);
    return;
  }
  await naming(file, async () => replaceFile(await canonicalPath(file), text));
}

/** Writes a value as JSON, as `writeDocument` does. */
export function writeJson(value: unknown, file: string | undefined): Promise<void> {
  return writeDocument(`${JSON.stringify(value, null, 2)}\n`, file);
}

/** The files for a report, as flags name them. */
export interface ReportFlags {
  json?: string;
  junit?: string;
}

/** Writes a report to the files that are given. */
export async function writeReport(
  report: unknown,
  junitXml: () => string,
  { json, junit }: ReportFlags,
): Promise<void> {
  if (json !== undefined) await writeJson(report, json);
  if (junit !== undefined) await writeDocument(junitXml(), junit);
}

/** Checks that files can be written, before the work whose results they are for. @throws Error if one of them cannot be written. */
export async function expectWritable(files: readonly (string | undefined)[]): Promise<void> {
  for (const file of files) if (file !== undefined) await naming(file, () => checkWritable(file));
}

/** Creates a folder for results, before the work that they come from. @throws Error if it cannot be created or written to */
export async function createFolder(folder: string): Promise<void> {
  await naming(folder, async () => {
    await mkdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'EEXIST' ? new Error('it is a file, not a folder') : error;
    });
    await access(folder, constants.W_OK);
  });
}

async function naming(file: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    throw new Error(`${file} cannot be written: ${fileErrorText(error, file)}`);
  }
}
