import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { buildContract } from './contract-program.js';
import { Installation, type Parts } from './installation.js';

interface Project {
  readonly title: string;
  /** The number of its tests. */
  readonly passed: number;
  /** It runs the tests of the contract. */
  readonly hasContract?: boolean;
}

// Each project is a folder beside this file, as a user would write it, with its own test runner. Its tests list briefs,
// open one, bookmark an article, see it in the list, and do not find it in the next test.
const projects = {
  runtimes: { title: 'Bun, Deno, workerd and Chromium', passed: 10, hasContract: true },
  storybook: { title: 'Storybook with stories as tests, and Vitest in browser mode', passed: 11 },
  next: { title: 'Next with server and client components, and the mock in a route', passed: 4 },
  react: { title: 'Vite, React, Vitest and Testing Library', passed: 8 },
  browser: { title: 'setupWorker in Chromium', passed: 4 },
  'msw-plugin': { title: 'the Vite plugin of msw 3', passed: 2 },
  sveltekit: { title: 'SvelteKit and the plugin of Vite: one state for both sides', passed: 2 },
  jest: { title: 'Jest, CommonJS and jsdom', passed: 6 },
  playwright: { title: 'Playwright with four workers and one server', passed: 9 },
  'node-test': { title: 'node --test and mock.fetch', passed: 3 },
  node: { title: 'node --test and the contract', passed: 1, hasContract: true },
} satisfies Record<string, Project>;

// Those that take longest come first.
const installations: (Parts & { title: string; projects: (keyof typeof projects)[] })[] = [
  {
    title: 'with msw 2',
    projects: ['runtimes', 'storybook', 'next', 'react', 'browser', 'sveltekit', 'jest', 'playwright', 'node-test'],
  },
  {
    title: 'with msw 3, Vitest 5 and TypeScript 7, on Node 24',
    projects: ['react', 'browser', 'msw-plugin', 'node'],
    versions: { msw: '3.0.5', vitest: '5.1.1', typescript: '7.0.2', '@types/node': '24.19.2' },
    node: '24.21.0',
  },
];

/** The next one is created while the tests of the one before run, because npm mostly waits for the network and the disk. */
const creating: Promise<Installation>[] = [];
const create = (i: number) => {
  const parts = installations[i];
  if (parts !== undefined) creating[i] ??= Installation.create(parts, inject('tarball'));
  // Its own tests report that it fails.
  creating[i]?.catch(() => {});
  return creating[i];
};
afterAll(async () => {
  // A filter of tests may leave out the first installation.
  const created = creating.flatMap((one) => one ?? []);
  for (const one of await Promise.allSettled(created)) if (one.status === 'fulfilled') await one.value.remove();
});

describe.each(installations.map((parts, i) => ({ ...parts, i })))('installed $title', (parts) => {
  let installation: Installation;
  beforeAll(async () => {
    installation = (await create(parts.i)) as Installation;
    create(parts.i + 1);
  });
  afterAll(() => installation?.remove());

  for (const project of parts.projects) {
    const { title, passed, hasContract }: Project = projects[project];
    test.concurrent(`the tests pass in a project with ${title}`, async () => {
      if (hasContract) await buildContract(join(installation.folderOf(project), 'contract.js'));
      const output = await installation.test(project);
      expect(passedIn(output), output).toBe(passed);
    });
  }
});

/** The number of passed tests in the output of Vitest, Jest, node --test or Playwright. */
function passedIn(output: string): number | undefined {
  const summary = /^ *Tests:? +(\d+) passed|^[#ℹ] pass (\d+)$|^ *(\d+) passed \(/m.exec(output);
  return summary?.slice(1).filter(Boolean).map(Number)[0];
}
