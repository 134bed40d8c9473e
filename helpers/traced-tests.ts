import type { TestContext } from 'vitest';
import type { Mock, Trace } from '../src/index.js';
import { internals } from '../src/mock/internals.js';
import { type TestOutcome, type TracedTest, testTraceLine, withElsewhere } from '../src/mock/test-trace-line.js';
import { cutName, testTracesPath, writeTestTraces } from './test-traces.js';
import { removeTrace, writeTrace } from './write-trace.js';

interface TracedTestsOptions {
  /** The folder for the traces of failed tests; false writes none. */
  readonly failed: string | false;
  /** The folder for small traces of all tests; false writes none. */
  readonly all: string | false;
  /** Whether secrets in bodies and queries are hidden. */
  readonly redact: boolean;
}

/** How tests end. One that skips itself has no outcome. */
const outcomes: Readonly<Record<string, TestOutcome>> = { pass: 'passed', fail: 'failed' };

/** Writes the traces of the tests of a file. */
export class TracedTests {
  readonly #mock: Mock;
  readonly #options: TracedTestsOptions;
  /** The names of the files for the traces of failed tests, by the ids of the tests. */
  #names = new Map<string, string>();
  /** The traces of all tests, by their ids. */
  readonly #all = new Map<string, { readonly task: TestContext['task']; readonly trace: Trace }>();
  /** The number of requests to named sessions and forks before the test. */
  #elsewhere = 0;

  constructor(mock: Mock, options: TracedTestsOptions) {
    this.#mock = mock;
    this.#options = options;
  }

  /** A test begins: its trace starts here. */
  begin({ task, onTestFailed, onTestFinished }: TestContext): void {
    const { log, journal } = this.#mock[internals].session;
    log.restartTrace();
    this.#elsewhere = journal.elsewhere;
    const { failed, redact } = this.#options;
    if (failed === false || task.fails) return;
    if (!this.#names.has(task.id)) this.#names = traceNames(task.file);
    const path = [failed, `${this.#names.get(task.id)}.trace.json`];
    onTestFailed(() => writeTrace(path, this.#mock.trace({ redact })));
    // Of an earlier run or attempt.
    onTestFinished(() => (task.result?.state === 'pass' ? removeTrace(path) : undefined));
  }

  /** A test has ended. */
  end(task: TestContext['task']): void {
    const { all, redact } = this.#options;
    if (all === false) return;
    const trace = this.#mock.trace({ compact: true, redact });
    const isPart = this.#mock[internals].session.journal.elsewhere > this.#elsewhere;
    this.#all.set(task.id, { task, trace: isPart ? withElsewhere(trace) : trace });
  }

  /** Writes the traces of all tests, when all of them have ended. */
  async write(): Promise<void> {
    const [first] = this.#all.values();
    const folder = this.#options.all;
    if (first === undefined || folder === false) return;
    const { file } = first.task;
    const run = `${file.projectName ?? ''} ${file.result?.startTime ?? ''}`;
    const names = testNames(file);
    const lines = Array.from(this.#all.values(), ({ task, trace }) =>
      testTraceLine(run, testOf(task, names.get(task.id) ?? task.name), trace),
    );
    await writeTestTraces([folder, testTracesPath(file.projectName, file.name)], lines, run);
  }
}

function testOf({ file, location, result }: TestContext['task'], name: string): TracedTest {
  return { file: file.name, name, line: location?.line, outcome: result && outcomes[result.state] };
}

/** The names of all tests of a file, by their ids. If several have the same titles, the later ones end with a number. */
function testNames(file: TestContext['task']['file']): Map<string, string> {
  const taken = new Set<string>();
  return new Map(
    testsIn(file).map((task) => {
      const titles = titlesOf(task).join(' > ');
      let name = titles;
      for (let n = 2; taken.has(name); n++) name = `${titles} (${n})`;
      taken.add(name);
      return [task.id, name];
    }),
  );
}

/**
 * The names of the traces of all tests of a file, by the ids of the tests: that of the project, if it has one, that of the file, and
 * the titles. If several would have the same name, the later ones end with a number.
 */
function traceNames(file: TestContext['task']['file']): Map<string, string> {
  const counts = new Map<string, number>();
  return new Map(
    testsIn(file).map((task) => {
      const titles = [...(file.projectName ? [file.projectName] : []), file.name, ...titlesOf(task)];
      const name = cutName(titles.join(' ').replace(/[^\p{L}\p{N}.]+/gu, '-'));
      // Some file systems ignore the case.
      const key = name.toLowerCase();
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return [task.id, count === 1 ? name : `${name}_${count}`];
    }),
  );
}

function testsIn({ tasks }: TestContext['task']['suite'] & object): TestContext['task'][] {
  return tasks.flatMap((task) => (task.type === 'suite' ? testsIn(task) : [task]));
}

/** The titles of the suites around a test, and its own. */
function titlesOf({ name, suite }: TestContext['task']): string[] {
  const titles = [name];
  for (let at = suite; at !== undefined; at = at.suite) titles.unshift(at.name);
  return titles;
}
