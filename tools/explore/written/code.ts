// Pieces of Playwright tests.
import { isField, type Line, shown } from '../line.js';
import type { PageTarget } from '../step.js';

/** A text as a literal in single quotes. */
export function quoted(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${escaped}'`;
}

export function targetCode({ role, name, place }: PageTarget): string {
  const nth = place === 0 ? '.first()' : `.nth(${place})`;
  return `page.getByRole(${quoted(role)}, { name: ${quoted(name)}, exact: true })${nth}`;
}

/** The elements that show a line. */
function lineCode({ role, name, states, value }: Line): string {
  if (role === 'text' || name === '')
    return `page.getByText(${quoted(shown({ name, value } as Line))}, { exact: true })`;
  const known = {
    pressed: 'pressed',
    checked: 'checked',
    selected: 'selected',
    expanded: 'expanded',
    disabled: 'disabled',
  };
  const options = Object.entries(known)
    .filter(([state]) => states.includes(state))
    .map(([, option]) => `, ${option}: true`);
  return `page.getByRole(${quoted(role)}, { name: ${quoted(name)}, exact: true${options.join('')} })`;
}

/** Expects that a line is there as often as it should be. */
export function expectLine(line: Line, times: number): string[] {
  if (isField(line) && line.name !== '' && times > 0)
    return [
      `await expect(page.getByRole(${quoted(line.role)}, { name: ${quoted(line.name)}, exact: true }).nth(${line.place})).toHaveValue(${quoted(line.value)});`,
    ];
  if (line.role === 'option' && line.states.includes('selected')) {
    const chosen = `page.locator('option:checked', { hasText: ${quoted(line.name)} })`;
    return [`await expect(${chosen}).toHaveCount(${times});`];
  }
  return [`await expect(${lineCode(line)}).toHaveCount(${times});`];
}
