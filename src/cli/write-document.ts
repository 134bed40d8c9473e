import { constants } from 'node:fs';
import { access, mkdir, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { malformed } from '../foundation/mock-error.js';
import { canonicalPath, checkWritable, failing, replaceFile } from '../server/snapshot-file.js';

/** Writes the result of a command to a file or to standard output. @throws Error if the file cannot be written. */
export async function writeDocument(text: string, file: string | undefined): Promise<void> {
  if (file === undefined) {
    process.stdout.write(text);
    return;
  }
  await naming(file, async () => replaceFile(await canonicalPath(file), text));
}

export function writeJson(value: unknown, file: string | undefined): Promise<void> {
  return writeDocument(`${JSON.stringify(value, null, 2)}\n`, file);
}

/** The files for a report, as flags name them. */
export interface ReportFlags {
  json?: string;
  junit?: string;
}

export function reportFiles({ json, junit }: ReportFlags): NamedFiles {
  return { '--json': json, '--junit': junit };
}

export async function writeReport(
  report: unknown,
  junitXml: () => string,
  { json, junit }: ReportFlags,
): Promise<void> {
  if (json !== undefined) await writeJson(report, json);
  if (junit !== undefined) await writeDocument(junitXml(), junit);
}

/** Files of a command, by the flags that name them. */
export type NamedFiles = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Checks that files can be written, before the work whose results they are for, and that none would replace another file of the command.
 * @throws MockError if one is named twice; Error if one cannot be written
 */
export async function expectWritable(outputs: NamedFiles, inputs: NamedFiles = {}): Promise<void> {
  await expectDistinct(outputs, inputs);
  for (const [, file] of filesIn(outputs)) await naming(file, () => checkWritable(file));
}

/** Checks that no output would replace another file of the command. @throws MockError if one is named twice */
export async function expectDistinct(outputs: NamedFiles, inputs: NamedFiles): Promise<void> {
  const flags = new Map<string, string>();
  for (const [flag, file] of filesIn(inputs)) flags.set(await placeOf(file), flag);
  for (const [flag, file] of filesIn(outputs)) {
    const place = await placeOf(file);
    const other = flags.get(place);
    if (other !== undefined && (await isReplaced(file))) {
      throw malformed(`${other} and ${flag} both name ${file}; choose another file for one of them`);
    }
    flags.set(place, flag);
  }
}

function filesIn(named: NamedFiles): [flag: string, file: string][] {
  return Object.entries(named).flatMap(([flag, files = []]) =>
    [files].flat().map((file): [string, string] => [flag, file]),
  );
}

function placeOf(file: string): Promise<string> {
  return canonicalPath(file).catch(() => resolve(file));
}

/** Several documents can be written to a device or a pipe, such as /dev/null. */
async function isReplaced(file: string): Promise<boolean> {
  const present = await stat(file).catch(() => undefined);
  return present === undefined || present.isFile();
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
  await run().catch(failing(`${file} cannot be written`, file));
}
