import { readFile } from 'node:fs/promises';
import { withPrefix } from '../foundation/mock-error.js';
import { countChanges, LoggedSessions, type LogHeader, readHeader } from '../session/log-entries.js';
import type { SharedConfig } from '../session/shared-config.js';
import type { Image } from '../state/state.js';
import { type DecodedLog, decodeLog } from './log-lines.js';
import { fileErrorText, unlessMissing } from './snapshot-file.js';

/** The paths of the log of a state file. */
interface LogPaths {
  /** The log. */
  readonly log: string;
  /** The log that is about to replace it, together with the state file. */
  readonly next: string;
}

export function logPaths(file: string): LogPaths {
  return { log: `${file}.log`, next: `${file}.log.next` };
}

/** A log that was read. */
export interface ReadLog extends DecodedLog {
  readonly path: string;
  readonly header: LogHeader;
}

/**
 * Reads the log of a state file with this fingerprint; undefined if there is none to apply. A server that is killed while it
 * replaces the file and its log can leave two logs: the one that names the file counts.
 * @throws Error if a log is damaged, or continues another state file.
 */
export async function readLogFor(
  file: string,
  fingerprint: string | undefined,
  report: (message: string) => void,
): Promise<ReadLog | undefined> {
  const { log, next } = logPaths(file);
  const found = (await Promise.all([readLog(log), readLog(next)])).filter((one) => one !== undefined);
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
  for (const [i, entry] of entries.entries()) {
    try {
      logged.apply(entry);
    } catch (error) {
      // The header is the first line.
      throw withPrefix(`line ${i + 2}`, error);
    }
  }
  return logged;
}

async function readLog(path: string): Promise<ReadLog | undefined> {
  const content = await unlessMissing(readFile(path)).catch((error) => {
    throw new Error(`its log ${path} cannot be read: ${fileErrorText(error, path)}`);
  });
  if (content === undefined) return undefined;
  try {
    const { entries, torn } = decodeLog(content);
    const [header, ...others] = entries;
    if (header === undefined) throw new Error(content.length === 0 ? 'it is empty' : 'line 1 is damaged');
    return { path, header: readHeader(header), entries: others, torn };
  } catch (error) {
    throw new Error(
      `its log ${path} cannot be used: ${(error as Error).message}; restore the log from a copy, or delete it to start with the state file alone`,
    );
  }
}

function whyUnused({ path, entries }: ReadLog, file: string, fingerprint: string | undefined): string {
  const changes = countChanges(entries);
  const what = `${changes} ${changes === 1 ? 'change' : 'changes'} of the state, and possibly sessions`;
  const problem = fingerprint === undefined ? 'it is missing' : 'it was edited or replaced';
  return `${problem}, but its log ${path} contains ${what} that a server, which was killed, had not yet written to it; restore ${file}, or delete ${path} to give up what is in it`;
}
