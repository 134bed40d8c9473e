import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMock, type Mock } from 'briefs-mock';
import { newsroom, scenarios } from 'briefs-mock/seeds';
import { createServer } from 'briefs-mock/server';
import { run } from '../support/cli.js';

/** Where the commands of a block are run: in a folder, with the server that they call. */
export interface Place {
  readonly folder: string;
  readonly mock: Mock;
}

/** Where documents say that the server is. */
const SERVER = /^http:\/\/(127\.0\.0\.1|localhost):4010(?=\/)/;

/**
 * Runs the command line in a folder: a server on a port that is free, until it is ready; what `exec` is told to run is
 * replaced by nothing.
 * @returns all that it printed
 */
export async function runBriefsMock(words: readonly string[], folder: string): Promise<string> {
  const { child, output, errors, exit } = run(runnable(words), {}, folder);
  child.stdout?.on('data', () => {
    if (/ ready on /.test(output())) child.kill('SIGTERM');
  });
  const code = await exit;
  if (code !== 0) throw new Error(`briefs-mock ${words.join(' ')} ends with ${code}: ${errors()}`);
  return output();
}

function runnable(words: readonly string[]): readonly string[] {
  const [command = ''] = words;
  if (command === 'exec') return [...words.slice(0, words.indexOf('--') + 1), process.execPath, '--eval', ''];
  return command === 'serve' || command.startsWith('-') || command === '' ? [...words, '--port', '0'] : words;
}

/** What the command line makes without flags. */
export const defaultMock = () => createMock({ scenario: newsroom, scenarios });

/** Sends a request of curl to a server for a mock. Rejects if that refuses it. */
export async function checkCurl(words: readonly string[], { folder, mock }: Place): Promise<void> {
  const { url, output, ...init } = requestOf(words);
  if (!SERVER.test(url)) throw new Error(`curl: ${url} is not where the server is by default`);
  const server = await createServer(mock, { port: 0 }).listen();
  try {
    const response = await fetch(url.replace(SERVER, server.url), init);
    if (!response.ok) throw new Error(`curl ${words.join(' ')} is answered with ${response.status}`);
    if (output !== undefined) writeFileSync(join(folder, output), await response.text());
  } finally {
    await server.close();
  }
}

/** What curl would send. */
export function requestOf(words: readonly string[]): RequestInit & { url: string; output: string | undefined } {
  const request = {
    url: '',
    output: undefined as string | undefined,
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
    else if (/^https?:/.test(word)) request.url = word;
    else if (!/^-[sSif]+$/.test(word)) throw new Error(`curl: there is no rule for ${word}`);
  }
  return { ...request, method: request.method ?? (request.body === null ? 'GET' : 'POST') };
}

function headerOf(line: string): [string, string] {
  const [name = '', ...value] = line.split(':');
  return [name, value.join(':').trim()];
}
