import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createMock, type Mock, replay, type Trace } from 'briefs-mock';
import { baselineAfter, conform } from 'briefs-mock/conform';
import { newsroom, scenarios } from 'briefs-mock/seeds';
import { createServer } from 'briefs-mock/server';
import { run, runHere } from '../support/cli.js';

/** The folder in which the commands of a block run, and the mock whose server they call. */
export interface Place {
  readonly folder: string;
  readonly mock: Mock;
  /** False: the server of the mock has no control API. */
  readonly control?: false | undefined;
}

/** The default URL of the server in documents. */
const SERVER = /^http:\/\/(127\.0\.0\.1|localhost):4010(?=\/)/;

/**
 * Runs the command line in a folder. A server listens on a free port and is stopped when it is ready; the command of
 * `exec` is replaced with an empty program.
 * @returns its output
 */
export async function runBriefsMock(
  words: readonly string[],
  folder: string,
  codes: readonly (number | null)[] = [0],
): Promise<string> {
  const { output, errors, exit } =
    words[0] === 'mcp' ? runWithoutInput(words, folder) : runHere(runnable(words), {}, folder);
  const code = await exit;
  if (!codes.includes(code)) throw new Error(`briefs-mock ${words.join(' ')} ends with ${code}: ${errors()}`);
  return output();
}

/** `mcp` ends with its input. */
function runWithoutInput(words: readonly string[], folder: string) {
  const started = run(words, {}, folder);
  started.child.stdin?.end();
  return started;
}

function runnable(words: readonly string[]): readonly string[] {
  const [command = ''] = words;
  if (command === 'exec') return [...words.slice(0, words.indexOf('--') + 1), process.execPath, '--eval', ''];
  return command === 'serve' || command.startsWith('-') || command === '' ? [...words, '--port', '0'] : words;
}

/** The URL after `--against` or `--proxy`, and the port after `--port`. */
const AGAINST = '--against';
const FROM = '--from';
const PROXY = '--proxy';
const OPENAPI = '--openapi';
const PORT = '--port';
const URL_FLAG = '--url';

/**
 * Runs `briefs-mock replay`, on a free port and against a server of the mock. If the file does not exist, it contains the trace
 * of the failed test that docs/how-to/playwright.md describes.
 */
export async function runReplay(words: readonly string[], { folder, mock, control }: Place): Promise<string> {
  const [, file = ''] = words;
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  if (!existsSync(path)) writeFileSync(path, JSON.stringify(await failedTestTrace()));
  return againstServer(words, { folder, mock, control }, words.includes(AGAINST) ? [0, 1] : [0]);
}

/**
 * Runs `briefs-mock conform` against a server of the mock. A baseline that does not exist lists nothing. A recording is that of the
 * failed test of `runReplay`.
 */
export async function runConform(words: readonly string[], { folder, mock }: Place): Promise<string> {
  const recording = words[words.indexOf('--har') + 1];
  if (words.includes('--har') && recording !== undefined) {
    const { mock: replayed } = await replay(await failedTestTrace(), { scenarios });
    const har = await (await replayed.fetch('/__mock/requests.har')).text();
    writeFileSync(join(folder, recording), har);
  }
  const baseline = words[words.indexOf('--baseline') + 1];
  if (words.includes('--baseline') && baseline !== undefined) {
    writeFileSync(
      join(folder, baseline),
      JSON.stringify(baselineAfter(await conform({ fetch: mock.fetch, only: ['D7'] }))),
    );
  }
  // A few cases show that the flags fit together; all of them take half a minute.
  const few = words.includes(AGAINST) && !words.includes('--only') ? ['--only', 'D7', '--only', 'D34'] : [];
  return againstServer([...words, ...few], { folder, mock }, [0, 9]);
}

/** Runs a command that calls a server, which is one of the mock. */
export function runAtUrl(words: readonly string[], place: Place): Promise<string> {
  return againstServer(words, place, [0]);
}

/** Runs `briefs-mock capture` with a server of the mock, or a recording of it. */
export async function runCapture(words: readonly string[], { folder, mock }: Place): Promise<string> {
  const recording = words[words.indexOf('--har') + 1];
  if (words.includes('--har') && recording !== undefined) {
    await mock.fetch('/public-api/v1/brief', { headers: { authorization: 'Bearer alice-token' } });
    writeFileSync(join(folder, recording), await (await mock.fetch('/__mock/requests.har')).text());
  }
  return againstServer(words, { folder, mock }, [0]);
}

/** Runs `briefs-mock impact` with the trace of one test. */
export async function runImpact(words: readonly string[], { folder, mock }: Place): Promise<string> {
  const traces = join(folder, words[1] ?? '');
  mkdirSync(traces, { recursive: true });
  const test = { file: 'a.test.ts', name: 'a test' };
  const line = { format: 'briefs-mock/test-trace', version: 1, run: '1', test, trace: mock.trace({ compact: true }) };
  writeFileSync(join(traces, 'a.test.ts.traces.jsonl'), `${JSON.stringify(line)}\n`);
  return runBriefsMock(words, folder, [0, 1]);
}

/** Starts a server with a state of another place: the file is committed, or a server of the mock answers it. */
export async function runImport(words: readonly string[], { folder, mock }: Place): Promise<string> {
  const source = words[words.indexOf('--import') + 1] ?? '';
  const [, ref, path] = /^git:([^:]+):(.+)$/.exec(source) ?? [];
  if (ref === undefined || path === undefined) {
    if (!source.startsWith('https://')) return runBriefsMock(words, folder);
    const server = await createServer(mock, { port: 0 }).listen();
    const from = words.map((word) => (word === source ? `${server.url}/__mock/snapshot` : word));
    return runBriefsMock(from, folder).finally(() => server.close());
  }
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(mock.snapshot()));
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' });
  git('init', '--initial-branch', ref);
  git('add', path);
  git('-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '-m', 'state');
  return runBriefsMock(words, folder);
}

/** Runs `briefs-mock diff`, whose addresses are that of a server of the mock. */
export async function runDiff(words: readonly string[], { folder, mock }: Place): Promise<string> {
  const server = await createServer(mock, { port: 0 }).listen();
  try {
    const sources = words.map((word) => word.replace(/^http:\/\/127\.0\.0\.1:4010/, server.url));
    return await runBriefsMock(sources, folder, [0, 1]);
  } finally {
    await server.close();
  }
}

async function againstServer(
  words: readonly string[],
  { folder, mock, control }: Place,
  codes: readonly number[],
): Promise<string> {
  const server = await createServer(mock, { port: 0, control }).listen();
  const given: Record<string, string> = {
    [AGAINST]: server.url,
    [FROM]: server.url,
    [PROXY]: server.url,
    [PORT]: '0',
    [URL_FLAG]: server.url,
    [OPENAPI]: `${server.url}/__mock/openapi.json`,
  };
  try {
    return await runBriefsMock(
      words.map((word, i) => given[words[i - 1] ?? ''] ?? word),
      folder,
      codes,
    );
  } finally {
    await server.close();
  }
}

/** The trace of a page on which Alice bookmarks two articles, of which she has bookmarked the second one before. */
async function failedTestTrace(): Promise<Trace> {
  const mock = defaultMock();
  const headers = { authorization: 'Bearer alice-token' };
  const send = (path: string, method = 'GET') => mock.fetch(`/public-api/v1${path}`, { method, headers });
  await send('/bookmark/article');
  await send('/brief');
  const { data } = await (await send('/brief/front-page')).json();
  for (const { gid } of data.article.slice(0, 2)) {
    await send(`/bookmark/front-page/${data.gid}/${gid}`, 'POST');
    await send('/bookmark/article');
  }
  return mock.trace();
}

/** The mock that the command line creates without flags. */
export const defaultMock = () => createMock({ scenario: newsroom, scenarios });

/**
 * Sends the request of a curl command to a server of the mock. Rejects if the answer is an error, unless a comment says so.
 * @returns what curl prints
 */
export async function checkCurl(words: readonly string[], { folder, mock }: Place): Promise<string> {
  const { url, output, failure, ...init } = requestOf(words);
  if (!SERVER.test(url)) throw new Error(`curl: ${url} is not where the server is by default`);
  const server = await createServer(mock, { port: 0 }).listen();
  try {
    const response = await fetch(url.replace(SERVER, server.url), init);
    const isExpected = failure === undefined ? response.ok : response.status === failure;
    if (!isExpected) throw new Error(`curl ${words.join(' ')} is answered with ${response.status}`);
    if (/^text\/event-stream/.test(response.headers.get('content-type') ?? '')) return '';
    const text = await response.text();
    if (output === undefined) return text;
    writeFileSync(join(folder, output), text);
    return '';
  } finally {
    await server.close();
  }
}

interface CurlRequest extends RequestInit {
  readonly url: string;
  /** The file for the answer. */
  readonly output: string | undefined;
  /** The status of an answer that is an error. */
  readonly failure: number | undefined;
}

/** The request that a curl command would send. */
export function requestOf(words: readonly string[]): CurlRequest {
  const request = {
    url: '',
    output: undefined as string | undefined,
    failure: undefined as number | undefined,
    method: undefined as string | undefined,
    headers: new Headers(),
    body: null as string | null,
  };
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '-X' || word === '--request') request.method = rest.shift();
    else if (word === '-H' || word === '--header') request.headers.append(...headerOf(rest.shift() ?? ''));
    else if (word === '-d' || word === '--data' || word === '--json') request.body = rest.shift() ?? '';
    else if (word === '-o' || word === '--output') request.output = rest.shift();
    else if (word.startsWith('# status ')) request.failure = Number(word.slice('# status '.length));
    else if (/^https?:/.test(word)) request.url = word;
    else if (!/^-[sSifN]+$/.test(word)) throw new Error(`curl: there is no rule for ${word}`);
  }
  return { ...request, method: request.method ?? (request.body === null ? 'GET' : 'POST') };
}

function headerOf(line: string): [string, string] {
  const [name = '', ...value] = line.split(':');
  return [name, value.join(':').trim()];
}
