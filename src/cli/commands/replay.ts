import { countOf } from '../../foundation/count-of.js';
import { atOnce } from '../../foundation/in-slices.js';
import { malformed, prefixing } from '../../foundation/mock-error.js';
import { version } from '../../foundation/version.js';
import type { JournalEntry, Mock, MockOptions, Replay, ReplayDifference, Scenario, Trace } from '../../index.js';
import { expectTrace, expectUntil, type ReplayStep, replayAll, requestsIn } from '../../mock/replay-steps.js';
import { createServer } from '../../server/index.js';
import { failing, readJsonFile } from '../../server/snapshot-file.js';
import { harSteps } from '../../session/har.js';
import { textOf } from '../../state/snapshot.js';
import { type Config, loadConfig } from '../config.js';
import { scenariosOf } from '../configured-mock.js';
import { describeDifference } from '../describe-difference.js';
import { exitCodes } from '../failure.js';
import type { FlagsOf } from '../flags.js';
import { createOutput, print } from '../output.js';
import { announcement, type ReplayedAgainst, replayAgainst, targetOf } from '../replay-against.js';
import { switchesOf } from '../settings.js';
import { expectWritable, writeDocument, writeJson } from '../write-document.js';
import { stopOnSignals } from './serve.js';

/** The number of differences that are shown with `--against`. */
const SHOWN = 20;

type ReplayFlags = FlagsOf<'replay', 'config'>;

/**
 * Replays a trace and compares every answer, then serves or writes the state that it leads to. Exits with 1 if anything
 * differs, unless it serves.
 */
export async function replay(
  file: string,
  { until, port, output: snapshotFile, har, against, controlToken, serviceToken, config: configFile }: ReplayFlags,
) {
  const config = await loadConfig(configFile);
  const inputs = { 'the trace': file, 'the config file': config.config };
  await expectWritable({ '--output': snapshotFile, '--har': har }, inputs);
  const trace = await readTrace(file);
  if (until !== undefined) expectUntil(until, requestsIn(trace), '--until');
  if (against !== undefined) {
    if (port !== undefined || snapshotFile !== undefined || har !== undefined) {
      throw malformed('--against cannot be combined with --port, --output or --har: its state is in the other server');
    }
    const target = targetOf(against);
    const { scenarios, routes, behavior } = configured(config, serviceToken);
    const { note } = createOutput();
    const onStart = (session?: string) => note(announcement([trace], target, session, until));
    const options = { scenarios, routes, behavior, until, controlToken, onStart };
    const replayed = await replayAgainst(trace, target, options);
    const { requests, differences, redacted } = replayed;
    report(requests, differences, SHOWN);
    reportRedacted(redacted);
    reportUnsent([replayed]);
    if (differences.length > 0) process.exitCode = exitCodes.failure;
    return;
  }
  const sent: JournalEntry[] = [];
  // A reset empties the journal.
  const collect = ({ mock, entry }: ReplayStep) => {
    if (entry?.kind === 'request') sent.push(...mock.requests.all({ limit: 1 }));
  };
  const options = { ...configured(config), until };
  const replayed = await replayAll(trace, options, har === undefined ? {} : { onStep: collect });
  const { mock, requests, differences, fingerprint, redacted } = replayed;
  report(requests, differences, 1, fingerprint);
  if ((differences.length > 0 || fingerprint !== undefined) && trace.package !== version) {
    print(`the trace was written by version ${trace.package}, and replayed by ${version}`);
  }
  reportRedacted(redacted);
  if (snapshotFile !== undefined) await writeDocument(textOf(mock.snapshot()), snapshotFile);
  if (har !== undefined) await writeJson(atOnce(harSteps(sent, 'http://localhost')), har);
  if (port !== undefined) return serve(mock, port, requests);
  if (differences.length > 0 || fingerprint !== undefined) process.exitCode = exitCodes.failure;
}

/** What a replay takes from the config file. A given service token overrides that of the file. */
export function configured(
  config: Config,
  given?: string,
): Pick<MockOptions, 'routes' | 'faultProfiles' | 'behavior'> & { scenarios: readonly Scenario[] } {
  const { routes, faultProfiles } = config;
  const serviceToken = given ?? switchesOf(config).serviceToken;
  // A trace has the other switches.
  const behavior = serviceToken === undefined ? {} : { serviceToken };
  return { scenarios: scenariosOf(config), routes, faultProfiles, behavior };
}

/** Reports what was left out because the trace lacks its secrets. */
function reportRedacted(redacted: Replay['redacted']): void {
  if (redacted === undefined) return;
  const { requests, stoppedBefore } = redacted;
  const end =
    stoppedBefore === undefined ? '' : `; stopped before request ${stoppedBefore}, because what follows depends on it`;
  print(`left out, because their secrets are redacted: ${requestsOf(requests)}${end}`);
}

/** Reports what was not sent to another server. */
export function reportUnsent(replayed: readonly ReplayedAgainst[]): void {
  const sum = (count: (one: ReplayedAgainst) => number) => replayed.reduce((all, one) => all + count(one), 0);
  const unsendable = sum((one) => one.unsendable);
  if (unsendable > 0) print(`left out, because they cannot be sent again: ${requestsOf(unsendable)}`);
  const calls = sum(({ leftOut }) => leftOut.calls);
  const faulted = sum(({ leftOut }) => leftOut.faulted);
  const parts = [
    ...(calls === 0 ? [] : [`${countOf(calls, 'call', 'calls')} of the control API or in the process`]),
    ...(faulted === 0 ? [] : [`${requestsOf(faulted)} that a fault rule answered`]),
  ];
  if (parts.length === 0) return;
  print(`left out, because the server is not a briefs-mock: ${parts.join(', and ')}`);
}

/** @throws Error or MockError that says why a file is not a trace */
export async function readTrace(file: string): Promise<Trace> {
  return traceIn(await readTraceFile(file), file);
}

/** The trace in the JSON of a file. @throws MockError that names the file */
export function traceIn(json: unknown, file: string): Trace {
  return prefixing(file, () => expectTrace(json));
}

/** The JSON of a file that should be a trace. @throws Error that says why it cannot be read */
export function readTraceFile(file: string): Promise<unknown> {
  return readJsonFile(file).catch(failing(`The trace ${file} cannot be read`, file));
}

function report(
  requests: number,
  differences: readonly ReplayDifference[],
  shown: number,
  fingerprint?: { expected: string; actual: string },
): void {
  const count = requestsOf(requests);
  if (differences.length > 0) {
    const some = differences.slice(0, shown).map(describeDifference);
    const title = `replayed ${count}: ${countOf(differences.length, 'answer differs', 'answers differ')}`;
    const rest = differences.length > some.length ? [`and ${differences.length - some.length} more`] : [];
    print([`${title}${shown === 1 ? '; the first:' : ':'}`, ...some, ...rest].join('\n'));
  } else if (fingerprint !== undefined) {
    print(
      `replayed ${count}: the answers are the same, but the state at the end differs (fingerprint ${fingerprint.actual}, recorded ${fingerprint.expected})`,
    );
  } else print(`replayed ${count}: the same`);
}

/** Serves the state until a signal. */
async function serve(mock: Mock, port: number, requests: number): Promise<void> {
  const output = createOutput();
  const server = createServer(mock, { port, onProblem: output.problem, onRequest: output.request });
  await server.listen();
  stopOnSignals(server, output);
  const { url } = server;
  output.ready(`briefs-mock ready on ${url} (after ${requestsOf(requests)} of the trace)`, { url });
}

function requestsOf(count: number): string {
  return countOf(count, 'request', 'requests');
}
