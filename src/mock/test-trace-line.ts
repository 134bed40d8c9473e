import { TEST_TRACE_FORMAT } from '../foundation/file-formats.js';
import type { Trace } from '../session/trace-format.js';

/** The end of the name of a file of test traces. */
export const TEST_TRACES = '.traces.jsonl';

export const TEST_OUTCOMES = ['passed', 'failed'] as const;

export type TestOutcome = (typeof TEST_OUTCOMES)[number];

/** A test whose trace is kept. */
export interface TracedTest {
  /** The path of the test file, from the folder that the tests ran in. */
  readonly file: string;
  /** The titles of its suites and its own, with ` > ` in between; with a number if another test has the same. */
  readonly name: string;
  /** The line in the file, if it is known. */
  readonly line?: number | undefined;
  /** How the test ended, if that is known. */
  readonly outcome?: TestOutcome | undefined;
}

/** A line for a test. */
export function testTraceLine(run: string, test: TracedTest, trace: Trace): string {
  return `${JSON.stringify({ format: TEST_TRACE_FORMAT, version: 1, run, test, trace })}\n`;
}
