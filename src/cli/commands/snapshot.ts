import { textOf } from '../../state/snapshot.js';
import { loadConfig } from '../config.js';
import { makeMock } from '../configured-mock.js';
import type { ServerFlags } from '../flag.js';
import { expectWritable, writeDocument } from '../write-document.js';

/** Writes the snapshot of a scenario to a file or to standard output. */
export async function snapshot({ output: file, ...flags }: ServerFlags & { output?: string }): Promise<void> {
  const { import: _, ...config } = await loadConfig(flags.config);
  await expectWritable({ '--output': file }, { 'the config file': config.config });
  await writeDocument(textOf((await makeMock(flags, config)).snapshot()), file);
}
