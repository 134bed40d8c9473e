import { constants, createReadStream } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { countOf } from '../foundation/count-of.js';
import { prefixing } from '../foundation/mock-error.js';
import { countChanges, LoggedSessions, type LogHeader, readHeader } from '../session/log-entries.js';
import type { SharedConfig } from '../session/shared-config.js';
import type { Image } from '../state/state.js';
import { type Damage, decodeLog } from './log-lines.js';
import { failing, fileErrorText, unlessMissing } from './snapshot-file.js';

/** The paths of the log of a state file, and of the log that is about to replace it, together with the state file. */
export function logPaths(file: string): { readonly log: string; readonly next: string } {
  return { log: `${file}.log`, next: `${file}.log.next` };
}

/** The files in which a state is kept. */
export function filesOfState(file: string): string[] {
  return [file, ...Object.values(logPaths(file))];
}

export interface ReadLog {
  readonly path: string;
  readonly header: LogHeader;
  readonly entries: readonly object[];
  /** The number of bytes after the last whole entry. */
  readonly torn: number;
}

/**
 * Reads the log of a state file with this fingerprint; undefined if there is none to apply. A server that is killed while it
 * replaces the file and its log can leave two logs: the one that names the file counts. With `repair`, what comes before the
 * damage in a log is used, and a copy of the log is kept.
 * @throws Error if a log is damaged, or continues another state file.
 */
export async function readLogFor(
  file: string,
  fingerprint: string | undefined,
  { report, repair }: { report: (message: string) => void; repair: boolean },
): Promise<ReadLog | undefined> {
  const { log, next } = logPaths(file);
  const read = (path: string) => readLog(path, repair ? report : undefined);
  const found = (await Promise.all([read(log), read(next)])).filter((one) => one !== undefined);
  const fits = (name: string | null | undefined) => found.find(({ header }) => header.file === name);
  const chosen = (fingerprint !== undefined && fits(fingerprint)) || fits(null);
  if (chosen === undefined) {
    const [unused] = found.filter(({ entries }) => entries.length > 0);
    if (unused !== undefined) throw new Error(whyUnused(unused, file, fingerprint));
    return undefined;
  }
  if (chosen.torn > 0) {
    report(
      `the last entry of ${chosen.path} is incomplete and was dropped (${chosen.torn} bytes): the server was killed while it wrote it, before it answered`,
    );
  }
  return chosen;
}

/**
 * The sessions that the entries of a log lead to, from the image of its state file.
 * @throws Error with the number of the line that cannot be applied.
 */
export function replayLog(shared: SharedConfig, entries: readonly object[], file: Image): LoggedSessions {
  const logged = new LoggedSessions(shared, { image: file, isLogged: true, isBaseline: false });
  // The header is the first line.
  for (const [i, entry] of entries.entries()) prefixing(`line ${i + 2}`, () => logged.apply(entry));
  return logged;
}

/** Reads a log, if it exists. If `repaired` is given and the log is damaged, repairs it and reports that. @throws Error */
async function readLog(path: string, repaired?: (message: string) => void): Promise<ReadLog | undefined> {
  const decoded = await unlessMissing(decodeLog(createReadStream(path, { highWaterMark: PIECE }))).catch(
    failing(`its log ${path} cannot be read`, path),
  );
  if (decoded === undefined) return undefined;
  const [header, ...entries] = decoded.entries;
  // The header is written before the log gets its name, so a log without a whole one is damaged.
  const damage = decoded.damage ?? (header === undefined ? { line: 1, offset: 0, bytes: decoded.torn } : undefined);
  if (damage !== undefined) {
    if (repaired === undefined) throw unusable(path, `${describeDamage(damage)}; ${waysOut(entries.length)}`);
    const copy = await copyOf(path);
    const kept = `the ${countOf(entries.length, 'entry', 'entries')} before it ${entries.length === 1 ? 'was' : 'were'} kept`;
    const dropped = `${countOf(damage.bytes, 'byte', 'bytes')} from there on ${damage.bytes === 1 ? 'was' : 'were'} dropped, with the answered changes in them`;
    repaired(
      `the log ${path} was repaired: ${describeDamage(damage)}; ${kept}, and ${dropped}; ${copy} is a copy of it`,
    );
  }
  if (header === undefined) return undefined;
  try {
    return { path, header: readHeader(header), entries, torn: decoded.torn };
  } catch (error) {
    throw unusable(
      path,
      `${(error as Error).message}; restore the log from a copy, or delete it to start with the state file alone`,
    );
  }
}

/** The number of bytes that are read at once. */
const PIECE = 1024 * 1024;

function unusable(path: string, reason: string): Error {
  return new Error(`its log ${path} cannot be used: ${reason}`);
}

function describeDamage({ line, offset, bytes }: Damage): string {
  if (bytes === 0) return 'it is empty';
  return `line ${line} is damaged${offset === 0 ? '' : `, from byte ${offset + 1} on`}`;
}

function waysOut(entries: number): string {
  const kept =
    entries === 0 ? 'start with the state file alone' : `keep the ${countOf(entries, 'entry', 'entries')} before it`;
  return `restore the log from a copy, or start with --repair to ${kept}: it saves a copy of the log, and says what it drops`;
}

/** Copies a damaged log to a new file beside it. Returns the path of the copy. @throws Error */
async function copyOf(path: string): Promise<string> {
  for (let number = 1; ; number++) {
    const copy = `${path}.damaged${number === 1 ? '' : `-${number}`}`;
    try {
      await copyFile(path, copy, constants.COPYFILE_EXCL);
      return copy;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
      throw unusable(path, `no copy of it can be saved to ${copy}: ${fileErrorText(error, copy)}`);
    }
  }
}

function whyUnused({ path, entries }: ReadLog, file: string, fingerprint: string | undefined): string {
  const changes = countChanges(entries);
  const what = `${countOf(changes, 'change', 'changes')} of the state, and possibly sessions`;
  const problem = fingerprint === undefined ? 'it is missing' : 'it was edited or replaced';
  return `${problem}, but its log ${path} contains ${what} that a server, which was killed, had not yet written to it; restore ${file}, or delete ${path} to give up what is in it`;
}
