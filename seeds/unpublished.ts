import { defineScenario } from '../src/scenario/scenario.js';
import type { ScenarioContext } from '../src/scenario/scenario-context.js';
import { climateDesk, energyToday, healthWatch, supplyChainInsider } from './factories/briefs.js';
import { addDays, dayOf } from './factories/calendar.js';
import { latestOf, seedBriefs } from './factories/documents.js';
import { createDraw } from './factories/faker.js';
import { markers } from './factories/marks.js';
import { cast } from './factories/personas.js';

/** Briefs that are incomplete in different ways. Only Health Watch is complete. */
export const unpublished = /* @__PURE__ */ defineScenario({
  name: 'unpublished',
  description: 'Inactive briefs, briefs without a published document, and a document without articles',
  clock: '2026-03-04T09:00:00Z',
  personas: /* @__PURE__ */ cast({
    'ivan@mailbox.example':
      'Entitled to all briefs: two are inactive and not listed, and two are listed and answer 404.',
    'irma@mailbox.example':
      'Has bookmarks on Supply Chain Insider, which is inactive now: they stay, and can be removed.',
  }),
  seed,
});

function seed(context: ScenarioContext): void {
  const { data, now } = context;
  const today = dayOf(now);
  const documents = seedBriefs(context, createDraw(context), [
    { ...healthWatch, days: 7 },
    { ...supplyChainInsider, days: 14 },
    climateDesk,
    // Its first document has tomorrow's date.
    { ...energyToday, rhythm: 'daily', days: 0, lastDay: 1 },
  ]);
  // It became inactive before its first document.
  data.brief.create({ id: 'brief-night-desk', name: 'Night Desk', slug: 'night-desk', is_active: false });
  // Has documents of yesterday and today. The one of today has no articles.
  const brief_id = 'brief-quiet-corner';
  data.brief.create({ id: brief_id, name: 'Quiet Corner', slug: 'quiet-corner', is_public: true });
  const yesterday = data.brief_document.create({ gid: '2-100', brief_id, date: addDays(today, -1) });
  data.brief_document.create({ gid: '2-101', brief_id, date: today });
  data.article.create({
    gid: 'nothing_new_from_the_harbour',
    brief_gid: yesterday.gid,
    position: 1,
    title: 'Nothing new from the harbour',
    snippet: 'The ferry left on time, and so did everyone else.',
  });

  const ivan = data.user.create({ fname: 'Ivan', lname: 'Marsh', email: 'ivan@mailbox.example' });
  const irma = data.user.create({ fname: 'Irma', lname: 'Kallio', email: 'irma@mailbox.example' });
  for (const brief_slug of ['supply-chain-insider', 'climate-desk', 'energy-today', 'night-desk']) {
    data.brief_entitlement.create({ email: ivan.email, brief_slug, is_default: brief_slug === 'night-desk' });
  }
  data.brief_entitlement.create({ email: irma.email, brief_slug: 'supply-chain-insider' });

  const { bookmark } = markers(context);
  const last = latestOf(documents, 'supply-chain-insider');
  bookmark(irma.email, last, 25);
  bookmark(irma.email, last, 28, last.articles[0]);
}
