import { constants as limits } from 'node:buffer';
import { closeSync, constants, createReadStream, fsyncSync, openSync, type Stats } from 'node:fs';
import { access, lstat, open, readFile, readlink, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { JsonInParts } from '../foundation/json-in-parts.js';
import { uniqueName } from '../foundation/machine.js';
import { jsonProblem, withoutMark } from '../foundation/parse-json.js';
import { TEST_TRACES } from '../mock/test-trace-line.js';
import { snapshotPieces } from '../state/snapshot.js';
import type { Image } from '../state/state.js';

/** The mode of files that only their user can read. */
export const OWNER_ONLY = 0o600;

/**
 * Reads a file with JSON, which may be longer than the longest text. It returns the first of the traces of tests, which tells what
 * kind of file it is. @throws Error, see {@link fileErrorText}
 */
export async function readJsonFile(file: string): Promise<unknown> {
  const { size } = await stat(file);
  if (size > limits.MAX_STRING_LENGTH) return readLongJson(file);
  const text = await readText(file);
  return JSON.parse(file.endsWith(TEST_TRACES) ? (text.trimStart().split('\n', 1)[0] as string) : text);
}

/** The text of a file, without a byte order mark. */
export async function readText(file: string): Promise<string> {
  return withoutMark(await readFile(file, 'utf8'));
}

/** Reads a file with JSON of any length. @throws Error if it is not JSON */
export async function readLongJson(file: string): Promise<unknown> {
  const json = new JsonInParts();
  // Removes a byte order mark.
  const decoder = new TextDecoder();
  for await (const bytes of createReadStream(file)) json.push(decoder.decode(bytes, { stream: true }));
  json.push(decoder.decode());
  return json.end();
}

/** A file as it was at some time. */
export type FileVersion = Pick<Stats, 'dev' | 'ino' | 'size' | 'mtimeMs'>;

/** Whether a file has neither been replaced nor changed. */
export function isSameVersion(one: FileVersion, other: FileVersion): boolean {
  const { dev, ino, size, mtimeMs } = one;
  return dev === other.dev && ino === other.ino && size === other.size && mtimeMs === other.mtimeMs;
}

/**
 * Replaces the content of a file atomically and durably: a reader, also after a crash or a power failure, finds the whole old
 * text or the whole new one. A read-only file is not replaced.
 *
 * The libraries `write-file-atomic` and `atomically` do not notice a short write, as on a full disk, and would replace the
 * file by half a text. `FileHandle.writeFile` writes everything or fails.
 * @throws Error
 */
export async function replaceFile(file: string, text: string): Promise<void> {
  const present = await unlessMissing(stat(file));
  if (present !== undefined) {
    // A device or a pipe is written to, not replaced. For a folder this fails.
    if (!present.isFile()) return writeFile(file, text).catch(unlessClosed);
    await expectWritable(file, present);
  }
  const temporary = `${file}.${uniqueName()}.tmp`;
  try {
    await createFile(temporary, [text], present?.mode);
    await rename(temporary, file);
    await flushFolder(dirname(file));
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
}

/**
 * Replaces several files, all or none: they are renamed only after all of them are on the disk. Then devices and pipes are written to.
 * @throws Error
 */
export async function replaceFiles(files: readonly { readonly file: string; readonly text: string }[]): Promise<void> {
  const created: { file: string; temporary: string }[] = [];
  const streams: (typeof files)[number][] = [];
  const previous: { file: string; text: string | undefined }[] = [];
  try {
    for (const { file, text } of files) {
      const present = await unlessMissing(stat(file));
      if (present !== undefined && !present.isFile() && !present.isDirectory()) {
        streams.push({ file, text });
        continue;
      }
      await expectReplaceable(file, present);
      const temporary = `${file}.${uniqueName()}.tmp`;
      created.push({ file, temporary });
      await createFile(temporary, [text], present?.mode);
    }
    for (const { file, temporary } of created) {
      const text = await unlessMissing(readFile(file, 'utf8'));
      await rename(temporary, file);
      previous.push({ file, text });
    }
    for (const folder of new Set(created.map(({ file }) => dirname(file)))) await flushFolder(folder);
    for (const { file, text } of streams) await writeFile(file, text).catch(unlessClosed);
  } catch (error) {
    for (const { temporary } of created) await rm(temporary, { force: true }).catch(() => {});
    for (const { file, text } of previous)
      await (text === undefined ? rm(file) : replaceFile(file, text)).catch(() => {});
    throw error;
  }
}

/** Creates a file and flushes it to the disk. @throws Error if it exists, also as a symbolic link. */
async function createFile(file: string, pieces: Iterable<string>, mode: number | undefined): Promise<FileVersion> {
  const handle = await open(file, 'wx', mode === undefined ? undefined : OWNER_ONLY);
  try {
    // Unlike a mode that is passed to `open`, this one is not reduced by the process's umask.
    if (mode !== undefined) await handle.chmod(mode);
    // Each continues where the last one ended.
    for (const piece of pieces) await handle.writeFile(piece);
    await handle.sync();
    return await handle.stat();
  } finally {
    await handle.close();
  }
}

/** The number of characters that are written at once: what takes a millisecond or two. */
const PIECE = 64 * 1024;

/**
 * Creates a snapshot file as `createFile` does, in pieces, between which requests are answered.
 * @throws Error if it exists
 */
export async function createSnapshotFile(
  file: string,
  image: Image,
  mode: number,
): Promise<{ version: FileVersion; fingerprint: string }> {
  let fingerprint = '';
  const pieces = function* () {
    fingerprint = yield* snapshotPieces(image, PIECE);
  };
  const version = await createFile(file, pieces(), mode);
  return { version, fingerprint };
}

/** The errors of systems that cannot flush a folder: Windows, and some network file systems. */
const CANNOT_FLUSH = new Set(['EACCES', 'EINVAL', 'EISDIR', 'ENOTSUP', 'EPERM']);

/** Like `flushFolder`, but synchronous. */
export function flushFolderSync(folder: string): void {
  try {
    const descriptor = openSync(folder, 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (!CANNOT_FLUSH.has(String((error as NodeJS.ErrnoException).code))) throw error;
  }
}

/** Flushes a folder to the disk, so that a renamed file in it keeps its new name after a power failure. */
export async function flushFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  } catch (error) {
    if (!CANNOT_FLUSH.has(String((error as NodeJS.ErrnoException).code))) throw error;
  }
}

/** The path of a file with all symbolic links resolved. The file may not exist, but its folder must. @throws Error */
export async function canonicalPath(file: string): Promise<string> {
  const path = resolve(file);
  const real = await unlessMissing(realpath(path));
  if (real !== undefined) return real;
  // The link of an open pipe, such as /dev/stdout, leads to no path.
  if ((await unlessMissing(stat(path))) !== undefined) return path;
  const link = await unlessMissing(lstat(path));
  if (link?.isSymbolicLink()) return canonicalPath(resolve(dirname(path), await readlink(path)));
  return join(await realpath(dirname(path)), basename(path));
}

/** Checks that a file can be written, before there is anything to lose. @throws Error if it cannot. */
export async function checkWritable(file: string): Promise<void> {
  const path = await canonicalPath(file);
  const present = await unlessMissing(stat(path));
  if (present?.isDirectory()) throw new Error(`${path} is a folder, not a file`);
  if (present !== undefined) await expectWritable(path, present);
  if (present === undefined || present.isFile()) await access(dirname(path), constants.W_OK);
}

/** Checks that a file, if it exists, can be replaced by another one. @throws Error */
export async function expectReplaceable(path: string, present: Stats | undefined): Promise<void> {
  if (present === undefined) return;
  if (present.isDirectory()) throw Object.assign(new Error(`${path} is a folder`), { code: 'EISDIR' });
  if (!present.isFile()) throw new Error(`${path} is a device or a pipe, not a file`);
  await expectWritable(path, present);
}

async function expectWritable(path: string, { mode }: Stats): Promise<void> {
  // Root may write to any file, so `access` alone would not protect a read-only file.
  if ((mode & 0o222) === 0) throw new Error(`${path} is read-only`);
  await access(path, constants.W_OK);
}

/** A program such as `head` closes the pipe before it has read everything, which is not a failure, as for standard output. */
function unlessClosed(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

/** Undefined if the file does not exist. */
export async function unlessMissing<Value>(found: Promise<Value>): Promise<Value | undefined> {
  try {
    return await found;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Handles an error of `file`: throws one that says what the problem is, and why. */
export function failing(problem: string, file: string): (error: unknown) => never {
  return (error) => {
    throw new Error(`${problem}: ${fileErrorText(error, file)}`);
  };
}

/** Why `file` cannot be used, for a message that names it. System error codes stay in the text. */
export function fileErrorText(error: unknown, file: string): string {
  const { code, message, path } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'ENOENT':
      return `${path === undefined || resolve(path) === resolve(file) ? 'it' : path} does not exist (ENOENT)`;
    case 'EISDIR':
      return 'it is a folder, not a file (EISDIR)';
    case 'ENOTDIR':
      return 'a part of its path is a file, not a folder (ENOTDIR)';
    case 'EACCES':
    case 'EPERM':
      return `permission denied (${code})`;
    default:
      return error instanceof SyntaxError ? `it is not valid JSON: ${jsonProblem(error)}` : message;
  }
}
