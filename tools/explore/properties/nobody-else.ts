import type { Mock } from '../../../src/index.js';
import type { Property } from '../property.js';
import { quoted } from '../written/code.js';

const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;

function othersIn(text: string, mock: Mock, email: string): string[] {
  const shown = [...new Set(text.match(EMAIL) ?? [])].filter((one) => one.toLowerCase() !== email.toLowerCase());
  return shown.filter((one) => mock.data.user.count({ where: { email: { equals: one } } }) > 0);
}

/** How many people are looked for by their names. */
const MANY = 2_000;

function hasNames(text: string, mock: Mock, email: string): boolean {
  if (mock.data.user.count() > MANY) return false;
  const others = mock.data.user.getAll().filter((user) => user.email.toLowerCase() !== email.toLowerCase());
  return others.some(({ fname, lname }) => `${fname}${lname}`.length > 5 && text.includes(`${fname} ${lname}`));
}

export const nobodyElse: Property = {
  name: 'nobody-else',
  title: 'Nothing of another person shows',
  check({ look, start, mock, email, all }) {
    // An application about people, such as an administration, shows them from the start.
    if (email === undefined || othersIn(start.text, mock, email).length > 0 || hasNames(start.text, mock, email))
      return [];
    const typed = all.map(({ step }) => (step.do === 'fill' ? step.input.toLowerCase() : '')).join(' ');
    const first = othersIn(look.text, mock, email).find((one) => !typed.includes(one.toLowerCase()));
    if (first === undefined) return [];
    return [
      {
        key: 'e-mail',
        sentence: `the page shows ${first}, who is another person`,
        assertion: [`await expect(page.getByText(${quoted(first)})).toHaveCount(0);`],
      },
    ];
  },
};
