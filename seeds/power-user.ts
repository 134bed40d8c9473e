import { defineScenario } from '../src/scenario/scenario.js';
import type { ScenarioContext } from '../src/scenario/scenario-context.js';
import {
  energyToday,
  healthWatch,
  marketsDaily,
  policyTracker,
  techSignals,
  transportAndLogistics,
} from './factories/briefs.js';
import { seedClients } from './factories/clients.js';
import { latestOf, seedBriefs } from './factories/documents.js';
import { createDraw } from './factories/faker.js';
import { markers, publishedOf } from './factories/marks.js';
import { cast } from './factories/personas.js';

/** Six weeks of six briefs, and a reader who has bookmarked a large part of them. */
export const powerUser = /* @__PURE__ */ defineScenario({
  name: 'power-user',
  description: 'A reader with hundreds of bookmarks on briefs and articles, and as many likes and dislikes',
  clock: '2026-03-04T09:00:00Z',
  personas: /* @__PURE__ */ cast({
    'petra@northwind.example': 'Entitled to all six briefs. Has bookmarked most documents and a third of the articles.',
    'otto@northwind.example': 'A colleague with two bookmarks.',
  }),
  seed,
});

function seed(context: ScenarioContext): void {
  const { data, now } = context;
  const draw = createDraw(context);
  const plans = [healthWatch, energyToday, marketsDaily, techSignals, transportAndLogistics, policyTracker];
  const documents = publishedOf(
    seedBriefs(
      context,
      draw,
      plans.map((plan) => ({ ...plan, days: 42 })),
    ),
    now,
  );

  const { northwind: client_id } = seedClients(context, ['northwind']);
  const user_type = 'power_user_and_decision_maker';
  const petra = { fname: 'Petra', lname: 'Sandberg', email: 'petra@northwind.example', client_id, user_type } as const;
  const { email } = data.user.create(petra);
  const otto = data.user.create({ fname: 'Otto', lname: 'Brekke', email: 'otto@northwind.example', client_id }).email;
  for (const { slug, audience } of plans) {
    if (audience !== 'entitled') continue;
    data.brief_entitlement.create({ email, brief_slug: slug, is_default: slug === 'energy-today', is_admin: true });
  }
  data.brief_entitlement.create({ email: otto, brief_slug: 'energy-today' });

  const { bookmark, react } = markers(context);
  for (const document of documents) {
    // All bookmarks of a document have the same time, to test the sorting within a second (P11).
    const minute = draw('bookmark', document.gid, ({ number }) => {
      const minute = number.int(170);
      if (number.int(3) > 0) bookmark(email, document, minute);
      return minute;
    });
    for (const article of document.articles) {
      draw('bookmark', `${document.gid}/${article}`, ({ number }) => {
        if (number.int(2) === 0) bookmark(email, document, minute, article);
      });
      draw('reaction', `${document.gid}/${article}`, ({ number }) => {
        const mood = number.int(5);
        if (mood < 2) react(email, document, article, mood === 0);
      });
    }
  }
  const latest = latestOf(documents, 'energy-today');
  bookmark(otto, latest, 12);
  bookmark(otto, latest, 14, latest.articles[0]);
}
