import { defineScenario } from '../src/scenario/scenario.js';

/** No records, for tests that create their own. */
export const empty = /* @__PURE__ */ defineScenario({
  name: 'empty',
  description: 'All tables are empty, and there are no personas',
  clock: '2026-03-04T09:00:00Z',
  personas: [],
  seed: () => undefined,
});
