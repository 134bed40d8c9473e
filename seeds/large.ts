import { defineScenario } from '../src/scenario/scenario.js';
import type { ScenarioContext } from '../src/scenario/scenario-context.js';
import { mobile } from './factories/applications.js';
import { seedBriefs } from './factories/documents.js';
import { createDraw } from './factories/faker.js';
import { firstNames, lastNames } from './factories/names.js';
import { cast } from './factories/personas.js';
import { fold } from './factories/text.js';
import { briefPlans } from './newsroom/briefs.js';

const USERS = 100_000;
/** Every fourth user has an account in the app, with four content entitlements. */
const APP_EVERY = 4;
const APP_BRIEFS = 4;

/** A large state for load tests. Half of the entitlements are brief entitlements, half are content entitlements. */
export const large = /* @__PURE__ */ defineScenario({
  name: 'large',
  description: 'A hundred thousand users of 256 companies with two hundred thousand entitlements, for load tests',
  clock: '2026-03-04T09:00:00Z',
  personas: /* @__PURE__ */ cast({
    'lina@alder-energy.example':
      'The first user: has one brief entitlement and, like every fourth user, four content entitlements.',
    'luis@birch-energy.example': 'The second user: has one brief entitlement and no account in the app.',
  }),
  seed,
});

const KNOWN = [
  { fname: 'Lina', lname: 'Aalto', email: 'lina@alder-energy.example' },
  { fname: 'Luis', lname: 'Prieto', email: 'luis@birch-energy.example' },
];

/** Uses plain arithmetic instead of faker, which is too slow for this number of records. */
function seed(context: ScenarioContext): void {
  const { data, random } = context;
  const plans = briefPlans().map((plan) => ({ ...plan, days: 5 }));
  seedBriefs(context, createDraw(context), plans);
  const slugs = plans.filter(({ audience }) => audience === 'entitled').map(({ slug }) => slug);
  const slugAt = (place: number) => slugs[place % slugs.length] as string;

  const companies = TRADES.flatMap((trade) => FOUNDERS.map((founder) => `${founder} ${trade}`)).map((name) => {
    const short_name = fold(name, '-');
    const domain = `${short_name}.example`;
    const client = { name: `${name} Ltd`, short_name, display_name: name, type: 'company', domain: [domain] };
    return { id: data.client.create(client).id, domain };
  });
  const application_id = data.application.create(mobile).id;
  const first = firstNames().map((name) => ({ name, mail: fold(name, '') }));
  const last = lastNames().map((name) => ({ name, mail: fold(name, '') }));

  for (let place = 0; place < USERS; place++) {
    const employer = place % companies.length;
    const company = companies[employer] as (typeof companies)[number];
    // Last names are unique within a company until all are used. After that, the e-mail contains a number.
    const colleague = Math.floor(place / companies.length);
    const lname = last[(colleague + employer) % last.length] as (typeof last)[number];
    const round = Math.floor(colleague / last.length);

    const ofUser = random('user', place);
    const fname = first[Math.floor(ofUser() * first.length)] as (typeof first)[number];
    const user_type = ofUser() < 0.1 ? 'power_user' : 'normal';
    const email = `${fname.mail}.${lname.mail}${round === 0 ? '' : round + 1}@${company.domain}`;
    const invented = { fname: fname.name, lname: lname.name, email };
    const user = data.user.create({ ...(KNOWN[place] ?? invented), user_type, client_id: company.id });

    const ofEntitlement = random('brief_entitlement', place);
    const brief_slug = slugAt(Math.floor(ofEntitlement() * slugs.length));
    data.brief_entitlement.create({
      email: user.email,
      brief_slug,
      is_default: true,
      is_admin: ofEntitlement() < 0.05,
    });

    if (place % APP_EVERY !== 0) continue;
    const account = { user_id: user.id, application_id, legacy_id: place + 1 };
    const application_user_id = data.application_user.create(account).id;
    const start = Math.floor(random('content_entitlement', place)() * slugs.length);
    for (let i = 0; i < APP_BRIEFS; i++) {
      data.content_entitlement.create({ application_user_id, content_type: 'brief', slug: slugAt(start + i) });
    }
  }
}

const FOUNDERS = [
  ...['Alder', 'Birch', 'Cedar', 'Dunmore', 'Elmhurst', 'Falkner', 'Glenmoor', 'Hartwell'],
  ...['Ivory', 'Juniper', 'Kestrel', 'Larkfield', 'Marlow', 'Norvik', 'Orchard', 'Pemberton'],
];
const TRADES = [
  ...['Energy', 'Logistics', 'Foods', 'Health', 'Retail', 'Shipping', 'Steel', 'Software'],
  ...['Media', 'Capital', 'Farms', 'Motors', 'Rail', 'Textiles', 'Timber', 'Water'],
];
