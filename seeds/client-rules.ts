import { defineScenario } from '../src/scenario/scenario.js';
import type { ScenarioContext } from '../src/scenario/scenario-context.js';
import { farmAndFood, healthWatch, marketsDaily, retailMonitor, techSignals } from './factories/briefs.js';
import { companies, seedClients } from './factories/clients.js';
import { latestOf, seedBriefs } from './factories/documents.js';
import { createDraw } from './factories/faker.js';
import { markers } from './factories/marks.js';
import { cast } from './factories/personas.js';

/** The effects of a client on its users: briefs through relationships, and allowed e-mail domains. */
export const clientRules = /* @__PURE__ */ defineScenario({
  name: 'client-rules',
  description: 'A deleted client, a client that allows two e-mail domains, and a client that allows all domains',
  clock: '2026-03-04T09:00:00Z',
  personas: /* @__PURE__ */ cast({
    'doris@oldtownpress.example':
      'Her client is deleted, so its active relationship with Markets Daily does not entitle her.',
    'marco@meridian.example':
      'His client allows two e-mail domains. It entitles him to Tech Signals, and no longer to Retail Monitor.',
    'vera@lakeside.example':
      'Her client, that of Marco, no longer allows her domain: she can read, but saving her record gets 400.',
    'selma@postfach.example':
      'Her client has no list of domains, so it allows every e-mail. It entitles her to Farm & Food.',
  }),
  seed,
});

function seed(context: ScenarioContext): void {
  const { data } = context;
  const plans = [healthWatch, marketsDaily, techSignals, farmAndFood, retailMonitor];
  const documents = seedBriefs(
    context,
    createDraw(context),
    plans.map((plan) => ({ ...plan, days: 7 })),
  );

  const { oldtown, meridian, fieldstone } = seedClients(context, ['oldtown', 'meridian', 'fieldstone']);
  const allow = (domain: readonly string[]) =>
    data.client.update({ where: { id: { equals: meridian } }, data: { domain: [...domain] } });
  const { domain } = companies.meridian;
  const listed = domain ?? [];
  allow([...listed, 'lakeside.example']);
  data.user.create({ fname: 'Doris', lname: 'Brandt', email: 'doris@oldtownpress.example', client_id: oldtown });
  data.user.create({ fname: 'Marco', lname: 'Vitale', email: 'marco@meridian.example', client_id: meridian });
  data.user.create({ fname: 'Vera', lname: 'Hollis', email: 'vera@lakeside.example', client_id: meridian });
  data.user.create({ fname: 'Selma', lname: 'Ojala', email: 'selma@postfach.example', client_id: fieldstone });
  allow(listed);

  data.brief_client.create({ brief_id: 'brief-markets-daily', client_id: oldtown });
  data.brief_client.create({ brief_id: 'brief-tech-signals', client_id: meridian });
  data.brief_client.create({ brief_id: 'brief-retail-monitor', client_id: meridian, status: 'deleted' });
  data.brief_client.create({ brief_id: 'brief-farm-and-food', client_id: fieldstone });

  // She created this bookmark before her client was deleted.
  markers(context).bookmark('doris@oldtownpress.example', latestOf(documents, 'markets-daily'), 33);
}
