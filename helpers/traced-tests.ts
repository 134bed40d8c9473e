import type { TestContext } from 'vitest';
import type { Mock, Trace } from '../src/index.js';
import { internals } from '../src/mock/internals.js';
import { type TracedTest, testTraceLine } from '../src/mock/test-trace-line.js';
import { testTracesPath, writeTestTraces } from './test-traces.js';
import { removeTrace, writeTrace } from './write-trace.js';

interface TracedTestsOptions {
  /** The folder for the traces of failed tests; false writes none. */
  readonly failed: string | false;
  /** The folder for small traces of all tests; false writes none. */
  readonly all: string | false;
  /** Whether secrets in bodies and queries are hidden. */
  readonly redact: boolean;
}

/** Writes the traces of the tests of a file. */
export class TracedTests {
  readonly #mock: Mock;
  readonly #options: TracedTestsOptions;
  /** The traces of failed tests that this run has written, with the ids of their tests. */
  readonly #written = new Map<string, string>();
  /** The traces of all tests, by their ids. */
  readonly #all = new Map<string, { readonly task: TestContext['task']; readonly trace: Trace }>();

  constructor(mock: Mock, options: TracedTestsOptions) {
    this.#mock = mock;
    this.#options = options;
  }

  /** A test begins: its trace starts here. */
  begin({ task, onTestFailed, onTestFinished }: TestContext): void {
    this.#mock[internals].session.log.restartTrace();
    const { failed, redact } = this.#options;
    if (failed === false || task.fails) return;
    const path = [failed, traceName(task)];
    onTestFailed(async () => {
      this.#written.set(path.join('/'), task.id);
      await writeTrace(path, this.#mock.trace({ redact }));
    });
    onTestFinished(async () => {
      // A trace of an earlier run or attempt is removed, but another test of this run may have the same file.
      const writer = this.#written.get(path.join('/')) ?? task.id;
      if (task.result?.state === 'pass' && writer === task.id) await removeTrace(path);
    });
  }

  /** A test has ended. */
  end(task: TestContext['task']): void {
    const { all, redact } = this.#options;
    if (all !== false) this.#all.set(task.id, { task, trace: this.#mock.trace({ compact: true, redact }) });
  }

  /** Writes the traces of all tests, when all of them have ended. */
  async write(): Promise<void> {
    const [first] = this.#all.values();
    const folder = this.#options.all;
    if (first === undefined || folder === false) return;
    const { file } = first.task;
    const run = `${file.projectName ?? ''} ${file.result?.startTime ?? ''}`;
    const lines = Array.from(this.#all.values(), ({ task, trace }) => testTraceLine(run, testOf(task), trace));
    const name = file.projectName ? `${file.projectName}-${file.name}` : file.name;
    await writeTestTraces([folder, testTracesPath(name)], lines, run);
  }
}

function testOf(task: TestContext['task']): TracedTest {
  const { file, location, result } = task;
  const outcome = result?.state === 'fail' ? 'failed' : 'passed';
  return { file: file.name, name: titlesOf(task).join(' > '), ...(location && { line: location.line }), outcome };
}

/** The name of the file for the trace of a test: that of its file and its titles. */
function traceName(task: TestContext['task']): string {
  const name = [task.file.name, ...titlesOf(task)].join(' ').replace(/[^\p{L}\p{N}.]+/gu, '-');
  return `${name.slice(-120)}.trace.json`;
}

/** The titles of the suites around a test, and its own. */
function titlesOf({ name, suite }: TestContext['task']): string[] {
  const titles = [name];
  for (let at = suite; at !== undefined; at = at.suite) titles.unshift(at.name);
  return titles;
}
