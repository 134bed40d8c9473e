// What was measured, in a file, so that a run can be interrupted and goes on where it was.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** One tester on one application with one fault, or with none. */
export interface Result {
  tester: string;
  app: string;
  /** Empty for the twin. */
  fault: string;
  /** How long it was allowed to take. */
  seconds: number;
  /** Whether the fault was found. */
  found: boolean;
  /** The number of complaints; on the twin, they are false alarms. */
  complaints: string[];
  /** How long it took. */
  took: number;
  /** The steps of the plan of the fault, and how many of ten replays led to it. */
  steps?: number | undefined;
  replays?: number | undefined;
  /** The test that was written. */
  test?: string | undefined;
}

export class Results {
  readonly all: Result[];
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
    this.all = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Result[]) : [];
  }

  find(tester: string, app: string, fault: string): Result | undefined {
    return this.all.find((one) => one.tester === tester && one.app === app && one.fault === fault);
  }

  add(result: Result): void {
    const { tester, app, fault } = result;
    const known = this.find(tester, app, fault);
    if (known !== undefined) this.all.splice(this.all.indexOf(known), 1);
    this.all.push(result);
    writeFileSync(this.#file, `${JSON.stringify(this.all, null, 1)}\n`);
  }
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? '';

/** The tables of the docs: one for each tester. */
export function tablesOf({ all }: Results): string {
  const testers = [...new Set(all.map(({ tester }) => tester))];
  return testers
    .map((tester) =>
      tableOf(
        tester,
        all.filter((one) => one.tester === tester),
      ),
    )
    .join('\n');
}

function tableOf(tester: string, own: Result[]): string {
  const apps = [...new Set(own.map(({ app }) => app))];
  const head = ['application', 'found', 'missed', 'minutes', 'steps (median)', 'replays', 'false alarms'];
  const rows = apps.map((app) =>
    rowOf(
      app,
      own.filter((one) => one.app === app),
    ),
  );
  const total = rowOf('all', own);
  const missed = own.filter(({ fault, found }) => fault !== '' && !found).length;
  const lines = [head, head.map(() => '---'), ...rows, [...total.slice(0, 2), missed, ...total.slice(3)]];
  return `### ${tester}\n\n${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
}

function rowOf(app: string, results: Result[]): (string | number)[] {
  const faults = results.filter(({ fault }) => fault !== '');
  const found = faults.filter((one) => one.found);
  const missed = faults.filter((one) => !one.found).map(({ fault }) => fault);
  const minutes = (faults.reduce((sum, { took }) => sum + took, 0) / 60).toFixed(1);
  const steps = median(found.flatMap(({ steps: count }) => (count === undefined ? [] : [count])));
  const replayed = found.flatMap(({ replays }) => (replays === undefined ? [] : [replays]));
  const replays =
    replayed.length === 0 ? '' : `${replayed.reduce((sum, one) => sum + one, 0)} of ${replayed.length * 10}`;
  const alarms = results
    .filter(({ fault }) => fault === '')
    .reduce((sum, { complaints }) => sum + complaints.length, 0);
  return [app, `${found.length} of ${faults.length}`, missed.join(', '), minutes, steps, replays, alarms];
}
