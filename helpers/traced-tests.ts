import { onTestFailed, onTestFinished, type TestContext } from 'vitest';
import type { Mock } from '../src/index.js';
import { internals } from '../src/mock/internals.js';
import { testTraceLine } from '../src/mock/test-trace-line.js';
import { testTracesPath, writeTestTraces } from './test-traces.js';
import { removeTrace, writeTrace } from './write-trace.js';

/** The folder for traces. */
export const FOLDER = 'mock-traces';

interface TracedTestsOptions {
  /** The folder for the traces of failed tests; false writes none. `all` also writes small traces of all tests. */
  readonly traces: string | false;
  /** Whether secrets in bodies and queries are hidden. */
  readonly redact: boolean;
}

/** Writes the traces of the tests of a file. */
export class TracedTests {
  readonly #mock: Mock;
  readonly #redact: boolean;
  readonly #folder: string | false;
  readonly #hasAll: boolean;
  /** The traces of failed tests that this run has written, with the ids of their tests. */
  readonly #written = new Map<string, string>();
  /** The traces of all tests, by their ids. */
  readonly #all = new Map<string, ReturnType<typeof testTraceOf>>();

  constructor(mock: Mock, { traces, redact }: TracedTestsOptions) {
    this.#mock = mock;
    this.#redact = redact;
    this.#hasAll = traces === 'all';
    this.#folder = traces === 'all' ? FOLDER : traces;
  }

  /** A test begins: its trace starts here. */
  begin(): void {
    this.#mock[internals].session.log.restartTrace();
  }

  /** Called in a hook after a test. */
  end(task: TestContext['task']): void {
    if (this.#hasAll) this.#all.set(task.id, testTraceOf(task, this.#mock, this.#redact));
    if (this.#folder === false) return;
    const path = [this.#folder, traceName(task)];
    // In a hook that runs also if a later check fails.
    onTestFailed(async () => {
      this.#written.set(path.join('/'), task.id);
      await writeTrace(path, this.#mock.trace({ redact: this.#redact }));
    });
    onTestFinished(async () => {
      // A trace of an earlier run or attempt is removed, but another test of this run may have the same file.
      const writer = this.#written.get(path.join('/')) ?? task.id;
      if (task.result?.state === 'pass' && writer === task.id) await removeTrace(path);
    });
  }

  /** Writes the traces of all tests. */
  async write(): Promise<void> {
    const [first] = this.#all.values();
    if (first === undefined) return;
    const lines = Array.from(this.#all.values(), ({ line }) => line);
    await writeTestTraces([FOLDER, testTracesPath(first.file)], lines, first.run);
  }
}

/** The line of a test in the file for all traces. */
function testTraceOf(task: TestContext['task'], mock: Mock, redact: boolean) {
  const { file, location } = task;
  const test = { file: file.name, name: titlesOf(task).join(' > '), ...(location && { line: location.line }) };
  const run = `${file.projectName ?? ''} ${file.result?.startTime ?? ''}`;
  const path = file.projectName ? `${file.projectName}-${file.name}` : file.name;
  return { file: path, run, line: testTraceLine(run, test, mock.trace({ compact: true, redact })) };
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
