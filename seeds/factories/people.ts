import type { Row } from '../../src/model/tables.js';
import type { Draw } from './faker.js';
import { firstName, lastNames } from './names.js';
import { fold } from './text.js';

export type Person = Pick<Row<'user'>, 'fname' | 'lname' | 'email'> & Partial<Row<'user'>>;

/** The position in the list of last names at which the generated people start. */
export function nameOffset(draw: Draw): number {
  return draw('user', 'names', (faker) => faker.number.int(999));
}

/**
 * Generates the person at a position in a list of people. Last names are unique until all are used. After that, the e-mail
 * contains a number. Therefore e-mails are unique, whatever the first names are.
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
