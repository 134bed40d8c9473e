import { constants, type Stats } from 'node:fs';
import { access, lstat, open, readFile, readlink, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Snapshot } from '../state/snapshot.js';

/** A state as a snapshot file holds it. */
export function textOf(snapshot: Snapshot): string {
  return `${JSON.stringify(snapshot)}\n`;
}

/**
 * What a snapshot file holds, unchecked: `mock.restore` and `createMock` check it.
 * @throws Error where it cannot be read or is no JSON.
 */
export async function readSnapshotFile(file: string): Promise<Snapshot> {
  return JSON.parse(await readFile(file, 'utf8'));
}

/**
 * Puts a text in the place of what a file holds, all or nothing: who reads the file, or finds it after a crash, has the old
 * text or the new one. A file that is marked as read-only is left as it is.
 *
 * Of the libraries for this, `write-file-atomic` and `atomically` take a short write, as on a full disk, for a whole one and
 * put half a text in the place of the old one; `FileHandle.writeFile` goes on until all is written or fails.
 * @throws Error
 */
export async function replaceFile(file: string, text: string, temporary = `${file}.${process.pid}.tmp`): Promise<void> {
  const present = await unlessMissing(stat(file));
  if (present !== undefined) {
    // A device or a pipe is written to, not replaced; a folder is refused by this as well.
    if (!present.isFile()) return writeFile(file, text);
    await expectWritable(file, present);
  }
  try {
    const handle = await open(temporary, 'w');
    try {
      if (present !== undefined) await handle.chmod(present.mode);
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
}

/** The one name of a file, whatever links lead to it; it need not exist, its folder must. @throws Error */
export async function canonicalPath(file: string): Promise<string> {
  const path = resolve(file);
  const real = await unlessMissing(realpath(path));
  if (real !== undefined) return real;
  const link = await unlessMissing(lstat(path));
  if (link?.isSymbolicLink()) return canonicalPath(resolve(dirname(path), await readlink(path)));
  return join(await realpath(dirname(path)), basename(path));
}

/** Whether a file could be written as things are, found out before there is anything to lose. @throws Error */
export async function checkWritable(file: string): Promise<void> {
  const path = await canonicalPath(file);
  const present = await unlessMissing(stat(path));
  if (present?.isDirectory()) throw new Error(`${path} is a folder`);
  if (present !== undefined) await expectWritable(path, present);
  if (present === undefined || present.isFile()) await access(dirname(path), constants.W_OK);
}

async function expectWritable(path: string, { mode }: Stats): Promise<void> {
  // Root may write to any file, but what is marked as read-only was meant to stay.
  if ((mode & 0o222) === 0) throw new Error(`${path} is read-only`);
  await access(path, constants.W_OK);
}

/** Undefined for a file that is not there. */
export async function unlessMissing<Value>(found: Promise<Value>): Promise<Value | undefined> {
  try {
    return await found;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
