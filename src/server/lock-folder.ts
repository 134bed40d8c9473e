/**
 * The lock of a file: the folder `<file>.lock` next to it, which contains the folder of the process that holds the lock. It
 * is taken by renaming a folder, which happens completely or not at all, and for only one of several processes.
 *
 * The calls are synchronous, so that a request can be checked without waiting.
 * @module
 */
import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { uniqueName } from '../foundation/machine.js';

export interface HeldLock {
  /** The folder of the process. It exists as long as the process holds the lock, and its name is never used again. */
  readonly folder: string;
  /** The process, such as `process 4711 on laptop`. */
  readonly holder: string;
  /** Changes whenever the process renews the lock. */
  readonly renewal: number;
}

const FOLDER_NAME = /^(\d+)@(.+)\.[\da-f-]{36}$/;

/** The folder with which this process can take the lock of a file. */
export function newFolder(file: string): string {
  const host = hostname().replace(/[^\w.-]/g, '-');
  return join(`${file}.lock`, `${process.pid}@${host}.${uniqueName()}`);
}

/** The lock of a file; undefined if no process holds it. @throws Error */
export function heldLock(file: string): HeldLock | undefined {
  const lock = `${file}.lock`;
  const names = unlessMissing(() => readdirSync(lock)) ?? [];
  const name = names.find((name) => FOLDER_NAME.test(name));
  if (name === undefined) {
    if (names.length === 0) return undefined;
    throw new Error(`${lock} is not a lock of briefs-mock: it contains ${names[0]}; move it away`);
  }
  const folder = join(lock, name);
  const [, pid, host] = FOLDER_NAME.exec(name) as RegExpExecArray;
  const renewal = unlessMissing(() => statSync(folder).mtimeMs);
  return renewal === undefined ? undefined : { folder, holder: `process ${pid} on ${host}`, renewal };
}

/** Takes a lock that no process holds. False if another process was faster. @throws Error */
export function takeFree(folder: string): boolean {
  const lock = dirname(folder);
  const draft = `${lock}-${basename(folder)}`;
  try {
    mkdirSync(draft);
    mkdirSync(join(draft, basename(folder)));
    removeEmpty(lock);
    renameSync(draft, lock);
    return true;
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOTEMPTY' || code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Takes the lock from the process that holds it: what that process still writes through its folder fails. False if the lock
 * was released, or another process was faster. @throws Error
 */
export function takeFrom({ folder: previous }: HeldLock, folder: string): boolean {
  if (!hasSucceeded(() => renameSync(previous, folder))) return false;
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
  return true;
}

/** Shows other processes that this one is running. Returns false if it no longer holds the lock. @throws Error */
export function renew(folder: string): boolean {
  return hasSucceeded(() => {
    // The time only has to change, so it can count: then the machine's time may stand still or be set back.
    const time = statSync(folder).mtimeMs / 1000 + 1;
    utimesSync(folder, time, time);
  });
}

/** Releases the lock. Does nothing if this process no longer holds it. @throws Error */
export function release(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  removeEmpty(dirname(folder));
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // It is missing, or another process holds the lock.
  }
}

/** False if the file that is used does not exist. */
function hasSucceeded(use: () => void): boolean {
  return (
    unlessMissing(() => {
      use();
      return true;
    }) === true
  );
}

/** Undefined if the file that is used does not exist. */
function unlessMissing<Value>(use: () => Value): Value | undefined {
  try {
    return use();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
