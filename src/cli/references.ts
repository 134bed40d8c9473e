import { execFile } from 'node:child_process';
import { connectionProblem } from '../foundation/connection-problem.js';
import { malformed } from '../foundation/mock-error.js';
import { withoutMark } from '../foundation/parse-json.js';
import { readJsonFile } from '../server/snapshot-file.js';

/** What is read of a reference at most, and how long: in bytes and milliseconds. */
const LIMITS = { bytes: 64 * 1024 * 1024, milliseconds: 30_000 };

const REDIRECTS = 5;

type Limits = typeof LIMITS;

/** Whether a text names a file in git, or at a URL, instead of one in a folder. */
export function isReference(source: string): boolean {
  return /^(git:|https?:\/\/)/i.test(source);
}

/** A source as messages show it: a URL without its user, password, query and fragment, which may be secrets. */
export function shownSource(source: string): string {
  if (!/^https?:/i.test(source)) return source;
  if (!URL.canParse(source)) return source.replace(/\/\/.*@/s, '//').replace(/[?#].*/s, '');
  const { host, pathname, protocol } = new URL(source);
  return `${protocol}//${host}${pathname}`;
}

/** @throws MockError for a text that is not a URL, or has a password, which the system may show to others */
export function expectUrl(source: string): void {
  if (!URL.canParse(source)) throw malformed(`${shownSource(source)} is not a URL`);
  const { username, password } = new URL(source);
  if (username + password !== '') throw malformed(`${shownSource(source)} must not contain a user or a password`);
}

/**
 * The JSON of a file: at a path, in git as `git:REF:PATH`, or at an https URL. Of this machine also at an http URL.
 * @throws Error that says why it cannot be read; MockError `malformed_data` for a reference that is written in another form
 */
export async function readReference(source: string, limits: Limits = LIMITS): Promise<unknown> {
  if (/^git:/i.test(source)) return JSON.parse(withoutMark(await textInGit(source.slice('git:'.length), limits)));
  if (isReference(source)) return JSON.parse(await textAt(source, limits));
  return readJsonFile(source);
}

async function textInGit(reference: string, { bytes, milliseconds }: Limits): Promise<string> {
  const [, ref = '', path = ''] = /^([^:]*):(.*)$/s.exec(reference) ?? [];
  // A name that begins with a hyphen would be an option of git.
  if (ref === '' || path === '' || ref.startsWith('-')) {
    const example = 'git:<branch, tag or commit>:<path in the repository>, such as git:main:states/demo.json';
    throw malformed(`git:${reference} must be written as ${example}`);
  }
  const options = { maxBuffer: bytes, timeout: milliseconds, encoding: 'utf8' as const };
  return new Promise((resolve, reject) => {
    execFile('git', ['cat-file', 'blob', `${ref}:${path}`], options, (error, text, errors) => {
      if (error === null) return resolve(text);
      const { code, killed } = error as { code?: unknown; killed?: boolean };
      if (code === 'ENOENT') return reject(new Error('git is not installed, or not in PATH'));
      if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return reject(tooLarge(bytes));
      if (killed) return reject(tooSlow('git', milliseconds));
      const [problem = ''] = errors.trim().split('\n');
      reject(new Error(`git says: ${problem.replace(/^fatal: /i, '')}`));
    });
  });
}

async function textAt(url: string, { bytes, milliseconds }: Limits): Promise<string> {
  expectSafe(url, url);
  const signal = AbortSignal.timeout(milliseconds);
  try {
    const response = await follow(url, signal);
    if (!response.ok) throw new Error(`the server answered with status ${response.status}`);
    if (Number(response.headers.get('content-length')) > bytes) throw tooLarge(bytes);
    return await textOf(response, bytes);
  } catch (error) {
    if (signal.aborted) throw tooSlow('the server', milliseconds);
    // In Bun the error has the code itself.
    const { cause, code } = error as { cause?: NodeJS.ErrnoException; code?: string };
    if (cause === undefined && code === undefined) throw error;
    throw new Error(`no server answers there: ${connectionProblem(error)}`);
  }
}

/** Follows redirects, to encrypted servers only. */
async function follow(given: string, signal: AbortSignal): Promise<Response> {
  let url = given;
  for (let i = 0; i <= REDIRECTS; i++) {
    const response = await fetch(url, { signal, redirect: 'manual', headers: { accept: 'application/json' } });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status >= 400 || location === null) return response;
    url = new URL(location, url).href;
    expectSafe(url, given);
  }
  throw new Error(`it redirects more than ${REDIRECTS} times`);
}

async function textOf({ body }: Response, bytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let [text, length] = ['', 0];
  for await (const chunk of body ?? []) {
    length += chunk.length;
    // Ends the connection.
    if (length > bytes) throw tooLarge(bytes);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** What is sent without encryption could have been replaced on its way. @throws MockError, Error */
function expectSafe(url: string, given: string): void {
  expectUrl(url);
  const { protocol, hostname } = new URL(url);
  if (protocol === 'https:' || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)) return;
  if (url !== given) throw new Error(`it redirects to ${shownSource(url)}, which is not encrypted`);
  throw malformed(`${shownSource(url)} must begin with https://, unless the server is on this machine`);
}

function tooLarge(bytes: number): Error {
  return new Error(`it has more than ${bytes / 1024 / 1024} MiB, which is the limit`);
}

function tooSlow(who: string, milliseconds: number): Error {
  return new Error(`${who} took longer than ${milliseconds / 1000} seconds, which is the limit`);
}
