/**
 * What the reports of tools have in common.
 * @module
 */
import { escaped } from './escape.js';

export { escaped };

/** One test in a JUnit report. */
export interface JunitCase {
  /** What it belongs to, such as a file. */
  readonly group: string;
  readonly name: string;
  /** Why it failed. */
  readonly failure?: { readonly message: string; readonly details?: string | undefined } | undefined;
  /** Why it was not run. */
  readonly skipped?: string | undefined;
  /** What it printed. */
  readonly output?: string | undefined;
}

export interface JunitSuite {
  /** The program, such as `briefs-mock impact`. */
  readonly program: string;
  /** Default: the program. */
  readonly suite?: string;
  /** When it ran, in ISO 8601. */
  readonly at?: string;
  readonly cases: readonly JunitCase[];
}

/** A report as JUnit XML, which continuous integration reads. */
export function junitXml({ program, suite = program, at, cases }: JunitSuite): string {
  const failures = cases.filter(({ failure }) => failure !== undefined).length;
  const skipped = cases.filter((one) => one.skipped !== undefined).length;
  const counts = `tests="${cases.length}" failures="${failures}" errors="0" skipped="${skipped}"`;
  const time = at === undefined ? '' : ` timestamp="${at.slice(0, 19)}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${escaped(program)}" ${counts}>`,
    `  <testsuite name="${escaped(suite)}" ${counts}${time}>`,
    ...cases.map(caseXml),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function caseXml({ group, name, failure, skipped, output }: JunitCase): string {
  const head = `    <testcase classname="${escaped(group)}" name="${escaped(name)}"`;
  if (failure !== undefined) {
    const start = `${head}><failure message="${escaped(failure.message)}"`;
    return failure.details === undefined
      ? `${start}/></testcase>`
      : `${start}>${escaped(failure.details)}</failure></testcase>`;
  }
  if (skipped !== undefined) return `${head}><skipped message="${escaped(skipped)}"/></testcase>`;
  return output === undefined ? `${head}/>` : `${head}><system-out>${escaped(output)}</system-out></testcase>`;
}
