import { randomBytes } from 'node:crypto';
import { chmod, open, readFile, stat } from 'node:fs/promises';
import { fileErrorText, OWNER_ONLY } from '../server/snapshot-file.js';

/** The number of random bytes in a new key, and the least number of characters in one that somebody else made. */
const BYTES = 32;
const LEAST = 16;

/**
 * The key in a file. A file that does not exist is created with a random key, for the user alone. One that others may read is
 * closed to them, but only if it holds a key: any other file or folder stays as it is.
 * @throws Error that names the file, and never the key
 */
export async function keyIn(file: string, note: (text: string) => void): Promise<Uint8Array> {
  try {
    if (await isCreated(file)) note(`created the key ${file}: keep it out of version control, and use it again`);
    const present = await stat(file);
    // Reading a pipe or a device may never end. Reading a folder fails.
    if (!present.isFile() && !present.isDirectory()) throw new Error('it is a device or a pipe, not a file');
    const key = (await readFile(file, 'utf8')).trim();
    if (key.length < LEAST) throw new Error(`it must have ${LEAST} characters or more`);
    await closeToOthers(file, present.mode, note);
    return new TextEncoder().encode(key);
  } catch (error) {
    throw new Error(`the key file ${file} cannot be used: ${fileErrorText(error, file)}`);
  }
}

/** Creates the file with a random key, unless it exists. */
async function isCreated(file: string): Promise<boolean> {
  try {
    const handle = await open(file, 'wx', OWNER_ONLY);
    await handle.writeFile(`${randomBytes(BYTES).toString('base64url')}\n`).finally(() => handle.close());
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function closeToOthers(file: string, mode: number, note: (text: string) => void): Promise<void> {
  // Windows has no such modes.
  if (process.platform === 'win32' || (mode & 0o077) === 0) return;
  await chmod(file, OWNER_ONLY);
  note(`others could read the key ${file}; now only you can (mode 600)`);
}
