import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The text of a file of a project; undefined if there is none.
 * @throws Error if it cannot be read, or if there can be no such file
 */
export function textOf(root: string, file: string): string | undefined {
  try {
    return readFileSync(join(root, file), 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    if (code === 'EISDIR') throw new Error(`${file} is a folder, not a file; rename or remove it first`);
    if (code === 'ENOTDIR') {
      const present = presentPart(root, file);
      throw new Error(
        `${present} is a file, not a folder, so that ${file} cannot be written; rename or remove it first`,
      );
    }
    throw error;
  }
}

/** The longest part of a path that exists. */
function presentPart(root: string, path: string): string {
  return existsSync(join(root, path)) ? path : presentPart(root, dirname(path));
}
