import { resolve } from 'node:path';
import { fileErrorText } from '../server/snapshot-file.js';

/**
 * Loads a module in TypeScript or JavaScript: all that it exports, or with `default: true` its default export. `what` says what it
 * contains.
 * @throws Error that names the file
 */
export async function importFile<Exports>(file: string, what: string, options?: { default: true }): Promise<Exports> {
  const { createJiti } = await import('jiti');
  return createJiti(import.meta.url)
    .import<Exports>(resolve(file), options)
    .catch((error: Error) => {
      throw new Error(`${what} in ${file} cannot be loaded: ${fileErrorText(error, file)}`);
    });
}
