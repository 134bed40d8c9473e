import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { diffOf, type Edit } from '../../tools/init/index.js';
import { unlessMissing } from '../server/snapshot-file.js';
import { confirms } from './confirms.js';
import { print } from './output.js';
import { writeDocument } from './write-document.js';

interface Offer {
  /** Whether to write without asking. */
  readonly yes: boolean;
  /** What the project has if there are no edits, such as `the mock`. */
  readonly what: string;
  /** What is left to do, as sentences. */
  readonly next?: readonly string[];
}

/** Shows the edits of a project, and writes them if one says yes. */
export async function offerEdits(root: string, edits: readonly Edit[], { yes, what, next = [] }: Offer): Promise<void> {
  if (edits.length === 0) return print(`The project has ${what}; there is nothing to write.`);
  print(diffOf(edits));
  const isTerminal = process.stdin.isTTY && process.stdout.isTTY;
  if (!yes && !isTerminal) return print('Nothing is written: run it on a terminal, or with --yes.');
  const agreed = yes || (await confirms('Write this? [Y/n] ', { otherwise: 'yes', output: process.stdout }));
  if (!agreed) return print('Nothing is written.');
  await writeEdits(root, edits);
  print([`Written: ${edits.map(({ file }) => file).join(', ')}.`, ...next].join(' '));
}

/** Writes the edits of a project, all or none. @throws Error if a file cannot be written, or has changed since the edits were made. */
async function writeEdits(root: string, edits: readonly Edit[]): Promise<void> {
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
