import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { buildContract } from './contract-program.js';
import { type Consumer, runConsumer } from './run-consumer.js';

// Each project is a folder beside this file, as a user would write it, with its own test runner. Its tests list briefs,
// open one, bookmark an article, see it in the list, and do not find it in the next test.
const consumers: (Consumer & { title: string; passed: number })[] = [
  {
    title: 'Bun, Deno, workerd and Chromium, which run the tests of the contract',
    project: 'runtimes',
    prepare: (folder) => buildContract(join(folder, 'contract.js')),
    passed: 8,
  },
  { title: 'Storybook with stories as tests, and Vitest in browser mode', project: 'storybook', passed: 10 },
  { title: 'Next with server and client components, and the mock in a route', project: 'next', passed: 2 },
  { title: 'Vite, React, Vitest and Testing Library with msw 2', project: 'react', passed: 5 },
  {
    title: 'Vite, React, Vitest 5 and Testing Library with msw 3, on Node 24',
    project: 'react',
    packages: ['msw@3.0.5', 'vitest@5.1.1', '@types/node@24.19.2'],
    node: '24.21.0',
    passed: 5,
  },
  { title: 'setupWorker in Chromium with msw 2', project: 'browser', passed: 4 },
  {
    title: 'setupWorker in Chromium with msw 3, on Node 24',
    project: 'browser',
    packages: ['msw@3.0.5'],
    node: '24.21.0',
    passed: 4,
  },
  { title: 'Jest, CommonJS and jsdom', project: 'jest', passed: 3 },
  { title: 'Playwright with four workers and one server', project: 'playwright', passed: 9 },
  { title: 'node --test and mock.fetch', project: 'node-test', passed: 3 },
];

for (const { title, passed, ...consumer } of consumers) {
  test.concurrent(`the tests pass in a project with ${title}`, async () => {
    const output = await runConsumer(consumer, inject('tarball'));
    expect(passedIn(output), output).toBe(passed);
  });
}

/** The number of passed tests in the output of Vitest, Jest, node --test or Playwright. */
function passedIn(output: string): number | undefined {
  const summary = /^ *Tests:? +(\d+) passed|^[#ℹ] pass (\d+)$|^ *(\d+) passed \(/m.exec(output);
  return summary?.slice(1).filter(Boolean).map(Number)[0];
}
