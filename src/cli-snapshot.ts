import { loadConfig } from './cli-config.js';
import { deliver } from './cli-document.js';
import type { MockFlags } from './cli-flags.js';
import { makeMock } from './cli-mock.js';
import { textOf } from './server-file.js';

/** Writes the snapshot of a scenario to a file, or to standard output. */
export async function snapshot({ output: file, ...flags }: MockFlags & { output?: string }): Promise<void> {
  const { import: _, ...config } = await loadConfig(flags.config);
  await deliver(textOf((await makeMock(flags, config)).snapshot()), file);
}
