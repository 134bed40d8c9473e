import type * as z from 'zod/mini';
import { TEST_TRACE_FORMAT } from '../foundation/file-formats.js';
import type { Trace } from '../session/trace-format.js';
import type { tracedTest } from './test-trace.js';

/** The end of the name of a file of test traces. */
export const TEST_TRACES = '.traces.jsonl';

export type TracedTest = Readonly<z.input<typeof tracedTest>>;

export type TestOutcome = NonNullable<TracedTest['outcome']>;

/** The call at the end of a trace whose test sent requests to named sessions or forks. They are not in it. */
export const ELSEWHERE = 'requests elsewhere';

/** The trace with that call. It is an entry, because versions that do not know it refuse other fields. */
export function withElsewhere(trace: Trace): Trace {
  const { dropped, entries, start, end } = trace;
  const at = entries.at(-1)?.at ?? start.clock.now;
  const entry = dropped + entries.length + 1;
  return { ...trace, entries: [...entries, { entry, at, wall_time: end.wall_time, kind: 'call', call: ELSEWHERE }] };
}

export function testTraceLine(run: string, test: TracedTest, trace: Trace): string {
  return `${JSON.stringify({ format: TEST_TRACE_FORMAT, version: 1, run, test, trace })}\n`;
}
