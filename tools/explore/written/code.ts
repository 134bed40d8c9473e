// Pieces of Playwright tests.
import { literalSource } from '../../../src/foundation/literal-source.js';
import { isField, type Line } from '../line.js';
import type { PageTarget } from '../step.js';

/** A text as a literal in single quotes. */
export function quoted(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${escaped}'`;
}

/** What is typed, as code that says how long it is rather than showing all of it. */
export function inputCode(input: string): string {
  const [first = ''] = input;
  return input.length > 20 && input === first.repeat(input.length)
    ? `${quoted(first)}.repeat(${input.length})`
    : quoted(input);
}

export function targetCode({ role, name, place }: PageTarget): string {
  const nth = place === 0 ? '.first()' : `.nth(${place})`;
  return `page.getByRole(${quoted(role)}, { name: ${quoted(name)}, exact: true })${nth}`;
}

const STATES = ['pressed', 'checked', 'selected', 'expanded', 'disabled'];

/** The elements that show a line with a name. A state is named if the line, or one of `among` with the same role and name, has it. */
function lineCode({ role, name, states }: Line, among: readonly Line[]): string {
  const alike = [states, ...among.filter((one) => one.role === role && one.name === name).map((one) => one.states)];
  const named = STATES.filter((state) => alike.some((some) => some.includes(state)));
  const options = named.map((state) => `, ${state}: ${states.includes(state)}`);
  return `page.getByRole(${quoted(role)}, { name: ${quoted(name)}, exact: true${options.join('')} })`;
}

/** Defines `rows` for tests that count lines without a name. Their text can stand in several elements, or in one that says more. */
export const defineRows = [
  '// The rows of the accessibility tree that match.',
  `const rows = async (row: RegExp) => ((await page.locator('body').ariaSnapshot()).match(row) ?? []).length;`,
];

/** A regular expression for the rows of an accessibility tree that are like a line without a name. Its text may be in quotes. */
function rowPattern({ role, value }: Line): string {
  const text = literalSource(value).replaceAll(/\\\\|"/g, '\\\\?$&');
  return `/^ *- ${role}( \\[.*?\\])*${value === '' ? ':?' : `: "?${text}"?`}$/gm`;
}

/** How often a line is there, as a promise. */
export function countCode(line: Line, among: readonly Line[]): string {
  return line.name === '' ? `rows(${rowPattern(line)})` : `${lineCode(line, among)}.count()`;
}

/** Expects that a line is there as often as it should be. `among` are the lines of the page as it is and as it should be. */
export function expectLine(line: Line, times: number, among: readonly Line[]): string[] {
  if (isField(line) && line.name !== '' && times > 0)
    return [
      `await expect(page.getByRole(${quoted(line.role)}, { name: ${quoted(line.name)}, exact: true }).nth(${line.place})).toHaveValue(${quoted(line.value)});`,
    ];
  if (line.name === '') return [`await expect.poll(() => ${countCode(line, among)}).toBe(${times});`];
  return [`await expect(${lineCode(line, among)}).toHaveCount(${times});`];
}
