import { fileURLToPath } from 'node:url';
import { readSnapshotFile } from './server-file.js';
import { type Snapshot, trusted } from './state/snapshot.js';

/** What a mock has been prepared for: the state that the command line starts with unless it is told otherwise. */
export const prepared = { scenario: 'newsroom', seed: 1 } as const;

/** That state, as the build has left it beside the code: to read it takes a third of the time that it takes to make. */
export async function preparedState(): Promise<Snapshot> {
  return trusted(await readSnapshotFile(fileURLToPath(new URL('./newsroom.json', import.meta.url))));
}
