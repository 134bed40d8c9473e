// Pieces of Playwright tests.
import { isField, type Line, shown } from '../line.js';
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

/** The elements that show a line. A state is named if the line, or one of `among` with the same role and name, has it. */
export function lineCode(line: Line, among: readonly Line[]): string {
  const { role, name, value } = line;
  if (role === 'text' || name === '')
    return `page.getByText(${quoted(shown({ name, value } as Line))}, { exact: true })`;
  const alike = [line, ...among.filter((one) => one.role === role && one.name === name)];
  const options = STATES.filter((state) => alike.some(({ states }) => states.includes(state)));
  const states = options.map((state) => `, ${state}: ${line.states.includes(state)}`);
  return `page.getByRole(${quoted(role)}, { name: ${quoted(name)}, exact: true${states.join('')} })`;
}

/** Expects that a line is there as often as it should be. `among` are the lines of the page as it is and as it should be. */
export function expectLine(line: Line, times: number, among: readonly Line[]): string[] {
  if (isField(line) && line.name !== '' && times > 0)
    return [
      `await expect(page.getByRole(${quoted(line.role)}, { name: ${quoted(line.name)}, exact: true }).nth(${line.place})).toHaveValue(${quoted(line.value)});`,
    ];
  return [`await expect(${lineCode(line, among)}).toHaveCount(${times});`];
}
