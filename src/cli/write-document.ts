import { canonicalPath, fileErrorText, replaceFile } from '../server/snapshot-file.js';

/** Writes the result of a command to a file or to standard output. @throws Error if the file cannot be written. */
export async function writeDocument(text: string, file: string | undefined): Promise<void> {
  if (file === undefined) {
    process.stdout.write(text);
    return;
  }
  try {
    await replaceFile(await canonicalPath(file), text);
  } catch (error) {
    throw new Error(`${file} cannot be written: ${fileErrorText(error, file)}`);
  }
}
