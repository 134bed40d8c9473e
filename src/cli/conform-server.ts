import { type Baseline, type ConformOptions, conform, planOf, type Report } from '../../tools/conform/index.js';
import { countOf } from '../foundation/count-of.js';
import { malformed } from '../foundation/mock-error.js';
import type { BehaviorOptions } from '../index.js';
import { parseBaseUrl } from '../mock/base-url.js';
import { confirms } from './confirms.js';
import { ledgerOf } from './conform-ledger.js';
import type { FlagsOf } from './flags.js';
import { onInterrupt } from './on-stop-signals.js';
import { type Output, print } from './output.js';

/** What is expected, from the config file and the baseline. */
export interface Expectations {
  readonly behavior: BehaviorOptions;
  readonly baseline: Baseline | undefined;
}

export interface Compared {
  readonly report: Report;
  /** The exit code, if a signal ended the comparison early. */
  readonly stopCode?: number | undefined;
}

/** Runs the cases against a server. Undefined if the user does not want to create records there. */
export async function compareServer(
  server: string,
  flags: FlagsOf<'conform'>,
  expected: Expectations,
  output: Output,
): Promise<Compared | undefined> {
  const { token: tokens, serviceToken, writes, only, requestFrom, origin: origins, concurrency, timeout } = flags;
  const { href: baseUrl } = parseBaseUrl(server, '--against');
  if (writes && !flags.yes && !(await confirmsPlan(baseUrl, only))) return undefined;
  const stopper = new AbortController();
  let stopCode: number | undefined;
  onInterrupt((exitCode) => {
    stopCode = exitCode;
    output.note('stopping: what was created is being removed; stop again to leave it to the next run');
    stopper.abort();
  });
  const options: ConformOptions = {
    ...{ baseUrl, tokens, serviceToken, writes, only, requestFrom, origins, concurrency, ...expected },
    timeoutSeconds: timeout,
    signal: stopper.signal,
    ledger: ledgerOf(baseUrl),
  };
  return { report: await conform(options), stopCode };
}

/** Prints what will be created, and asks for confirmation. @throws MockError if there is nobody to ask. */
async function confirmsPlan(server: string, only: readonly string[] | undefined): Promise<boolean> {
  const plan = [...planOf({ only })];
  if (plan.length === 0) return true;
  const lines = plan.map(([kind, count]) => `  ${kind} (${countOf(count, 'case', 'cases')})`);
  print(
    `This creates records on ${server}, with names that start with conform-, and removes them again:\n${lines.join('\n')}\n` +
      'A client and a client-brief relationship stay there with the status deleted.',
    process.stderr,
  );
  if (!process.stdin.isTTY) {
    throw malformed('--writes asks before it creates records; without a terminal, confirm with --yes');
  }
  return confirms('Continue? (y/N) ', { otherwise: 'no', output: process.stderr });
}
