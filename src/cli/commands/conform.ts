import {
  type Baseline,
  baselineAfter,
  expectBaseline,
  isNew,
  junitOf,
  type Report,
  type Result,
} from '../../../tools/conform/index.js';
import { countOf } from '../../foundation/count-of.js';
import { malformed, withPrefix } from '../../foundation/mock-error.js';
import { MockError } from '../../index.js';
import { fileErrorText, readJsonFile } from '../../server/snapshot-file.js';
import { loadConfig } from '../config.js';
import { compareOpenapi } from '../conform-openapi.js';
import { compareThroughProxy } from '../conform-proxy.js';
import { compareRecording } from '../conform-recording.js';
import { type Compared, compareServer, type Expectations } from '../conform-server.js';
import { describeReport } from '../describe-report.js';
import { exitCodes } from '../failure.js';
import type { FlagsOf } from '../flags.js';
import { createOutput, type Output, print } from '../output.js';
import { problemCodes } from '../problem-codes.js';
import { switchesOf } from '../settings.js';
import { writeBehavior } from '../write-behavior.js';
import { expectWritable, reportFiles, writeJson, writeReport } from '../write-document.js';

type ConformFlags = FlagsOf<'conform', 'config'>;

// Exit codes in addition to 0 (all agree, or known), 1 (new differences), 2 (wrong usage), and those of problems.
const LEFT_RECORDS = 10;

const sources = ['against', 'har', 'proxy', 'openapi'] as const;

/** The flags that only one of them has. */
const ownFlags: { readonly [Source in (typeof sources)[number]]?: readonly string[] } = {
  against: 'token serviceToken writes yes only requestFrom origin concurrency timeout write'.split(' '),
  proxy: ['port'],
};

/** Compares a server or recorded traffic with the mock, writes the reports, and sets the exit code. */
export async function conformCommand(flags: ConformFlags): Promise<void> {
  expectUsage(flags);
  const config = await loadConfig(flags.config);
  const baseline = flags.baseline === undefined ? undefined : await readBaseline(flags.baseline, flags.writeBaseline);
  const known = { '--baseline': flags.baseline };
  const inputs = { '--har': flags.har, '--openapi': flags.openapi, 'the config file': config.config };
  await expectWritable(
    { ...reportFiles(flags), ...(flags.writeBaseline && known) },
    { ...inputs, ...(!flags.writeBaseline && known) },
  );
  const output = createOutput();
  const expected = { behavior: switchesOf(config), baseline };
  const compared = await compare(flags, expected, output);
  if (compared === undefined) return;
  const { report, stopCode } = compared;

  await writeReport(report, () => junitOf(report), flags);
  const [problem] = report.problems;
  if (report.unusable && problem !== undefined) {
    const same = report.problems.filter(({ kind }) => kind === 'token' && kind === problem.kind);
    const messages = same.length === 0 ? [problem.message] : same.map(({ message }) => message);
    output.problem(`${report.against} cannot be compared: ${messages.join('; ')}`);
    for (const request of report.left) output.problem(`not removed: ${request}`);
    process.exitCode = stopCode ?? problemCodes[problem.kind];
    return;
  }
  print(describeReport(report));
  for (const { message } of report.problems) output.problem(message);
  if (flags.write) await writeBehavior(report.behavior, config.config, output.note);
  if (flags.writeBaseline && flags.baseline !== undefined) {
    await writeJson(baselineAfter(report, baseline), flags.baseline);
    if (!flags.write) noteSwitches(report, output);
  }
  process.exitCode = stopCode ?? exitCodeOf(report, flags);
}

/** Undefined if the user has decided against it. */
async function compare(flags: ConformFlags, expected: Expectations, output: Output): Promise<Compared | undefined> {
  const { against, har, proxy = '', openapi, port } = flags;
  if (against !== undefined) return compareServer(against, flags, expected, output);
  if (har !== undefined) return { report: await compareRecording(har, expected) };
  if (openapi !== undefined) return { report: await compareOpenapi(openapi, expected) };
  return { report: await compareThroughProxy(proxy, port, expected, output) };
}

/** @throws MockError if not exactly one source is given, or a flag that does not belong to it */
function expectUsage(flags: ConformFlags): void {
  const given = sources.filter((source) => flags[source] !== undefined);
  const [source] = given;
  if (source === undefined || given.length > 1) {
    const problem =
      given.length > 1 ? `${given.map(optionOf).join(' and ')} exclude each other` : 'nothing to compare is given';
    throw malformed(`${problem}; give one of --against <url>, --har <file>, --proxy <url> and --openapi <file or url>`);
  }
  for (const flag of Object.keys(flags)) {
    const owner = sources.find((one) => ownFlags[one]?.includes(flag));
    if (owner === undefined || owner === source) continue;
    throw malformed(`${optionOf(flag)} cannot be used with ${optionOf(source)}, only with ${optionOf(owner)}`);
  }
  if (flags.writeBaseline && flags.baseline === undefined) {
    throw malformed('--write-baseline needs --baseline, the file to write');
  }
}

/** `serviceToken` as `--service-token`. */
function optionOf(flag: string): string {
  return `--${flag.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Says which differences are not in the baseline. */
function noteSwitches({ results, behavior }: Report, output: Output): void {
  const left = results.filter((result) => isNew(result) && isOfSwitch(result, behavior));
  if (left.length === 0) return;
  const count = countOf(left.length, 'difference is the value of a switch', 'differences are values of switches');
  output.note(`${count}, which a baseline does not keep; set the switches of the mock as on the server with --write`);
}

/** Whether a difference is the value of a switch that the report knows. */
function isOfSwitch(result: Result, behavior: Report['behavior']): boolean {
  return result.switch !== undefined && result.switch in behavior;
}

function exitCodeOf({ results, problems, left, behavior }: Report, { write, writeBaseline }: ConformFlags): number {
  const isWritten = (result: Result) => (isOfSwitch(result, behavior) ? write === true : writeBaseline === true);
  if (results.some((result) => isNew(result) && !isWritten(result))) return 1;
  const [problem] = problems;
  if (problem !== undefined) return problemCodes[problem.kind];
  if (results.every(({ outcome }) => outcome === 'could not tell')) return exitCodes.cannotTell;
  return left.length > 0 ? LEFT_RECORDS : 0;
}

async function readBaseline(file: string, mayBeMissing = false): Promise<Baseline | undefined> {
  try {
    return expectBaseline(await readJsonFile(file));
  } catch (error) {
    if (mayBeMissing && (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    if (error instanceof MockError) throw withPrefix(`the baseline ${file}`, error);
    throw new Error(`the baseline ${file} cannot be read: ${fileErrorText(error, file)}`);
  }
}
