import { readdir, realpath, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { scenarios as packaged } from '../../../seeds/index.js';
import {
  affectedFiles,
  describeImpact,
  type Engine,
  type Impact,
  impactOf,
  junitOf,
  ownEngine,
  Replayer,
  withOutcomes,
  withScenarios,
} from '../../../tools/impact/index.js';
import { formatValue } from '../../foundation/format-value.js';
import { malformed, withPrefix } from '../../foundation/mock-error.js';
import { type BehaviorOptions, createMock, MockError, type Scenario, type Trace } from '../../index.js';
import { expectTrace } from '../../mock/replay-steps.js';
import { type TestTrace, testTracesIn } from '../../mock/test-trace.js';
import { TEST_TRACES } from '../../mock/test-trace-line.js';
import { fileErrorText, readText } from '../../server/snapshot-file.js';
import { loadConfig } from '../config.js';
import { exitCodes } from '../failure.js';
import type { FlagsOf } from '../flags.js';
import { importFile } from '../import-file.js';
import { lineOf } from '../line-of-test.js';
import { createOutput, print } from '../output.js';
import { announcement, type ReplayedAgainst, replayAgainst, targetOf } from '../replay-against.js';
import { runAffected } from '../run-affected.js';
import { expectDistinct, expectWritable, reportFiles, writeReport } from '../write-document.js';
import { configured, reportUnsent } from './replay.js';

type ImpactFlags = FlagsOf<'impact', 'behavior' | 'config'>;

/** Says which tests would see other answers under a change, or fail under it. Exits with 1 if any does. */
export async function impact(sources: readonly string[], flags: ImpactFlags): Promise<void> {
  expectUsage(flags);
  const config = await loadConfig(flags.config);
  const reports = reportFiles(flags);
  await expectWritable(reports, { '--scenarios': flags.scenarios, 'the config file': config.config });
  const traces = await withoutRepeats((await Promise.all(sources.map(tracesAt))).flat());
  await expectDistinct(reports, { 'the traces': traces });
  const { behavior, scenarios: file, with: other, against, controlToken, run } = flags;
  const { scenarios, routes, behavior: known } = configured(config, flags.serviceToken);
  const tests = await testsIn(traces);
  if (tests.length === 0) {
    throw malformed(
      `there are no traces of tests in ${sources.join(', ')}; run the tests with the option traces: 'all', or name single traces`,
    );
  }

  const own = ownEngine(scenarios);
  const base = other === undefined ? own : withOwn(otherEngine(other), scenarios);
  const engine = file === undefined ? base : withScenarios(base, await scenariosIn(file, tests));
  const changed = new Replayer({ engine, behavior, routes }, scenarios);
  const present = new Replayer({ engine: own, routes }, scenarios);
  const target = against === undefined ? undefined : targetOf(against);
  const toSend = tests.map(({ trace }) => trace);
  const sent: ReplayedAgainst[] = [];
  let isAnnounced = false;
  const send = async (trace: Trace, there: string) => {
    const onStart = (session?: string) => {
      if (!isAnnounced) createOutput().note(announcement(toSend, there, session));
      isAnnounced = true;
    };
    const options = { scenarios, routes, behavior: known, controlToken, onStart };
    const replayed = await replayAgainst(trace, there, options);
    sent.push(replayed);
    return replayed;
  };
  const under = (trace: Trace) => (target === undefined ? changed.replay(trace) : send(trace, target));
  const apis = createMock({ routes }).apis();
  const replayed = await impactOf({ tests, under, without: (trace) => present.replay(trace), apis });
  const found = run === undefined || behavior === undefined ? replayed : await ran(replayed, tests, run, behavior);
  if (found === undefined) return;
  print(describeImpact(found));
  reportUnsent(sent);
  const all = tests.map(({ test }) => test);
  await writeReport(found, () => junitOf(found, all), flags);
  const breaking = found.run ? found.run.failing + found.run.notRun : found.affected + found.unfit.length;
  if (breaking > 0) process.exitCode = exitCodes.failure;
}

/** Another version with the scenarios of the config file, whose records that version makes. */
function withOwn(engine: Engine, scenarios: readonly Scenario[]): Engine {
  const configured = scenarios.filter((one) => !packaged.includes(one)).map((one) => ({ ...one }));
  return withScenarios(engine, configured);
}

/** Runs the tests that a change affects. Undefined if a signal ended the run. */
async function ran(
  found: Impact,
  traced: readonly TestTrace[],
  command: string,
  behavior: BehaviorOptions,
): Promise<Impact | undefined> {
  const files = affectedFiles(found);
  const read = async (folder: string) => testsIn(await tracesAt(folder));
  const tests = files.length === 0 ? [] : await runAffected({ command, files, behavior }, read);
  return tests && withOutcomes(found, traced, tests, behavior);
}

function expectUsage({ behavior, scenarios, with: other, against, run }: ImpactFlags): void {
  const here = [behavior && '--behavior', scenarios && '--scenarios', other && '--with'].filter(Boolean);
  if (here.length === 0 && against === undefined) {
    throw malformed(
      'no change is given; give --behavior <key=value>, --scenarios <file>, --with <package> or --against <url>',
    );
  }
  if (run !== undefined && (behavior === undefined || scenarios !== undefined || other !== undefined)) {
    throw malformed(
      '--run needs --behavior alone: other changes cannot be passed to the tests; make the change, and run them',
    );
  }
  if (here.length > 0 && against !== undefined) {
    throw malformed(`--against cannot be used with ${here.join(' or ')}: the other server has its own`);
  }
}

/** The file of traces at a path, or the files of tests in the folder there. @throws Error that names it */
function tracesAt(path: string): Promise<string[]> {
  return reading(path, async () => {
    if (!(await stat(path)).isDirectory()) return [path];
    const names = (await readdir(path, { recursive: true })).filter((name) => name.endsWith(TEST_TRACES)).sort();
    return names.map((name) => join(path, name));
  });
}

/** The files without those that others name too: a folder and a file in it, or a link. */
async function withoutRepeats(files: readonly string[]): Promise<string[]> {
  const named = await Promise.all(files.map(async (file) => [await realpath(file), file] as const));
  return [...new Map(named).values()];
}

/** @throws Error that names the file, MockError if it has no traces */
async function testsIn(files: readonly string[]): Promise<TestTrace[]> {
  return (await Promise.all(files.map((file) => reading(file, () => testsOf(file))))).flat();
}

async function reading<Read>(path: string, read: () => Promise<Read>): Promise<Read> {
  try {
    return await read();
  } catch (error) {
    const problem = `the traces in ${path} cannot be read`;
    if (error instanceof MockError) throw withPrefix(problem, error);
    throw new Error(`${problem}: ${fileErrorText(error, path)}`);
  }
}

async function testsOf(path: string): Promise<TestTrace[]> {
  const text = await readText(path);
  if (path.endsWith(TEST_TRACES)) return Promise.all(testTracesIn(text).map(withLine));
  const test = { file: relative('.', path) || path, name: 'the trace' };
  return [{ format: 'briefs-mock/test-trace', version: 1, run: '', test, trace: expectTrace(JSON.parse(text)) }];
}

async function withLine(one: TestTrace): Promise<TestTrace> {
  const line = one.test.line ?? (await lineOf(one.test));
  return line === undefined ? one : { ...one, test: { ...one.test, line } };
}

/** Another version of this package: the path of its folder, or the name that it is installed under. @throws Error */
function otherEngine(name: string): Engine {
  try {
    const isPath = /^[./]|^\w:/.test(name);
    const manifest = isPath
      ? resolve(name, 'package.json')
      : createRequire(resolve('x.js')).resolve(`${name}/package.json`);
    const load = createRequire(manifest);
    const { name: own } = load(manifest) as { name: string };
    const { replay } = load(own) as Engine;
    const { scenarios } = load(`${own}/seeds`) as { scenarios: readonly Scenario[] };
    if (typeof replay !== 'function') throw new Error('it is not a briefs-mock');
    return { replay, scenarios };
  } catch (error) {
    throw new Error(`the package ${name} cannot be used: ${(error as Error).message.split('\n')[0]}`);
  }
}

/**
 * The scenarios that a module exports: as its default, alone or in a config, or as `scenarios`.
 * @throws Error that says what is wrong, also if no trace starts from any of them: nothing would change
 */
async function scenariosIn(file: string, tests: readonly TestTrace[]): Promise<Scenario[]> {
  const module = await importFile<{ default?: unknown; scenarios?: unknown }>(file, 'the scenarios');
  const { default: standard, scenarios } = module;
  const inDefault = (standard as { scenarios?: unknown } | undefined)?.scenarios;
  const found = [scenarios ?? inDefault ?? standard].flat();
  const isScenario = (one: unknown) => typeof (one as Scenario | undefined)?.seed === 'function';
  const refused = (problem: string) => new Error(`the scenarios in ${file} cannot be used: ${problem}`);
  if (found.every(isScenario)) {
    const names = found.map((one) => (one as Scenario).name);
    const traced = [...new Set(tests.map(({ trace }) => trace.scenario))].sort();
    if (names.some((name) => traced.includes(name))) return found as Scenario[];
    throw refused(
      `no trace starts from any of them; it has ${names.join(', ') || 'none'}, and the traces start from ${traced.join(', ')}`,
    );
  }
  const problem =
    (scenarios ?? inDefault) === undefined
      ? `it must export a scenario, an array of them, or \`scenarios\`, but exports ${formatValue(Object.keys(module))}`
      : `\`scenarios\` must have scenarios, with \`seed\`, but has ${formatValue(found.find((one) => !isScenario(one)))}`;
  throw refused(problem);
}
