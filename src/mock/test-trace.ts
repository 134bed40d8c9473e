import * as z from 'zod/mini';
import { TEST_TRACE_FORMAT } from '../foundation/file-formats.js';
import { isObject } from '../foundation/is-object.js';
import { malformed } from '../foundation/mock-error.js';
import { parseJson } from '../foundation/parse-json.js';
import { expectValid } from '../foundation/validate.js';
import type { Trace } from '../session/trace-format.js';
import { expectTrace } from './replay-steps.js';

export const tracedTest = z.strictObject({
  /** The path of the test file, from the folder that the tests ran in. */
  file: z.string(),
  /** The titles of its suites and its own, with ` > ` in between; with a number if another test has the same. */
  name: z.string(),
  /** The line in the file, if it is known. */
  line: z.optional(z.int()),
  /** How the test ended, if that is known. A test that skips itself has no outcome. */
  outcome: z.optional(z.enum(['passed', 'failed'])),
});

const schema = z.strictObject({
  /** Tells it from other JSON. */
  format: z.literal(TEST_TRACE_FORMAT),
  /** The version of the format. */
  version: z.literal(1),
  /** The run of the test file: lines of other runs are outdated. */
  run: z.string(),
  test: tracedTest,
  /** A compact trace. */
  trace: z.unknown(),
});

/** The trace of one test: a line in the file of its test file. */
export interface TestTrace extends z.output<typeof schema> {
  trace: Trace;
}

/**
 * The traces of the last run in a file of test traces; of a test that ran several times, the last.
 * @throws MockError `malformed_data` with the number of the invalid line
 */
export function testTracesIn(text: string): TestTrace[] {
  const traces = text.split('\n').flatMap((line, i) => {
    if (line.trim() === '') return [];
    const json = parseJson(line);
    const where = `line ${i + 1}`;
    if (!isObject(json) || json.format !== TEST_TRACE_FORMAT) {
      throw malformed(
        `${where} is not the trace of a test; each line must be JSON with the format "${TEST_TRACE_FORMAT}"`,
      );
    }
    const found = expectValid(schema, json, { root: [where] });
    return { ...found, trace: expectTrace(found.trace) };
  });
  const last = traces.at(-1);
  const latest = traces.filter(({ run }) => run === last?.run);
  return [...new Map(latest.map((one) => [one.test.name, one])).values()];
}
