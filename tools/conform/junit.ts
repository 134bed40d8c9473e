import { mismatchesOf, type Report, type Result } from './report.js';

/** The report as JUnit XML: a new difference is a failure, and a case that could not tell is skipped. */
export function junitOf({ against, at, results }: Report): string {
  const failures = results.filter(isNew).length;
  const skipped = results.filter(({ outcome }) => outcome === 'could not tell').length;
  const counts = `tests="${results.length}" failures="${failures}" errors="0" skipped="${skipped}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="briefs-mock conform" ${counts}>`,
    `  <testsuite name="${escaped(against)}" ${counts} timestamp="${at.slice(0, 19)}">`,
    ...results.map(testCase),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

/** Whether a result differs in a way that the baseline does not list. */
export function isNew({ outcome, knownSince }: Result): boolean {
  return outcome === 'differs' && knownSince === undefined;
}

function testCase(result: Result): string {
  const { id, title, ids, missing, difference, findings, knownSince } = result;
  const [api, resource] = id.split('/');
  const head = `    <testcase classname="${escaped(`${api}.${resource}`)}" name="${escaped(`${id}${ids.length === 0 ? '' : ` (${ids.join(', ')})`}: ${title}`)}"`;
  const details = escaped(JSON.stringify(difference ?? findings, null, 2) ?? '');
  if (isNew(result)) {
    const message = mismatchesOf(result)
      .map(({ path, problem }) => `${path} ${problem}`)
      .join('; ');
    return `${head}><failure message="${escaped(message)}">${details}</failure></testcase>`;
  }
  if (missing !== undefined) return `${head}><skipped message="${escaped(`it needs ${missing}`)}"/></testcase>`;
  if (knownSince !== undefined)
    return `${head}><system-out>known since ${knownSince}: ${details}</system-out></testcase>`;
  return `${head}/>`;
}

/** Text for XML, without the characters that XML cannot contain. */
function escaped(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove.
      .replaceAll(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '\ufffd')
      .replaceAll(/[&<>"\n\r\t]/g, (character) => `&#${character.charCodeAt(0)};`)
  );
}
