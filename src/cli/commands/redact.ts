import { fileKindOf } from '../../foundation/file-kind.js';
import { type TestTrace, testTracesIn } from '../../mock/test-trace.js';
import { TEST_TRACES, testTraceLine } from '../../mock/test-trace-line.js';
import { failing, readText } from '../../server/snapshot-file.js';
import { redactTrace, stopOf } from '../../session/redact-trace.js';
import { createOutput } from '../output.js';
import { expectWritable, writeDocument } from '../write-document.js';
import { readTraceFile, traceIn } from './replay.js';

/** Writes a trace, a file that was handed over, or the traces of a test file, without the secrets in bodies and queries. */
export async function redact(file: string, { output }: { output?: string }): Promise<void> {
  await expectWritable({ '--output': output }, { 'the trace': file });
  await writeDocument(file.endsWith(TEST_TRACES) ? await redactTests(file) : await redactFile(file), output);
}

async function redactFile(file: string): Promise<string> {
  const json = await readTraceFile(file);
  const trace = redactTrace(traceIn(json, file));
  const stop = stopOf(trace);
  if (stop !== undefined) {
    const problem = `request ${stop} was redacted, and a replay stops before it, because what follows depends on it`;
    createOutput().note(problem);
  }
  const isHandedOver = fileKindOf(json) === 'hand-over file';
  return `${JSON.stringify(isHandedOver ? { ...(json as object), trace } : trace)}\n`;
}

/** Leaves out what is outdated. @throws Error that names the file */
function redactTests(file: string): Promise<string> {
  const redacted = ({ run, test, trace }: TestTrace) => testTraceLine(run, test, redactTrace(trace));
  return readText(file)
    .then((text) => testTracesIn(text).map(redacted).join(''))
    .catch(failing(`The traces in ${file} cannot be read`, file));
}
