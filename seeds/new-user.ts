import { defineScenario, type ScenarioContext } from '../src/scenario/scenario.js';
import { web } from './factories/applications.js';
import { energyToday, healthWatch, regionalRoundUp } from './factories/briefs.js';
import { seedClients } from './factories/clients.js';
import { latestOf, seedBriefs } from './factories/documents.js';
import { createDraw } from './factories/faker.js';
import { markers } from './factories/marks.js';
import { cast } from './factories/personas.js';
import { preferenceParts } from './factories/preferences.js';

/** The first visit: every personal list is empty, and the briefs that are open to everyone are all there is. */
export const newUser = /* @__PURE__ */ defineScenario({
  name: 'new-user',
  description: 'Someone who was registered this morning and has nothing yet, beside someone who has settled in',
  clock: '2026-03-04T09:00:00Z',
  personas: /* @__PURE__ */ cast({
    'nina@mailbox.example': 'Has a user record and nothing else: sees the public and the core brief, empty lists.',
    'omar@acme.example': 'Has one of each: an entitlement, a preference, a package, bookmarks and a like.',
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
  set(omar, digest, file('Notices', 'What readers are told, and when'), 'weekdays');

  const { bookmark, react } = markers(context);
  const latest = latestOf(documents, 'energy-today');
  const [first = ''] = latest.articles;
  bookmark(omar.email, latest, 95);
  bookmark(omar.email, latest, 97, first);
  react(omar.email, latest, first, true);
}
