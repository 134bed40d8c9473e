import { defineScenario, type ScenarioContext } from '../src/scenario/scenario.js';
import { farmAndFood, healthWatch, marketsDaily, retailMonitor, techSignals } from './factories/briefs.js';
import { companies, seedClients } from './factories/clients.js';
import { latestOf, seedBriefs } from './factories/documents.js';
import { createDraw } from './factories/faker.js';
import { markers } from './factories/marks.js';
import { cast } from './factories/personas.js';

/** What belonging to a client brings and forbids: briefs through relationships, and e-mails of its domains alone. */
export const clientRules = /* @__PURE__ */ defineScenario({
  name: 'client-rules',
  description: 'A client that was deleted, one that is strict about e-mail domains, and one that takes any',
  clock: '2026-03-04T09:00:00Z',
  personas: /* @__PURE__ */ cast({
    'doris@oldtownpress.example':
      'Her client was deleted: the relationship with Markets Daily is still active and gives her nothing.',
    'marco@meridian.example':
      'His client takes two e-mail domains alone; it brings Tech Signals, and Retail Monitor no longer.',
    'vera@lakeside.example':
      'Of the same client, whose list has lost her domain since: she reads on, but cannot be saved as she is.',
    'selma@postfach.example': 'Her client lists no domains, so that any e-mail will do; it brings Farm & Food.',
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

  // From the time when her client still was one.
  markers(context).bookmark('doris@oldtownpress.example', latestOf(documents, 'markets-daily'), 33);
}
