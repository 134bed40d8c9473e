import { defineScenario } from '../src/scenario/scenario.js';
import type { ScenarioContext } from '../src/scenario/scenario-context.js';
import { type BriefPlan, energyToday } from './factories/briefs.js';
import { type ClientKey, companies, seedClients } from './factories/clients.js';
import { seedBriefs } from './factories/documents.js';
import { createDraw } from './factories/faker.js';
import { inventPerson, nameOffset } from './factories/people.js';
import { cast } from './factories/personas.js';
import { regional } from './factories/stories/regional.js';
import { places } from './factories/stories/words.js';
import { fold } from './factories/text.js';

/** The number of users who are entitled to Energy Today, including the personas. */
const READERS = 500;
const EMPLOYERS: readonly ClientKey[] = ['acme', 'northwind', 'harbourquay', 'meridian'];

/** Lists with several pages: the users of a brief, and the briefs of a user. */
export const longLists = /* @__PURE__ */ defineScenario({
  name: 'long-lists',
  description:
    'Lists with many pages: a brief with five hundred entitled users, and a user entitled to sixty-one briefs',
  clock: '2026-03-04T09:00:00Z',
  personas: /* @__PURE__ */ cast({
    'lena@acme.example': 'One of the five hundred users of Energy Today. She is entitled to no other brief.',
    'lukas@acme.example': 'Administers Energy Today and the round-ups of sixty towns, countries and regions.',
  }),
  seed,
});

function seed(context: ScenarioContext): void {
  const { data } = context;
  const draw = createDraw(context);
  const editions = [places.town, places.country, places.region]
    .flatMap((names) => names?.split(', ') ?? [])
    .slice(0, 60)
    .map(editionOf);
  seedBriefs(context, draw, [{ ...energyToday, days: 7 }, ...editions]);

  const clients = seedClients(context, EMPLOYERS);
  const lena = { fname: 'Lena', lname: 'Forsberg', email: 'lena@acme.example', client_id: clients.acme };
  const lukas = { fname: 'Lukas', lname: 'Amann', email: 'lukas@acme.example', client_id: clients.acme };
  const offset = nameOffset(draw);
  const others = Array.from({ length: READERS - 2 }, (_, place) => {
    const employer = EMPLOYERS[place % EMPLOYERS.length] as ClientKey;
    const [domain = ''] = companies[employer].domain ?? [];
    return { ...inventPerson(draw, domain, place, offset), client_id: clients[employer] };
  });
  for (const person of [lena, lukas, ...others]) {
    const { email } = data.user.create(person);
    const flags = draw('brief_entitlement', email, ({ number }) => ({
      is_redacted: number.int(14) === 0,
      is_subscribed: number.int(9) > 0,
    }));
    const is_admin = email === lukas.email;
    data.brief_entitlement.create({ ...flags, email, brief_slug: 'energy-today', is_default: true, is_admin });
  }
  for (const { slug } of editions) {
    data.brief_entitlement.create({ email: lukas.email, brief_slug: slug, is_admin: true });
  }
}

function editionOf(place: string): BriefPlan {
  return {
    name: `${place} Round-up`,
    slug: `${fold(place, '-')}-round-up`,
    audience: 'entitled',
    rhythm: 'daily',
    desks: [regional],
    days: 1,
  };
}
