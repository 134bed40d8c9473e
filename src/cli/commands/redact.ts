import { redactTrace } from '../../session/redact-trace.js';
import { writeDocument } from '../write-document.js';
import { readTrace } from './replay.js';

/** Writes a trace without the secrets in its bodies and queries. */
export async function redact(file: string, { output }: { output?: string }): Promise<void> {
  await writeDocument(`${JSON.stringify(redactTrace(await readTrace(file)), null, 1)}\n`, output);
}
