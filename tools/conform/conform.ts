import * as z from 'zod/mini';
import { checkOptions, optionNames } from '../../src/foundation/check-options.js';
import { email, tokenText } from '../../src/foundation/common-schemas.js';
import { didYouMean } from '../../src/foundation/did-you-mean.js';
import { formatValue } from '../../src/foundation/format-value.js';
import { machineTime, uniqueName } from '../../src/foundation/machine.js';
import { MockError } from '../../src/foundation/mock-error.js';
import { thrownText } from '../../src/foundation/thrown-text.js';
import { expectValid } from '../../src/foundation/validate.js';
import { parseBaseUrl } from '../../src/mock/base-url.js';
import { type BehaviorOptions, behaviorOf } from '../../src/protocol/behavior.js';
import type { ApiName } from '../../src/protocol/service.js';
import { type Baseline, withKnown } from './baseline.js';
import { calibrate } from './calibration.js';
import type { Case, Switch } from './case.js';
import { CannotTell, CaseRun, Differs } from './case-run.js';
import { cases as packaged } from './cases/index.js';
import { Context, rejectionOf } from './context.js';
import { Finder, isShared } from './find.js';
import type { Kind } from './kinds.js';
import { CreatedRecords, type Ledger } from './records.js';
import type { Problem, Report, Result } from './report.js';
import { Target, TargetProblem } from './target.js';
import { withoutTokens } from './without-tokens.js';

/** The options of {@link conform}. */
export interface ConformOptions {
  /** The URL below which the server has the three APIs. Default: `http://localhost`. */
  baseUrl?: string | undefined;
  /** Sends the requests, such as `mock.fetch`. Default: the global `fetch`. */
  fetch?: ((request: Request) => Promise<Response>) | undefined;
  /** The tokens of readers, by their e-mails. */
  tokens?: Readonly<Record<string, string>> | undefined;
  /** The token that user-data and user-preference require. Default: none is sent. */
  serviceToken?: string | undefined;
  /** Whether cases may create records. They remove them again. Default: false. */
  writes?: boolean | undefined;
  /** The cases to run. Default: those of the package. A team can add its own. */
  cases?: readonly Case[] | undefined;
  /**
   * Runs only the cases whose id starts with one of these, or that are about one of these: the id of a statement or decision, or
   * a switch.
   */
  only?: readonly string[] | undefined;
  /** The switches that are expected of the server. Default: those of a mock without options. */
  behavior?: BehaviorOptions | undefined;
  /** Values of `X-REQUEST-FROM` that the server should accept. */
  requestFrom?: readonly string[] | undefined;
  /** Origins whose pages the server should allow. */
  origins?: readonly string[] | undefined;
  /** Whether the server is a mock of this package: the run then also compares what only the mock promises. Default: false. */
  ours?: boolean | undefined;
  /** The differences that are known already. */
  baseline?: Baseline | undefined;
  /** The maximum number of cases that run at the same time, from 1 to 4. Default: 2. */
  concurrency?: number | undefined;
  /** How long to wait for an answer. Default: 10. */
  timeoutSeconds?: number | undefined;
  /** Ends the run early. What it has created is still removed. */
  signal?: AbortSignal | undefined;
  /** Remembers what to remove in case the process is killed. Default: nothing is remembered. */
  ledger?: Ledger | undefined;
}

const settings = z.object({
  tokens: z._default(z.record(email, tokenText), {}),
  serviceToken: z.optional(tokenText),
  only: z.optional(z.array(z.string())),
  concurrency: z._default(z.int().check(z.minimum(1), z.maximum(4)), 2),
  timeoutSeconds: z._default(z.number().check(z.positive(), z.maximum(600)), 10),
});

const known = optionNames<ConformOptions>({
  baseUrl: true,
  fetch: true,
  tokens: true,
  serviceToken: true,
  writes: true,
  cases: true,
  only: true,
  behavior: true,
  requestFrom: true,
  origins: true,
  ours: true,
  baseline: true,
  concurrency: true,
  timeoutSeconds: true,
  signal: true,
  ledger: true,
});

/**
 * Compares a server with the mock: sends the requests of the cases, and checks the answers. Only reads, unless `writes` is true.
 *
 * @example
 * const report = await conform({ baseUrl: 'https://staging.example.com', tokens: { 'alice@acme.example': token } });
 * @throws MockError `malformed_data` for invalid options; `not_found` if `only` contains a text that selects no case. What `write`
 * of the ledger rejects with, or an Error that also lists what could not be removed.
 */
export async function conform(options: ConformOptions = {}): Promise<Report> {
  checkOptions('conform', options, known);
  const { tokens, serviceToken, concurrency, timeoutSeconds } = expectValid(settings, options, {});
  const { href: baseUrl } = parseBaseUrl(options.baseUrl ?? 'http://localhost');
  const behavior = behaviorOf(options.behavior);
  const { fetch = (request) => globalThis.fetch(request), writes = false, baseline, signal, ledger } = options;
  const { cases = packaged } = options;
  const selected = selectCases(options);
  const target = new Target({ baseUrl, fetch, timeoutSeconds });
  const context = new Context({
    target,
    // Eight hexadecimal digits.
    run: uniqueName().slice(0, 8),
    behavior,
    tokens: new Map(Object.entries(tokens).map(([key, token]) => [key.toLowerCase(), token])),
    serviceToken,
    origins: options.origins ?? [],
    callers: options.requestFrom ?? [],
    ours: options.ours ?? false,
    signal,
    writes,
  });
  const at = machineTime();
  const apis = [...new Set(selected.map(({ id }) => id.split('/')[0] as ApiName))];
  const probes = await Promise.all(apis.map((api) => context.problemOf(api)));
  const isUsable = probes.includes(undefined);
  const problems = [...problemsIn(probes), ...(await rejectedTokens(apis, context))];
  const records = new CreatedRecords(context, ledger);
  const leftovers = writes && isUsable ? await records.removeLeftovers() : [];
  const finder = new Finder(context);
  const results = new Map<Case, Result>();
  const run = async (one: Case) => {
    if (records.failure !== undefined) return;
    results.set(one, await resultOf(one, { number: selected.indexOf(one) + 1, writes, context, records, finder }));
  };
  const [writing, reading] = partition(selected, ({ creates }) => creates !== undefined);
  const alone = (cases: readonly Case[]) => cases.map((one) => [one]);
  await inParallel(alone(reading), concurrency, run);
  const [shared, separate] = partition(writing, ({ needs = [] }) => needs.some(isShared));
  await inParallel([shared, ...alone(separate)], concurrency, run);
  const secrets = [...Object.values(tokens), ...(serviceToken === undefined ? [] : [serviceToken])];
  const left = [...leftovers, ...(await records.finish())];
  if (records.failure !== undefined) throw withLeft(records.failure.error, withoutTokens(left, secrets));

  const all = selected.map((one) => results.get(one) as Result);
  const statuses = apis.map((api) => context.statuses.resultOf(api));
  // They end the run early, or make its answers doubtful.
  const late = context.lost === undefined ? await context.newProblems() : [context.lost];
  const report: Report = {
    against: baseUrl,
    run: context.settings.run,
    at,
    requests: target.requests,
    results: withKnown([...all, ...statuses, ...context.traffic.results], baseline),
    ...calibrate(all, behavior),
    problems: isUsable ? [...problems, ...problemsIn(late)] : problems,
    unusable: !isUsable || late.length > 0,
    interrupted: context.isInterrupted,
    partial: selected !== cases || !writes || context.isInterrupted || late.length > 0,
    left,
  };
  return withoutTokens(report, secrets);
}

/** The kinds of records that a run with `writes` creates, each with the number of cases that do so. */
export function planOf(options: Pick<ConformOptions, 'cases' | 'only'> = {}): ReadonlyMap<Kind, number> {
  const counts = new Map<Kind, number>();
  for (const kind of selectCases(options).flatMap(({ creates = [] }) => [...new Set(creates)])) {
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}

/**
 * The cases whose id starts with one of the given texts, or that are about one of them: the id of a statement or a decision, or a
 * switch. Without texts, all cases.
 * @throws MockError `not_found` for a text that selects no case.
 */
function selectCases({ cases = packaged, only = [] }: Pick<ConformOptions, 'cases' | 'only'>): readonly Case[] {
  if (only.length === 0) return cases;
  for (const text of only) {
    if (cases.some((one) => isAbout(one, text))) continue;
    const names = cases.map(({ id }) => id);
    const hint = didYouMean(text, { count: names.length, list: () => names });
    throw new MockError(
      'not_found',
      `there is no case ${formatValue(text)}${hint}; give the beginning of an id, such as user-data/client, an id such as D7, or a switch`,
    );
  }
  return cases.filter((one) => only.some((text) => isAbout(one, text)));
}

function isAbout({ id, ids, switch: key }: Case, text: string): boolean {
  return id.startsWith(text) || ids.includes(text) || key === text;
}

/** The tokens that the server rejects. The run continues as long as one is accepted. */
async function rejectedTokens(apis: readonly ApiName[], context: Context): Promise<Problem[]> {
  if (!apis.includes('public-api') || (await context.problemOf('public-api')) !== undefined) return [];
  const rejected = await context.rejectedReaders();
  return rejected.length === 0 ? [] : [{ kind: 'token', message: rejectionOf(rejected) }];
}

/** The error of the ledger. There is no report that lists what could not be removed. */
function withLeft(error: unknown, left: readonly string[]): unknown {
  if (left.length === 0) return error;
  return new Error(`${thrownText(error)}; not removed: ${left.join(', ')}`, { cause: error });
}

/** Those that there are, each once. */
function problemsIn(found: readonly (TargetProblem | undefined)[]): Problem[] {
  const problems = found.filter((problem) => problem !== undefined);
  return [...new Map(problems.map(({ kind, message }) => [message, { kind, message }])).values()];
}

interface SharedByCases {
  /** A number that no other case of the run has. */
  readonly number: number;
  readonly writes: boolean;
  readonly context: Context;
  readonly records: CreatedRecords;
  readonly finder: Finder;
}

async function resultOf(one: Case, { number, writes, context, records, finder }: SharedByCases): Promise<Result> {
  const { id, title, ids, switch: key, needs = [] } = one;
  const about = { id, title, ids, ...(key !== undefined && { switch: key }) };
  const couldNotTell = (missing: string): Result => ({ ...about, outcome: 'could not tell', missing });
  if (one.creates !== undefined && !writes) return couldNotTell('permission to create records (--writes)');
  try {
    if (context.isInterrupted) throw new CannotTell('the end of the run, which was interrupted');
    const found = await finder.find(needs);
    const observed = await new CaseRun(one, { number, found, context, records }).run();
    if (observed === undefined) return { ...about, outcome: 'agrees' };
    const { value, difference } = observed;
    const isExpected = JSON.stringify(value) === JSON.stringify(context.settings.behavior[key as Switch]);
    if (isExpected) return { ...about, outcome: 'agrees', observed: value };
    return { ...about, outcome: 'differs', observed: value, difference };
  } catch (error) {
    if (error instanceof Differs) return { ...about, outcome: 'differs', difference: error.difference };
    if (error instanceof CannotTell) return couldNotTell(error.message);
    if (error instanceof TargetProblem) return couldNotTell(`an answer: ${error.message}`);
    // The search has found an answer of another form.
    return couldNotTell('what it needs, in answers that can be read');
  }
}

/** Runs chains of tasks, at most `concurrency` at a time; the tasks of a chain one after the other. */
async function inParallel<Task>(
  chains: readonly (readonly Task[])[],
  concurrency: number,
  run: (task: Task) => Promise<void>,
): Promise<void> {
  const waiting = chains[Symbol.iterator]();
  const worker = async () => {
    for (const chain of waiting) for (const task of chain) await run(task);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}

function partition<Item>(items: readonly Item[], test: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}
