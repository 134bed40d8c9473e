import { defineScenario, type ScenarioContext } from '../src/scenario/scenario.js';
import { seedClients } from './factories/clients.js';
import { seedBriefs } from './factories/documents.js';
import { createDraw } from './factories/faker.js';
import { seedApplications } from './newsroom/applications.js';
import { briefPlans } from './newsroom/briefs.js';
import { seedEntitlements } from './newsroom/entitlements.js';
import { seedLegacyPreferences } from './newsroom/legacy-preferences.js';
import { seedMarks } from './newsroom/marks.js';
import { seedPackages } from './newsroom/packages.js';
import { seedPeople } from './newsroom/people.js';
import { personas } from './newsroom/personas.js';
import { seedPreferences } from './newsroom/preferences.js';

/**
 * A working newsroom: fourteen briefs, daily to twice a week, with two weeks of documents up to the clock's date, the
 * companies and people who read them, and what these are entitled to, prefer, bookmarked and liked.
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
  const clients = seedClients(context, ['acme', 'northwind', 'harbourquay', 'meridian', 'fieldstone', 'oldtown']);
  const readers = seedPeople(context, draw, clients);
  const applications = seedApplications(context, draw, readers);
  seedPackages(context, draw, applications, readers);
  seedPreferences(context, draw, applications, readers);
  seedLegacyPreferences(context, draw, readers);
  const readable = seedEntitlements(context, draw, plans, clients, applications, readers);
  seedMarks(context, draw, documents, readable);
}
