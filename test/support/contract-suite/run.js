import { startTests } from '@vitest/runner';

const config = {
  root: '/',
  setupFiles: [],
  name: '',
  passWithNoTests: false,
  testNamePattern: undefined,
  allowOnly: false,
  sequence: { seed: 1, hooks: 'stack', setupFiles: 'list' },
  chaiConfig: undefined,
  maxConcurrency: 1,
  testTimeout: 60_000,
  hookTimeout: 60_000,
  retry: 0,
  includeTaskLocation: false,
  tags: [],
  tagsFilter: undefined,
  strictTags: false,
};

/**
 * Runs test files, which are imported by name, or those of them whose names match. The report has the number of tests that passed,
 * the errors of those that failed, and the number of those that failed because a page cannot send their headers, such as `Cookie`.
 */
export async function run(files, only = /./) {
  const report = { passed: 0, failed: [], unsendable: 0 };
  const add = ({ name, type, tasks = [], result, mode }, parents) => {
    const title = [...parents, name];
    for (const task of tasks) add(task, title);
    const errors = result?.errors ?? [];
    if (type === 'test' && result?.state === 'pass') report.passed++;
    else if (type === 'test' && unsendable.has(result)) report.unsendable++;
    else if (type === 'test' || errors.length > 0) {
      report.failed.push([title.join(' > '), result?.state ?? mode, ...errors.map(({ stack }) => stack)].join('\n'));
    }
  };
  const unsendable = new Set();
  const runner = {
    config,
    importFile: (path) => files[path.slice(1)](),
    onBeforeRunTask: () => {
      dropped = 0;
    },
    onAfterRunTask: ({ result }) => {
      if (result?.state === 'fail' && dropped > 0) unsendable.add(result);
    },
  };
  const paths = Object.keys(files).flatMap((file) => (only.test(file) ? { filepath: `/${file}` } : []));
  for (const file of await startTests(paths, runner)) add(file, []);
  return report;
}

/** The number of headers of the current test that the runtime left out of its requests. */
let dropped = 0;

globalThis.Request = class extends Request {
  constructor(input, init) {
    super(input, init);
    for (const [name] of new Headers(init?.headers)) if (!this.headers.has(name)) dropped++;
  }
};
