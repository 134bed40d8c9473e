import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import type { Trace } from '../src/index.js';

/** Writes a trace to a file and returns its path. */
export function writeTrace(file: string, trace: Trace): string {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(trace, null, 1)}\n`);
  return file;
}

/** Prints the command that replays a trace, for the reader of a failed test. */
export function printReplay(file: string): void {
  const path = relative(process.cwd(), file) || file;
  // biome-ignore lint/suspicious/noConsole: test runners show it with the failed test.
  console.log(`briefs-mock: replay what this test did with: npx briefs-mock replay ${quoted(path)}`);
}

/** Quoted for a shell, if it needs that. */
function quoted(path: string): string {
  return /^[\w./:@%+,-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
