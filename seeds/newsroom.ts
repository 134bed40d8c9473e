import { newsroomState } from '#prepared';
import { withPreparedState } from '../src/scenario/prepared-state.js';
import { defineScenario } from '../src/scenario/scenario.js';
import type { ScenarioContext } from '../src/scenario/scenario-context.js';
import { seedClients } from './factories/clients.js';
import { seedBriefs } from './factories/documents.js';
import { createDraw } from './factories/faker.js';
import { actors } from './newsroom/actors.js';
import { seedApplications } from './newsroom/applications.js';
import { briefPlans } from './newsroom/briefs.js';
import { chapters } from './newsroom/chapters.js';
import { seedEntitlements } from './newsroom/entitlements.js';
import { seedLegacyPreferences } from './newsroom/legacy-preferences.js';
import { seedMarks } from './newsroom/marks.js';
import { seedPackages } from './newsroom/packages.js';
import { seedPeople } from './newsroom/people.js';
import { personas } from './newsroom/personas.js';
import { seedPreferences } from './newsroom/preferences.js';

/**
 * The default scenario: fourteen briefs, published daily to twice a week, with two weeks of documents up to the clock's date;
 * companies with their readers; and the entitlements, preferences, bookmarks and likes of the readers.
 */
export const newsroom = /* @__PURE__ */ withPreparedState(
  /* @__PURE__ */ defineScenario({
    name: 'newsroom',
    description:
      'Fourteen briefs with two weeks of articles, and the bookmarks and likes of forty readers of six companies',
    clock: '2026-03-04T09:00:00Z',
    personas,
    seed,
    chapters,
    actors,
  }),
  newsroomState,
);

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
