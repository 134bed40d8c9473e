import { countOf } from '../../foundation/count-of.js';
import { MockError, replay } from '../../index.js';
import { loadConfig } from '../config.js';
import type { FlagsOf } from '../flags.js';
import { createOutput } from '../output.js';
import { expectWritable, writeDocument } from '../write-document.js';
import { configured, readTrace } from './replay.js';

type TraceFlags = FlagsOf<'trace', 'config'> & { test: string };

/** Writes a test of what happened in a trace. It is replayed, because a trace does not say what its requests changed. */
export async function trace(file: string, { test, since, output, config: configFile }: TraceFlags): Promise<void> {
  const config = await loadConfig(configFile);
  await expectWritable({ '--output': output }, { 'the trace': file, 'the config file': config.config });
  const { mock, differences, redacted } = await replay(await readTrace(file), configured(config));
  if (differences.length > 0) {
    const count = countOf(differences.length, 'answer differs', 'answers differ');
    throw new Error(`The trace ${file} does not replay: ${count}; see briefs-mock replay ${file}`);
  }
  if (redacted?.stoppedBefore !== undefined) {
    createOutput().note(`the test ends before request ${redacted.stoppedBefore}, because what it sent was redacted`);
  }
  const query = new URLSearchParams({ runner: test, ...(since !== undefined && { since: `${since}` }) });
  const response = await mock.fetch(`/__mock/trace/test?${query}`);
  const { data, error } = await response.json();
  if (error !== undefined) throw new MockError(error.code, error.message);
  await writeDocument(data.code, output);
}
