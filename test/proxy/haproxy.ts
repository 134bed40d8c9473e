import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { runDaemon } from '../support/daemon.js';
import { eventually } from '../support/eventually.js';

/** Runs HAProxy, with its files in a folder, and resolves when it listens on `socket`, to a function that stops it. */
export async function runHaproxy(folder: string, configuration: string, socket: string): Promise<() => Promise<void>> {
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, configuration);
  // Without -q it warns of every server that stops.
  const stop = await runDaemon('haproxy', ['-q', '-db', '-f', file], socket);
  // It creates the socket before it listens there.
  await eventually(async () => {
    const client = connect(socket);
    await once(client, 'connect');
    client.destroy();
  });
  return stop;
}
