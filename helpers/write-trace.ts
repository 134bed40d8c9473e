import { malformed } from '../src/foundation/mock-error.js';
import type { Trace } from '../src/index.js';

/**
 * Writes the trace of a failed test to a file, and prints the command that replays it. Node's modules are loaded only here, so that
 * the helpers can be imported where there are none.
 */
export async function writeTrace(path: readonly string[], trace: Trace): Promise<void> {
  const [{ writeFile }, { join, relative }] = await Promise.all([import('node:fs/promises'), import('node:path')]);
  const file = join(...path);
  await makeFolderOf(file);
  await writeFile(file, `${JSON.stringify(trace, null, 1)}\n`);
  const shown = relative(process.cwd(), file) || file;
  // biome-ignore lint/suspicious/noConsole: test runners show it with the failed test.
  console.log(`briefs-mock: replay what this test did with: npx briefs-mock replay ${quoted(shown)}`);
}

/** Removes the trace of a test that no longer fails. */
export async function removeTrace(path: readonly string[]): Promise<void> {
  const [{ rm }, { join }] = await Promise.all([import('node:fs/promises'), import('node:path')]);
  await rm(join(...path), { force: true }).catch((error) => {
    // If the folder is a file, there is no trace.
    if (error.code !== 'ENOTDIR') throw error;
  });
}

/** Makes the folder of a file with traces. @throws MockError `malformed_data` if it cannot be one */
export async function makeFolderOf(file: string): Promise<void> {
  const [{ mkdir }, { dirname }] = await Promise.all([import('node:fs/promises'), import('node:path')]);
  await mkdir(dirname(file), { recursive: true }).catch(({ message }) => {
    throw malformed(`traces: must be a folder, but ${dirname(file)} cannot be one: ${message}`);
  });
}

/** Quoted for a shell, if it needs that. */
function quoted(path: string): string {
  return /^[\w./:@%+,-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
