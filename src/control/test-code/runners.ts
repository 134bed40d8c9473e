/** The test runners that tests can be written for. */
export const testRunners = ['vitest', 'playwright'] as const;
export type TestRunner = (typeof testRunners)[number];
