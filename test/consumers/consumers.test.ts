import { expect, inject, test } from 'vitest';
import { type Consumer, runConsumer } from './run-consumer.js';

// Each is a folder beside this file: a project as a user would write it, with its own runner of tests. Each lists briefs,
// opens one, bookmarks an article, sees it listed, and finds nothing of it in the next test.
const consumers: (Consumer & { title: string; passed: number })[] = [
  { title: 'Storybook, its stories as tests in Chromium', project: 'storybook', passed: 4 },
  { title: 'Vite, React, Vitest and Testing Library with msw 2', project: 'react', passed: 3 },
  {
    title: 'the same with msw 3 and Vitest 5, on Node 24',
    project: 'react',
    packages: ['msw@3.0.5', 'vitest@5.1.1'],
    node: '24.21.0',
    passed: 3,
  },
  { title: 'a page in Chromium, with setupWorker', project: 'browser', passed: 3 },
  { title: 'Jest with CommonJS and jsdom', project: 'jest', passed: 3 },
  { title: 'Playwright, four workers at one server', project: 'playwright', passed: 9 },
  { title: 'node --test with mock.fetch', project: 'node-test', passed: 3 },
];

for (const { title, passed, ...consumer } of consumers) {
  test.concurrent(title, async () => {
    const output = await runConsumer(consumer, inject('tarball'));
    expect(passedIn(output), output).toBe(passed);
  });
}

/** How many tests passed, as Vitest, Jest, node --test and Playwright say it. */
function passedIn(output: string): number | undefined {
  const summary = /^ *Tests:? +(\d+) passed|^[#ℹ] pass (\d+)$|^ *(\d+) passed \(/m.exec(output);
  return summary?.slice(1).filter(Boolean).map(Number)[0];
}
