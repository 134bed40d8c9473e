import type * as z from 'zod/mini';
import { TEST_TRACE_FORMAT } from '../foundation/file-formats.js';
import type { Trace } from '../session/trace-format.js';
import type { tracedTest } from './test-trace.js';

/** The end of the name of a file of test traces. */
export const TEST_TRACES = '.traces.jsonl';

export type TracedTest = Readonly<z.input<typeof tracedTest>>;

export type TestOutcome = NonNullable<TracedTest['outcome']>;

export function testTraceLine(run: string, test: TracedTest, trace: Trace): string {
  return `${JSON.stringify({ format: TEST_TRACE_FORMAT, version: 1, run, test, trace })}\n`;
}
