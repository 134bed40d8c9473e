import { defineScenario } from '../src/scenario/scenario.js';
import type { ScenarioContext } from '../src/scenario/scenario-context.js';
import { web } from './factories/applications.js';
import { energyToday, marketsDaily, transportAndLogistics } from './factories/briefs.js';
import { seedClients } from './factories/clients.js';
import { latestOf, seedBriefs } from './factories/documents.js';
import { createDraw } from './factories/faker.js';
import { markers } from './factories/marks.js';
import { cast } from './factories/personas.js';
import { preferenceParts } from './factories/preferences.js';

/** No brief is public, so users without an entitlement can read nothing. */
export const noEntitlement = /* @__PURE__ */ defineScenario({
  name: 'no-entitlement',
  description: 'All briefs require an entitlement: users without one get an empty list, and 403 for every brief',
  clock: '2026-03-04T09:00:00Z',
  personas: /* @__PURE__ */ cast({
    'noah@harbourquay.example': 'Has a client, an account and a preference, but no entitlement.',
    'olga@harbourquay.example':
      'Was entitled until yesterday: she can no longer read any brief, but still has her bookmarks.',
    'ravi@harbourquay.example': 'A colleague who is entitled to all three briefs.',
  }),
  seed,
});

function seed(context: ScenarioContext): void {
  const { data } = context;
  const plans = [energyToday, marketsDaily, transportAndLogistics].map((plan) => ({ ...plan, days: 7 }));
  const documents = seedBriefs(context, createDraw(context), plans);
  const { harbourquay: client_id } = seedClients(context, ['harbourquay']);
  const noah = data.user.create({ fname: 'Noah', lname: 'Lindqvist', email: 'noah@harbourquay.example', client_id });
  const olga = data.user.create({ fname: 'Olga', lname: 'Petersen', email: 'olga@harbourquay.example', client_id });
  const ravi = data.user.create({ fname: 'Ravi', lname: 'Menon', email: 'ravi@harbourquay.example', client_id });

  // The client used to entitle all its users to this brief.
  data.brief_client.create({ brief_id: 'brief-transport-and-logistics', client_id, status: 'deleted' });
  for (const { slug } of plans) data.brief_entitlement.create({ email: ravi.email, brief_slug: slug });

  const application_id = data.application.create(web).id;
  for (const [place, { id }] of [noah, olga, ravi].entries()) {
    data.application_user.create({ user_id: id, application_id, legacy_id: 4401 + place });
  }
  const { option, file, set } = preferenceParts(context);
  const digest = option(application_id, 'digest-frequency', 'Digest frequency', 'How often the e-mail digest is sent');
  // plain-english-ignore: the text of a record.
  set(noah, digest, file('Notices', 'What readers are told, and when'), 'weekly');

  const { bookmark } = markers(context);
  const latest = latestOf(documents, 'markets-daily');
  bookmark(olga.email, latest, 41);
  bookmark(olga.email, latest, 44, latest.articles[1]);
}
