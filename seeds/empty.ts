import { defineScenario } from '../src/scenario/scenario.js';

/** No records at all, for tests that make their own. */
export const empty = /* @__PURE__ */ defineScenario({
  name: 'empty',
  description: 'Every table empty, nobody to log in as',
  clock: '2026-03-04T09:00:00Z',
  personas: [],
  seed: () => undefined,
});
