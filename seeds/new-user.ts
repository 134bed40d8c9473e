import { defineScenario } from '../src/scenario/scenario.js';
import type { ScenarioContext } from '../src/scenario/scenario-context.js';
import { web } from './factories/applications.js';
import { energyToday, healthWatch, regionalRoundUp } from './factories/briefs.js';
import { seedClients } from './factories/clients.js';
import { latestOf, seedBriefs } from './factories/documents.js';
import { createDraw } from './factories/faker.js';
import { markers } from './factories/marks.js';
import { cast } from './factories/personas.js';
import { preferenceParts } from './factories/preferences.js';

/** A first visit: all personal lists are empty, and only public and core briefs can be read. */
export const newUser = /* @__PURE__ */ defineScenario({
  name: 'new-user',
  description: 'A new user without any data of her own, and a user with a few records of each kind',
  clock: '2026-03-04T09:00:00Z',
  personas: /* @__PURE__ */ cast({
    'nina@mailbox.example': 'Has only a user record: sees the public and the core brief, and empty lists.',
    'omar@acme.example': 'Has an entitlement, a preference, a package, bookmarks and a like.',
  }),
  seed,
});

function seed(context: ScenarioContext): void {
  const { data } = context;
  const plans = [healthWatch, regionalRoundUp, energyToday].map((plan) => ({ ...plan, days: 7 }));
  const documents = seedBriefs(context, createDraw(context), plans);
  data.user.create({ fname: 'Nina', lname: 'Falk', email: 'nina@mailbox.example' });

  const { acme } = seedClients(context, ['acme']);
  const omar = data.user.create({ fname: 'Omar', lname: 'Haddad', email: 'omar@acme.example', client_id: acme });
  data.brief_entitlement.create({ email: omar.email, brief_slug: 'energy-today', is_default: true });
  const application_id = data.application.create(web).id;
  data.application_user.create({ user_id: omar.id, application_id, legacy_id: 3107 });
  const essential = data.package.create({ name: 'essential', display_name: 'Essential' });
  data.user_package.create({ user_id: omar.id, package_id: essential.id });

  const { option, file, set } = preferenceParts(context);
  const digest = option(application_id, 'digest-frequency', 'Digest frequency', 'How often the e-mail digest is sent');
  // plain-english-ignore: the text of a record.
  set(omar, digest, file('Notices', 'What readers are told, and when'), 'weekdays');

  const { bookmark, react } = markers(context);
  const latest = latestOf(documents, 'energy-today');
  const [first = ''] = latest.articles;
  bookmark(omar.email, latest, 95);
  bookmark(omar.email, latest, 97, first);
  react(omar.email, latest, first, true);
}
