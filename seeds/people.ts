import type { Row } from '../src/state/models.js';
import type { ScenarioContext } from '../src/state/scenario.js';
import type { ClientKey } from './clients.js';
import type { Draw } from './faker.js';
import { firstName, lastName } from './names.js';
import { fold } from './text.js';

/** A user, with the key of the client that the user belongs to. */
export interface Reader {
  readonly id: number;
  readonly email: string;
  readonly client: ClientKey | undefined;
}

type Person = Pick<Row<'user'>, 'fname' | 'lname' | 'email'> & Partial<Row<'user'>>;

/** The personas first, then everybody else. */
export function seedPeople(
  { data }: ScenarioContext,
  draw: Draw,
  clients: Readonly<Record<ClientKey, number>>,
): readonly Reader[] {
  const hire = (person: Person, client?: ClientKey): Reader => {
    const { id, email } = data.user.create({ ...person, client_id: client ? clients[client] : null });
    return { id, email, client };
  };
  const known = knownPeople.map(([person, client]) => hire(person, client));
  const offset = draw('user', 'names', (faker) => faker.number.int(999));
  const others = staff.map(([domain, client], place) => hire(invent(draw, domain, place, offset), client));
  return [...known, ...others];
}

const knownPeople: readonly (readonly [Person, ClientKey?])[] = [
  [{ fname: 'Alice', lname: 'Moreau', email: 'alice@acme.example', sf_id: '003Hp00003AlMrIAV' }, 'acme'],
  [
    {
      fname: 'Bruno',
      lname: 'Keller',
      email: 'bruno@acme.example',
      sf_id: '003Hp00003BrKeIAV',
      user_type: 'power_user_and_decision_maker',
    },
    'acme',
  ],
  [{ fname: 'Chloé', lname: 'Lambert', email: 'chloe@meridian.example' }, 'meridian'],
  [{ fname: 'Dana', lname: 'Whitlock', email: 'dana@harbourquay.example' }, 'harbourquay'],
  [{ fname: 'Erin', lname: 'Walsh', email: 'erin@mailbox.example' }],
  [{ fname: 'Felix', lname: 'Brandt', email: 'felix@oldtownpress.example' }, 'oldtown'],
  [{ fname: 'Grace', lname: 'Okoro', email: 'grace@northwind.example', user_type: 'decision_maker' }, 'northwind'],
  [{ fname: 'Hugo', lname: 'Santos', email: 'hugo@orchardmail.example', user_type: 'power_user' }, 'fieldstone'],
];

/** Where the others have their mail, and whom they work for. New ones go at the end: names are given by place. */
const staff: readonly (readonly [string, ClientKey?])[] = [
  ['acme.example', 'acme'],
  ['acme.example', 'acme'],
  ['acme.example', 'acme'],
  ['acme.example', 'acme'],
  ['acme.example', 'acme'],
  ['acme.example', 'acme'],
  ['acme-group.example', 'acme'],
  ['acme-group.example', 'acme'],
  ['northwind.example', 'northwind'],
  ['northwind.example', 'northwind'],
  ['northwind.example', 'northwind'],
  ['northwind.example', 'northwind'],
  ['northwind.example', 'northwind'],
  ['northwind.example', 'northwind'],
  ['harbourquay.example', 'harbourquay'],
  ['harbourquay.example', 'harbourquay'],
  ['harbourquay.example', 'harbourquay'],
  ['harbourquay.example', 'harbourquay'],
  ['harbourquay.example', 'harbourquay'],
  ['meridian.example', 'meridian'],
  ['meridian.example', 'meridian'],
  ['meridian.example', 'meridian'],
  ['clinics.meridian.example', 'meridian'],
  ['clinics.meridian.example', 'meridian'],
  ['orchardmail.example', 'fieldstone'],
  ['fieldstone.example', 'fieldstone'],
  ['fieldstone.example', 'fieldstone'],
  ['oldtownpress.example', 'oldtown'],
  ['oldtownpress.example', 'oldtown'],
  ['mailbox.example'],
  ['mailbox.example'],
  ['postfach.example'],
];

/** Nobody shares a last name, so that no two e-mails can be the same, whatever first names are drawn. */
function invent(draw: Draw, domain: string, place: number, offset: number): Person {
  const lname = lastName(place + offset);
  return draw('user', place, (faker) => {
    const fname = firstName(faker);
    return {
      fname,
      lname,
      email: `${fold(fname, '')}.${fold(lname, '')}@${domain}`,
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
