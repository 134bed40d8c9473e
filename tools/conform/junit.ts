import { type JunitCase, junitXml } from '../report/junit.js';
import { mismatchesOf, type Report, type Result } from './report.js';

/** The report as JUnit XML: a new difference is a failure, and a case that could not tell is skipped. */
export function junitOf({ against, at, results }: Report): string {
  return junitXml({ program: 'briefs-mock conform', suite: against, at, cases: results.map(testCase) });
}

/** Whether a result differs in a way that the baseline does not list. */
export function isNew({ outcome, knownSince }: Result): boolean {
  return outcome === 'differs' && knownSince === undefined;
}

function testCase(result: Result): JunitCase {
  const { id, title, ids, missing, difference, findings, knownSince } = result;
  const [api, resource] = id.split('/');
  const one = { group: `${api}.${resource}`, name: `${id}${ids.length === 0 ? '' : ` (${ids.join(', ')})`}: ${title}` };
  const details = JSON.stringify(difference ?? findings, null, 2) ?? '';
  if (isNew(result)) {
    const message = mismatchesOf(result)
      .map(({ path, problem }) => `${path} ${problem}`)
      .join('; ');
    return { ...one, failure: { message, details } };
  }
  if (missing !== undefined) return { ...one, skipped: `it needs ${missing}` };
  if (knownSince !== undefined) return { ...one, output: `known since ${knownSince}: ${details}` };
  return one;
}
