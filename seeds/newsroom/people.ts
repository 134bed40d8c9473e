import type { ScenarioContext } from '../../src/scenario/scenario-context.js';
import type { ClientKey } from '../factories/clients.js';
import type { Draw } from '../factories/faker.js';
import { inventPerson, nameOffset, type Person } from '../factories/people.js';

/** A user, with the key of the user's client. */
export interface NewsroomReader {
  readonly id: number;
  readonly email: string;
  readonly client: ClientKey | undefined;
}

/** Creates the users: first the personas, then the others. */
export function seedPeople(
  { data }: ScenarioContext,
  draw: Draw,
  clients: Readonly<Record<ClientKey, number>>,
): readonly NewsroomReader[] {
  const hire = (person: Person, client?: ClientKey): NewsroomReader => {
    const { id, email } = data.user.create({ ...person, client_id: client ? clients[client] : null });
    return { id, email, client };
  };
  const known = knownPeople.map(([person, client]) => hire(person, client));
  const offset = nameOffset(draw);
  const others = staff
    .flatMap(([count, domain, client]) => Array.from({ length: count }, () => [domain, client] as const))
    .map(([domain, client], place) => hire(inventPerson(draw, domain, place, offset), client));
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

/** How many other users have an e-mail domain and a client. Add new ones at the end, because names depend on the position. */
const staff: readonly (readonly [count: number, domain: string, client?: ClientKey])[] = [
  [6, 'acme.example', 'acme'],
  [2, 'acme-group.example', 'acme'],
  [6, 'northwind.example', 'northwind'],
  [5, 'harbourquay.example', 'harbourquay'],
  [3, 'meridian.example', 'meridian'],
  [2, 'clinics.meridian.example', 'meridian'],
  [1, 'orchardmail.example', 'fieldstone'],
  [2, 'fieldstone.example', 'fieldstone'],
  [2, 'oldtownpress.example', 'oldtown'],
  [2, 'mailbox.example'],
  [1, 'postfach.example'],
];
