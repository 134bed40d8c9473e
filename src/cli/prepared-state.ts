import { fileURLToPath } from 'node:url';
import { readSnapshotFile } from '../server/snapshot-file.js';
import { loadUnchecked, type Snapshot } from '../state/snapshot.js';

/** What a mock has been prepared for: the state that the command line starts with unless it is told otherwise. */
export const prepared = { scenario: 'newsroom', seed: 1 } as const;

/**
 * That state, as the build has left it beside the code: to read it takes a third of the time that it takes to make.
 * @throws Error where the file is not there, or not whole.
 */
export async function preparedState(): Promise<Snapshot> {
  const file = fileURLToPath(new URL('./newsroom.json', import.meta.url));
  try {
    return loadUnchecked(await readSnapshotFile(file));
  } catch (error) {
    throw new Error(`${file}, a part of the package, cannot be read (${(error as Error).message}); install it again`);
  }
}
