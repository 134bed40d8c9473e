import { defineScenario, type ScenarioContext } from '../src/state/scenario.js';
import { seedApplications } from './applications.js';
import { briefPlans } from './briefs.js';
import { seedClients } from './clients.js';
import { seedBriefs } from './documents.js';
import { seedEntitlements } from './entitlements.js';
import { createDraw } from './faker.js';
import { seedLegacyPreferences } from './legacy-preferences.js';
import { seedMarks } from './marks.js';
import { seedPackages } from './packages.js';
import { seedPeople } from './people.js';
import { personas } from './personas.js';
import { seedPreferences } from './preferences.js';

/**
 * A working newsroom: fourteen briefs with two weeks of documents up to the clock's date, the companies and people who
 * read them, and what these are entitled to, prefer, bookmarked and liked.
 */
export const newsroom = /* @__PURE__ */ defineScenario({
  name: 'newsroom',
  description: 'Fourteen briefs with two weeks of articles, forty readers of six companies, and what they have marked',
  clock: '2026-03-04T09:00:00Z',
  personas,
  seed,
});

function seed(context: ScenarioContext): void {
  const draw = createDraw(context);
  const plans = briefPlans();
  const documents = seedBriefs(context, draw, plans);
  const clients = seedClients(context);
  const readers = seedPeople(context, draw, clients);
  const applications = seedApplications(context, draw, readers);
  seedPackages(context, draw, applications, readers);
  seedPreferences(context, draw, applications, readers);
  seedLegacyPreferences(context, draw, readers);
  const readable = seedEntitlements(context, draw, plans, clients, applications, readers);
  seedMarks(context, draw, documents, readable);
}
