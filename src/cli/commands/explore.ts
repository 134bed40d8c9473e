import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import {
  BugFiles,
  describeTarget,
  Exploration,
  type ExploreConfig,
  ExploredApp,
  type ExploreProgress,
  expectPlan,
  expectProperty,
  expectRules,
  exploreJunit,
  extentOf,
  launch,
  loadAxe,
  loadDriver,
  NO_AXE,
  type Plan,
  replaySteps,
  startFrom,
} from '../../../tools/explore/command.js';
import { wrongFile } from '../../foundation/file-kind.js';
import { malformed, notFound, prefixing } from '../../foundation/mock-error.js';
import { type Mock, MockError } from '../../index.js';
import { parseBaseUrl } from '../../mock/base-url.js';
import { emailOf, personasOf } from '../../mock/personas-of.js';
import { fileErrorText, readJsonFile } from '../../server/snapshot-file.js';
import { loadConfig } from '../config.js';
import { makeMock } from '../configured-mock.js';
import { exitCodes } from '../failure.js';
import type { FlagsOf } from '../flags.js';
import { importFile } from '../import-file.js';
import { onInterrupt } from '../on-stop-signals.js';
import { print } from '../output.js';
import { progressLine } from '../progress-line.js';
import { shellWord } from '../shell-word.js';
import { createFolder, expectWritable, reportFiles, writeReport } from '../write-document.js';

/** The folder that is written to, unless another one is given. */
const OUTPUT = 'explore';

const UNCLEAR = 'it cannot be determined whether it comes back';

type ExploreFlags = FlagsOf<'explore', 'scenario' | 'config'>;

/** Explores an application, or does a plan again. Exits with 1 if anything was found. */
export async function explore(address: string, flags: ExploreFlags): Promise<void> {
  const url = expectAddress(address);
  const api = flags.api === undefined ? undefined : parseBaseUrl(flags.api, '--api').href;
  const plan = flags.replay === undefined ? undefined : await readPlan(flags.replay);
  const { rules, file: rulesFile } = await readRules(flags.rules);
  if (plan !== undefined) expectProperty(plan, rules);
  const config = await loadConfig(flags.config);
  // The seed of the exploration is not that of the records: these stay what the scenario's personas need.
  const { scenario = plan?.scenario, seed: _, ...rest } = flags;
  const settings = { ...(scenario !== undefined && { scenario }), ...(plan !== undefined && { seed: plan.seed }) };
  const made = await makeMock({ ...settings, ...(rest.config !== undefined && { config: rest.config }) }, config);
  const { clock, records } = plan ?? {};
  const start = () => startFrom(made, { ...(clock !== undefined && { clock }), records: records ?? {} });
  const mock = records === undefined ? made : prefixing('the plan', start);
  const persona = flags.persona ?? plan?.persona;
  const email = persona === undefined ? undefined : expectEmail(mock, persona);
  const inputs = { '--rules': rulesFile, 'the config file': config.config };
  if (plan === undefined) await expectWritable(reportFiles(flags), inputs);
  await expectPage(url);
  if (plan === undefined) await createFolder(flags.output ?? OUTPUT);
  const stopping = new AbortController();
  const { signal } = stopping;
  const launching = launch(loadDriver(), flags.browser);
  onInterrupt((exitCode) => {
    stopping.abort(exitCode);
    void launching.then((browser) => browser.close()).catch(() => {});
  });
  const browser = await launching;
  const loginModule = rules.login && rulesFile && importFrom(flags.output ?? OUTPUT, rulesFile);
  const world = new ExploredApp({ browser, url, mock, email, api, config: rules, loginModule });
  try {
    if (plan === undefined) await exploreWith(world, persona, signal, flags);
    else await replayWith(world, plan, signal);
  } finally {
    await browser.close().catch(() => {});
  }
}

async function exploreWith(
  world: ExploredApp,
  persona: string | undefined,
  signal: AbortSignal,
  flags: ExploreFlags,
): Promise<void> {
  const { minutes = 5, findings: enough, runs, output = OUTPUT } = flags;
  const { url, mock } = world.options;
  const seed = flags.seed ?? 1;
  const awkward = await makeMock({ scenario: 'awkward-content' }, {});
  const say = progressLine(0);
  const findings = new BugFiles(output, url, (plan) => replayCommand(url, flags, plan));
  const exploration = new Exploration({
    world,
    awkward,
    seed,
    scenario: mock.scenario,
    persona,
    minutes,
    runs,
    findings: enough,
    signal,
    onProgress: (progress) => say(progressText(progress)),
    onNote: (note) => print(`briefs-mock: ${note}`, process.stderr),
    onFinding: async (finding) => {
      const { sentence, folder, replays, replay } = await findings.add(finding);
      const doubt = replays.again === replays.of ? '' : ` (came back ${replays.again} of ${replays.of} times)`;
      print(`${folder}. ${sentence}${doubt}\n   ${replay}`);
    },
  });
  const explored = await exploration.explore();
  const report = findings.report(explored, seed);
  const page = await findings.writePage(report);
  const found = report.findings.length;
  const unstable = report.unstable.length;
  const doubtful = unstable === 0 ? '' : `, and ${unstable} that did not come back each time`;
  const facts = `${extentOf(explored)}, ${Math.round(explored.seconds)} s`;
  print(`${found === 0 ? 'nothing' : found} found${doubtful}; ${facts}; see ${page}`);
  await writeReport(report, () => exploreJunit(report), flags);
  if (explored.problem !== undefined) throw new Error(`${explored.problem}; what was found before is in ${page}`);
  if (found > 0 || explored.hangs || explored.unconfirmed > 0) process.exitCode = exitCodes.failure;
  else if (signal.aborted) process.exitCode = signal.reason;
}

/** The command that does a plan again, with the flags that it needs in the same way. */
function replayCommand(url: string, { config, rules, api, browser }: ExploreFlags, plan: string): string {
  const flags = Object.entries({ config, rules, api, browser, replay: plan });
  const words = flags.flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, shellWord(value)]));
  return ['briefs-mock explore', shellWord(url), ...words].join(' ');
}

async function replayWith(world: ExploredApp, plan: Plan, signal: AbortSignal): Promise<void> {
  const { steps } = plan;
  if (plan.property === 'accessible' && loadAxe() === undefined) {
    print(`${UNCLEAR}; ${NO_AXE}`);
    process.exitCode = exitCodes.cannotTell;
    return;
  }
  const replayed = await replaySteps(world, steps, plan).catch((error) => {
    if (!signal.aborted) throw error;
  });
  if (replayed === undefined || signal.aborted) {
    process.exitCode = signal.reason;
    return;
  }
  const { seen, done, missing, others } = replayed;
  if (seen !== undefined) {
    print(`it comes back: ${plan.sentence}`);
    process.exitCode = exitCodes.failure;
    return;
  }
  const instead = others.length === 0 ? '' : `; instead, ${others.map(({ sentence }) => sentence).join('; ')}`;
  const lacking = missing.length === 0 ? '' : `; not on the page: ${missing.map(describeTarget).join(', ')}`;
  const isUnclear = missing.length > 0 || (done.length === 0 && steps.length > 0);
  const outcome = isUnclear ? UNCLEAR : 'it does not come back';
  print(`${outcome}; ${done.length} of ${steps.length} steps could be done${lacking}${instead}`);
  if (isUnclear) process.exitCode = exitCodes.cannotTell;
}

function progressText(progress: ExploreProgress): string {
  const { steps, findings, seconds } = progress;
  const rate = (steps / Math.max(seconds, 1)).toFixed(1);
  return `${extentOf(progress)}, ${rate} steps a second, ${findings} found`;
}

function expectAddress(address: string): string {
  // Before the other errors, which show the address.
  if (/\/\/[^/?#]*@/.test(address))
    throw malformed('the application must be given without a user or a password; log in with `login` of --rules');
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url.href;
  throw malformed(`the application must be given as a URL such as http://localhost:5173, not ${address}`);
}

/** @throws Error if nobody answers, or not with a page */
async function expectPage(url: string): Promise<void> {
  const init = { headers: { accept: 'text/html' }, signal: AbortSignal.timeout(10_000) };
  const response = await fetch(url, init).catch((error: Error & { cause?: { code?: string; message?: string } }) => {
    // The browser accepts it.
    if (isCertificateProblem(error.cause?.code)) return undefined;
    if (error.cause?.message === 'bad port')
      throw new Error(`browsers refuse the port of ${url}; start the application on another one`);
    if (error.cause?.message === 'redirect count exceeded')
      throw new Error(`${url} redirects again and again; give the address of a page of the application`);
    throw new Error(
      `nobody answers at ${url} (${error.cause?.code ?? error.message}); start the application and try again`,
    );
  });
  if (response === undefined) return;
  await response.body?.cancel();
  const problem = insteadOfPage(response);
  if (problem !== undefined)
    throw new Error(`${url} answers with ${problem}, not with a page; give the address of a page of the application`);
}

/** Whether an error of Node is about a certificate, such as one that is self-signed. */
const isCertificateProblem = (code = '') => /CERT|VERIFY_LEAF/.test(code);

function insteadOfPage({ status, headers }: Response): string | undefined {
  // What asks for a log-in may be a page.
  if (status === 404 || status >= 500) return `status ${status}`;
  if (/^\s*attachment/i.test(headers.get('content-disposition') ?? '')) return 'a download';
  // Without a type, a browser takes it for a page.
  const type = headers.get('content-type') ?? 'text/html';
  return /html/.test(type) ? undefined : type;
}

function expectEmail(mock: Mock, persona: string): string {
  const email = emailOf(persona, mock);
  if (mock.data.user.count({ where: { email: { equals: email } } }) > 0) return email;
  const keys = personasOf(mock).map(({ key }) => key);
  const choice = keys.length === 0 ? 'the scenario has none' : `the personas are ${keys.join(', ')}`;
  throw notFound(`--persona: there is no persona ${persona}, and no user with this e-mail; ${choice}`);
}

async function readPlan(file: string): Promise<Plan> {
  try {
    const json = await readJsonFile(file);
    const problem = wrongFile(json, 'plan');
    if (problem !== undefined) throw new Error(problem);
    return expectPlan(json, file);
  } catch (error) {
    if (error instanceof MockError) throw error;
    throw new Error(`the plan ${file} cannot be read: ${fileErrorText(error, file)}`);
  }
}

/** How a test in the folder of a finding imports a file of this project. */
function importFrom(output: string, file: string): string {
  const path = relative(join(output, '1'), file).replaceAll(sep, '/');
  return path.replace(/\.(m?)ts$/, '.$1js');
}

const NAMES = ['ts', 'mts', 'js', 'mjs'].map((extension) => `explore.config.${extension}`);

/** The rules of the application: the file that is given, or `explore.config.ts` in the working folder. @throws Error */
async function readRules(given: string | undefined): Promise<{ rules: ExploreConfig; file?: string }> {
  const file = given ?? NAMES.find((name) => existsSync(name));
  if (file === undefined) return { rules: {} };
  return { rules: expectRules(await importFile(file, 'the rules', { default: true }), file), file };
}
