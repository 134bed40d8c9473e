import { loadConfig } from './cli-config.js';
import type { MockFlags } from './cli-flags.js';
import { makeMock } from './cli-mock.js';
import { canonicalPath, replaceFile, textOf } from './server-file.js';

/** Writes the snapshot of a scenario to a file, or to standard output. */
export async function snapshot({ output: file, ...flags }: MockFlags & { output?: string }): Promise<void> {
  const { import: _, ...config } = await loadConfig(flags.config);
  const text = textOf((await makeMock(flags, config)).snapshot());
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
