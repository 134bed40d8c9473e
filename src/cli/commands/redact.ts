import { readFile } from 'node:fs/promises';
import { testTracesIn } from '../../mock/test-trace.js';
import { TEST_TRACES, testTraceLine } from '../../mock/test-trace-line.js';
import { fileErrorText } from '../../server/snapshot-file.js';
import { redactTrace } from '../../session/redact-trace.js';
import { writeDocument } from '../write-document.js';
import { readTrace } from './replay.js';

/** Writes a trace, or the traces of a test file, without the secrets in bodies and queries. */
export async function redact(file: string, { output }: { output?: string }): Promise<void> {
  const text = file.endsWith(TEST_TRACES)
    ? await redactTests(file)
    : `${JSON.stringify(redactTrace(await readTrace(file)))}\n`;
  await writeDocument(text, output);
}

/** Leaves out what is outdated. @throws Error that names the file */
async function redactTests(file: string): Promise<string> {
  try {
    const tests = testTracesIn(await readFile(file, 'utf8'));
    return tests.map(({ run, test, trace }) => testTraceLine(run, test, redactTrace(trace))).join('');
  } catch (error) {
    throw new Error(`The traces in ${file} cannot be read: ${fileErrorText(error, file)}`);
  }
}
