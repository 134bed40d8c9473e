import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Edit } from '../../tools/init/index.js';
import { unlessMissing } from '../server/snapshot-file.js';
import { writeDocument } from './write-document.js';

/** Writes the edits of a project, all or none. @throws Error if a file cannot be written, or has changed since the edits were made. */
export async function writeEdits(root: string, edits: readonly Edit[]): Promise<void> {
  for (const { file, before } of edits) {
    const present = await unlessMissing(readFile(join(root, file), 'utf8'));
    if (present !== before) throw new Error(`${file} has changed since the diff was made; run the command again`);
  }
  const written: Edit[] = [];
  try {
    for (const edit of edits) {
      const path = join(root, edit.file);
      await mkdir(dirname(path), { recursive: true });
      await writeDocument(edit.after, path);
      written.push(edit);
    }
  } catch (error) {
    for (const { file, before } of written) {
      const path = join(root, file);
      await (before === undefined ? rm(path) : writeDocument(before, path));
    }
    throw error;
  }
}
