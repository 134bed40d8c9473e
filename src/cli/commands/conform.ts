import { createInterface } from 'node:readline/promises';
import {
  type Baseline,
  baselineAfter,
  conform,
  expectBaseline,
  isNew,
  junitOf,
  type ProblemKind,
  planOf,
  type Report,
} from '../../conform/index.js';
import { MockError } from '../../index.js';
import { parseBaseUrl } from '../../mock/base-url.js';
import { fileErrorText, readJsonFile } from '../../server/snapshot-file.js';
import { loadConfigFile } from '../config.js';
import { behaviorOf } from '../configured-mock.js';
import { ledgerOf } from '../conform-ledger.js';
import { describeReport } from '../describe-report.js';
import { createOutput } from '../output.js';
import { writeBehavior } from '../write-behavior.js';
import { writeDocument } from '../write-document.js';

export interface ConformFlags {
  against: string;
  token?: Record<string, string>;
  serviceToken?: string;
  writes?: boolean;
  yes?: boolean;
  only?: string[];
  requestFrom?: string[];
  origin?: string[];
  concurrency?: number;
  timeout?: number;
  json?: string;
  junit?: string;
  baseline?: string;
  writeBaseline?: boolean;
  write?: boolean;
  config?: string;
}

/** Exit codes in addition to 0 (all agree, or known), 1 (new differences) and 2 (wrong usage). */
const problemCodes: Readonly<Record<ProblemKind, number>> = {
  timeout: 3,
  'rate-limit': 4,
  html: 5,
  redirect: 6,
  connection: 7,
  absent: 8,
};
const NOTHING_COMPARED = 9;
const LEFT_RECORDS = 10;

const signalCodes = { SIGINT: 130, SIGTERM: 143 } as const;

/** Compares a server with the mock, writes the reports, and sets the exit code. */
export async function conformCommand(flags: ConformFlags): Promise<void> {
  const {
    against,
    token: tokens,
    serviceToken,
    writes,
    only,
    requestFrom,
    origin: origins,
    concurrency,
    timeout,
  } = flags;
  if (flags.writeBaseline && flags.baseline === undefined) {
    throw new MockError('malformed_data', '--write-baseline needs --baseline, the file to write');
  }
  const { href: baseUrl } = parseBaseUrl(against, '--against');
  const { config, path: configFile } = await loadConfigFile(flags.config);
  const baseline = flags.baseline === undefined ? undefined : await readBaseline(flags.baseline, flags.writeBaseline);
  if (writes && !flags.yes && !(await confirm(baseUrl, only))) return;

  const output = createOutput({});
  const stopper = new AbortController();
  let stopCode: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopCode !== undefined) process.exit(stopCode);
      stopCode = signalCodes[signal];
      output.note('stopping: what was created is being removed; stop again to leave it to the next run');
      stopper.abort();
    });
  }
  const report = await conform({
    ...{ baseUrl, tokens, serviceToken, writes, only, requestFrom, origins, baseline, concurrency },
    timeoutSeconds: timeout,
    behavior: behaviorOf(config),
    signal: stopper.signal,
    ledger: ledgerOf(baseUrl),
  });

  if (flags.json !== undefined) await writeDocument(`${JSON.stringify(report, null, 2)}\n`, flags.json);
  if (flags.junit !== undefined) await writeDocument(junitOf(report), flags.junit);
  const [problem] = report.problems;
  if (report.unusable && problem !== undefined) {
    output.problem(`${baseUrl} cannot be compared: ${problem.message}`);
    for (const request of report.left) output.problem(`not removed: ${request}`);
    process.exitCode = stopCode ?? problemCodes[problem.kind];
    return;
  }
  process.stdout.write(describeReport(report));
  for (const { message } of report.problems) output.problem(message);
  if (flags.write) await writeBehavior(report.behavior, configFile, output.note);
  if (flags.writeBaseline && flags.baseline !== undefined) {
    await writeDocument(`${JSON.stringify(baselineAfter(report, baseline), null, 2)}\n`, flags.baseline);
  }
  process.exitCode = stopCode ?? exitCodeOf(report, flags);
}

function exitCodeOf({ results, problems, left, behavior }: Report, { write, writeBaseline }: ConformFlags): number {
  const isSettled = (key: string | undefined) => write === true && key !== undefined && key in behavior;
  const isListed = (key: string | undefined) => writeBaseline === true && !(key !== undefined && key in behavior);
  if (results.some((result) => isNew(result) && !isSettled(result.switch) && !isListed(result.switch))) return 1;
  const [problem] = problems;
  if (problem !== undefined) return problemCodes[problem.kind];
  if (results.every(({ outcome }) => outcome === 'could not tell')) return NOTHING_COMPARED;
  return left.length > 0 ? LEFT_RECORDS : 0;
}

async function readBaseline(file: string, mayBeMissing = false): Promise<Baseline | undefined> {
  try {
    return expectBaseline(await readJsonFile(file));
  } catch (error) {
    if (mayBeMissing && (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    if (error instanceof MockError) throw error;
    throw new Error(`the baseline ${file} cannot be read: ${fileErrorText(error, file)}`);
  }
}

/** Says what will be created, and asks. @throws MockError if there is nobody to ask. */
async function confirm(server: string, only: readonly string[] | undefined): Promise<boolean> {
  const plan = [...planOf({ only })];
  if (plan.length === 0) return true;
  const lines = plan.map(([kind, count]) => `  ${kind} (${count} ${count === 1 ? 'case' : 'cases'})`);
  process.stderr.write(
    `This creates records on ${server}, with names that begin with conform-, and removes them again:\n${lines.join('\n')}\n` +
      'A client and a client-brief relationship stay there with the status deleted.\n',
  );
  if (!process.stdin.isTTY) {
    throw new MockError(
      'malformed_data',
      '--writes asks before it creates records; without a terminal, confirm with --yes',
    );
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question('Continue? (y/N) ');
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}
