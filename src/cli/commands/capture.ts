import { mkdir, readFile } from 'node:fs/promises';
import { basename, dirname, extname } from 'node:path';
import {
  type CaptureOptions,
  type CaptureSource,
  capture,
  describeCapture,
  expectColumns,
  isCapturedFile,
  type SeenAnswer,
} from '../../../tools/capture/index.js';
import { needsServiceToken, TargetProblem } from '../../../tools/conform/target.js';
import { formatTexts } from '../../foundation/format-value.js';
import { malformed } from '../../foundation/mock-error.js';
import { parseBaseUrl } from '../../mock/base-url.js';
import { canonicalPath, failing, replaceFiles, unlessMissing } from '../../server/snapshot-file.js';
import { keyIn } from '../capture-key.js';
import { answersInRecording } from '../capture-recording.js';
import { getFromServer, Interrupted } from '../capture-server.js';
import { WorkFile } from '../capture-work-file.js';
import { exitCodes } from '../failure.js';
import type { FlagsOf } from '../flags.js';
import { onInterrupt } from '../on-stop-signals.js';
import { createOutput, type Output, print } from '../output.js';
import { problemCodes } from '../problem-codes.js';
import { progressLine } from '../progress-line.js';
import { expectWritable, type NamedFiles } from '../write-document.js';

export type CaptureFlags = FlagsOf<'capture'> & { out: string };

const KEY_FILE = 'capture.key';

/** Writes a scenario of what another server shows, without its people. Tests may replace them in another way. */
export async function captureCommand(flags: CaptureFlags, replace?: CaptureOptions['replace']): Promise<void> {
  expectUsage(flags);
  const output = createOutput();
  const files = modulesOf(flags.out);
  for (const file of [flags.out, dataFileOf(flags.out)]) await expectCaptured(file);
  const recorded = flags.har === undefined ? undefined : await answersInRecording(flags.har);
  await mkdir(dirname(flags.out), { recursive: true });
  await expectWritable(...filesOf(flags));
  const key = await keyIn(flags.keyFile ?? KEY_FILE, output.note);
  const { users = 50, keep = [], atLeast = 1 } = flags;
  const options = { key, users, keep, atLeast, files, replace };
  try {
    if (flags.har === undefined || recorded === undefined) await captureServer(flags, options, output);
    else {
      if (await write(flags, { ...options, target: flags.har, source: recorded }, output)) return;
      const nothing = 'it shows nothing of the three APIs; record a page that reads from them';
      output.problem(`${flags.har} cannot be captured: ${nothing}`);
      process.exitCode = exitCodes.nothingRead;
    }
  } catch (error) {
    if (!(error instanceof TargetProblem)) throw error;
    output.problem(`${flags.from ?? flags.har} cannot be captured: ${error.message}`);
    process.exitCode = problemCodes[error.kind];
  }
}

type CaptureSettings = Omit<CaptureOptions, 'target' | 'source'>;

async function captureServer(flags: CaptureFlags, settings: CaptureSettings, output: Output): Promise<void> {
  const { token: tokens = {}, serviceToken, requestFrom = 'briefs-mock', timeout = 30 } = flags;
  const { href: target } = parseBaseUrl(flags.from ?? '', '--from');
  const work = new WorkFile(workFileOf(flags.out), target);
  if (work.left > 0)
    output.note(`continuing with ${work.left} answers in ${work.file}; delete it to start from scratch`);
  const stopper = new AbortController();
  onInterrupt((exitCode) => stopper.abort(exitCode));
  const say = progressLine(100);
  const asking = new Set<string>();
  const onAnswer = (count: number, { path, status }: SeenAnswer) => {
    say(`read ${count} answers`);
    if (status === 401) asking.add(path.split('/')[1] ?? '');
  };
  const { signal } = stopper;
  const get = getFromServer({ baseUrl: target, serviceToken, tokens, timeoutSeconds: timeout, work, signal, onAnswer });
  const source: CaptureSource = { get, readers: Object.keys(tokens), requestFrom };
  try {
    if (!(await write(flags, { ...settings, target, source }, output))) throw nothingShown(asking);
    work.remove();
  } catch (error) {
    if (work.isEmpty) work.remove();
    else output.note(`run it again to continue; until then, ${work.file} has data of real people`);
    if (!(error instanceof Interrupted)) throw error;
    process.exitCode = signal.reason;
  } finally {
    work.close();
  }
}

/** `asking`: the APIs that have answered requests without a token with 401. */
function nothingShown(asking: ReadonlySet<string>): TargetProblem {
  if (asking.size === 0) return new TargetProblem('absent', 'it shows nothing; are the URL and the tokens right?');
  return new TargetProblem('token', Array.from(asking, needsServiceToken).join('; '));
}

/** Captures, and writes all files or none. False if there is nothing to capture. */
async function write(flags: CaptureFlags, options: CaptureOptions, output: Output): Promise<boolean> {
  const captured = await capture(options);
  if (captured === undefined) return false;
  const { scenario, data, report, found } = captured;
  if (found.length > 0) {
    output.problem(`data of real people is left in ${formatTexts(found)}; nothing was written`);
    process.exitCode = exitCodes.failure;
    return true;
  }
  const { out: file } = flags;
  const dataFile = dataFileOf(file);
  const files = [
    { file: dataFile, text: data },
    { file, text: scenario },
    ...(flags.json === undefined ? [] : [{ file: flags.json, text: `${JSON.stringify(report, null, 2)}\n` }]),
  ];
  const canonical = Promise.all(files.map(async (one) => ({ ...one, file: await canonicalPath(one.file) })));
  await canonical
    .then(replaceFiles)
    .catch(failing(`${formatTexts(files.map((one) => one.file))} cannot be written`, file));
  print(`${describeCapture(report)}wrote ${file} and ${dataFile}`);
  return true;
}

function expectUsage(flags: CaptureFlags): void {
  const { from, har, token, serviceToken, requestFrom, timeout, keep = [] } = flags;
  expectColumns(keep);
  if ((from === undefined) === (har === undefined)) {
    const problem = from === undefined ? 'nothing to capture is given' : '--from and --har exclude each other';
    throw malformed(`${problem}; give one of --from <url> and --har <file>`);
  }
  if (from !== undefined) parseBaseUrl(from, '--from');
  const onlyFrom = {
    '--token': token,
    '--service-token': serviceToken,
    '--request-from': requestFrom,
    '--timeout': timeout,
  };
  const [flag] = Object.entries(onlyFrom).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (har !== undefined && flag !== undefined) throw malformed(`${flag} cannot be used with --har, only with --from`);
}

/** The files that a capture writes, and those that it must not replace by others. */
function filesOf({ out, json, har, keyFile = KEY_FILE }: CaptureFlags): [outputs: NamedFiles, inputs: NamedFiles] {
  const inputs = { '--har': har, '--key-file': keyFile, 'the work file of --out': workFileOf(out) };
  return [{ '--out': out, 'the data file of --out': dataFileOf(out), '--json': json }, inputs];
}

function workFileOf(out: string): string {
  return `${out}.work`;
}

/** The file beside the scenario that has its records. */
function dataFileOf(out: string): string {
  return out.replace(/\.\w+$/, '.data$&');
}

/**
 * Checks that a file, if it exists, was written by a capture: somebody may have written another one by hand.
 * @throws Error that names the file
 */
async function expectCaptured(file: string): Promise<void> {
  const text = await unlessMissing(readFile(file, 'utf8')).catch(failing(`${file} cannot be written`, file));
  if (text === undefined || isCapturedFile(text)) return;
  throw malformed(
    `${file} was not written by capture, and is not replaced; move or delete it, or choose another --out`,
  );
}

/** The extensions of modules, with those under which other modules import them. */
const extensions: Readonly<Record<string, string>> = { '.ts': '.js', '.mts': '.mjs', '.js': '.js', '.mjs': '.mjs' };

/** @throws MockError for a file that cannot be a module */
function modulesOf(out: string): CaptureOptions['files'] {
  const extension = extname(out);
  const imported = extensions[extension];
  if (imported === undefined) {
    throw malformed(`--out must end in ${Object.keys(extensions).join(', ')}, but is ${out}`);
  }
  const stem = basename(out, extension);
  if (/[#?%]/.test(stem))
    throw malformed(`the name of --out must not have #, ? or %, which imports read otherwise: ${out}`);
  const name = stem
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return {
    name: name === '' ? 'captured' : name,
    dataModule: `./${stem}.data${imported}`,
    isTypeScript: extension.endsWith('ts'),
  };
}
