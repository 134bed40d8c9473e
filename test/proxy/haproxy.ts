import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runDaemon } from '../support/daemon.js';

/** Runs HAProxy, with its files in a folder, until `socket` exists. Returns a function that stops it. */
export async function runHaproxy(folder: string, configuration: string, socket: string): Promise<() => Promise<void>> {
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, configuration);
  // Without -q it warns of every server that stops.
  return runDaemon('haproxy', ['-q', '-db', '-f', file], socket);
}
