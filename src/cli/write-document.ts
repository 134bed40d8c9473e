import { canonicalPath, replaceFile } from '../server/snapshot-file.js';

/** Prints a text that a command makes, or writes it to a file. @throws Error where that cannot be written. */
export async function deliver(text: string, file: string | undefined): Promise<void> {
  if (file === undefined) {
    process.stdout.write(text);
    return;
  }
  try {
    await replaceFile(await canonicalPath(file), text);
  } catch (error) {
    throw new Error(`${file} cannot be written: ${(error as Error).message}`);
  }
}
