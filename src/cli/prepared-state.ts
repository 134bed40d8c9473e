import { fileURLToPath } from 'node:url';
import { fileErrorText, readSnapshotFile } from '../server/snapshot-file.js';
import { loadUnchecked, type Snapshot } from '../state/snapshot.js';

/** The scenario and seed of the prepared state, which are the defaults of the command line. */
export const prepared = { scenario: 'newsroom', seed: 1 } as const;

/**
 * The state that the build wrote to a file: reading it takes a third of the time of seeding it.
 * @throws Error if the file cannot be read.
 */
export async function preparedState(): Promise<Snapshot> {
  const file = fileURLToPath(new URL('./newsroom.json', import.meta.url));
  try {
    return loadUnchecked(await readSnapshotFile(file));
  } catch (error) {
    throw new Error(
      `${file}, which is part of the package, cannot be read: ${fileErrorText(error, file)}; reinstall briefs-mock`,
    );
  }
}
