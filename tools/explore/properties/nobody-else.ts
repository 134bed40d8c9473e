import type { Mock } from '../../../src/index.js';
import type { Property } from '../property.js';
import { quoted } from '../written/code.js';

const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;

function othersIn(text: string, mock: Mock, email: string): string[] {
  const shown = [...new Set(text.match(EMAIL) ?? [])].filter((one) => one.toLowerCase() !== email.toLowerCase());
  return shown.filter((one) => mock.data.user.count({ where: { email: { equals: one } } }) > 0);
}

export const nobodyElse: Property = {
  name: 'nobody-else',
  title: 'Nothing of another person shows',
  check({ look, start, mock, email }) {
    // An application about people, such as an administration, shows them from the start.
    if (email === undefined || othersIn(start.text, mock, email).length > 0) return [];
    const [first] = othersIn(look.text, mock, email);
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
