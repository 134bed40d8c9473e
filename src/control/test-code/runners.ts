export const testRunners = ['vitest', 'playwright'] as const;
export type TestRunner = (typeof testRunners)[number];
