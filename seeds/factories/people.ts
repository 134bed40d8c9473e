import type { Row } from '../../src/model/tables.js';
import type { Draw } from './faker.js';
import { firstName, lastNames } from './names.js';
import { fold } from './text.js';

export type Person = Pick<Row<'user'>, 'fname' | 'lname' | 'email'> & Partial<Row<'user'>>;

/** Where a row of people begins in the list of last names. */
export function nameOffset(draw: Draw): number {
  return draw('user', 'names', (faker) => faker.number.int(999));
}

/**
 * Who stands at a place in a row of people. Nobody shares a last name until all are used up, and then has a number in the
 * e-mail: no two e-mails can be the same, whatever first names are drawn.
 */
export function inventPerson(draw: Draw, domain: string, place: number, offset: number): Person {
  const names = lastNames();
  const lname = names[(place + offset) % names.length] as string;
  const round = Math.floor(place / names.length);
  return draw('user', place, (faker) => {
    const fname = firstName(faker);
    return {
      fname,
      lname,
      email: `${fold(fname, '')}.${fold(lname, '')}${round === 0 ? '' : round + 1}@${domain}`,
      user_type: faker.helpers.weightedArrayElement(USER_TYPES),
      sf_id: faker.number.int(9) < 6 ? `003Hp0000${faker.string.alphanumeric(9)}` : null,
    };
  });
}

const USER_TYPES = [
  { weight: 12, value: 'normal' },
  { weight: 3, value: 'power_user' },
  { weight: 3, value: 'decision_maker' },
  { weight: 1, value: 'power_user_and_decision_maker' },
] as const;
