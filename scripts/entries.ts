/** What users import that also runs in pages, with its sources. */
export const entry = {
  index: 'src/index.ts',
  handlers: 'handlers/index.ts',
  seeds: 'seeds/index.ts',
  schemas: 'src/schemas/index.ts',
  fetch: 'src/fetch.ts',
  vitest: 'helpers/vitest.ts',
  matchers: 'helpers/matchers.ts',
  storybook: 'helpers/storybook/index.ts',
};

/** Entries that only Node loads. */
export const nodeEntry = {
  server: 'src/server/index.ts',
  conform: 'tools/conform/index.ts',
  explore: 'tools/explore/index.ts',
  playwright: 'helpers/playwright.ts',
  vite: 'helpers/vite/index.ts',
};

/** Built by Vite. */
export const consoleEntry = { console: 'console/index.tsx' };
