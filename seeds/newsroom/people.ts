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
  const others = staff.map(([domain, client], place) => hire(inventPerson(draw, domain, place, offset), client));
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

/** The e-mail domain and the client of each other user. Add new ones at the end, because names depend on the position. */
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
