import { createMock, type Mock, type MockOptions } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { createServer } from 'briefs-mock/server';
import { type Run, run } from './cli-process.js';

/** A server for `briefs-mock conform`, and the mock behind it. */
export interface ConformTarget {
  readonly mock: Mock;
  readonly url: string;
  /** Called after each request. */
  onRequest: () => void;
  close(): Promise<void>;
}

export const readers = Object.fromEntries(newsroom.personas.map(({ email, token }) => [email, token]));

export async function conformTarget(options: MockOptions = {}): Promise<ConformTarget> {
  const mock = createMock({ scenario: newsroom, ...options });
  const target = { onRequest: () => {} };
  const server = await createServer(mock, { port: 0, onRequest: () => target.onRequest() }).listen();
  return Object.assign(target, { mock, url: server.url, close: () => server.close() });
}

/** `--only` for cases of every API that create records of many kinds: enough to stop a run at any moment. */
export const someCases = [
  'public-api/bookmark/repeated',
  'user-data/set-preference/again',
  'user-data/user/first-name',
  'D7',
  'F1',
];

/** The arguments that run only these cases. */
export function onlyArgs(only: readonly string[]): string[] {
  return only.flatMap((text) => ['--only', text]);
}

/** What `run` and `runHere` take to run `briefs-mock conform` in a folder, which also has its ledger. */
export function conformIn(folder: string, url: string, args: readonly string[]) {
  const tokens = Object.entries(readers).flatMap(([email, token]) => ['--token', `${email}=${token}`]);
  return [['conform', '--against', url, ...tokens, ...args], { TMPDIR: folder, TEMP: folder }, folder] as const;
}

/** Starts it as a process. */
export function runConform(url: string, folder: string, args: readonly string[]): Run {
  return run(...conformIn(folder, url, args));
}

/** What a mock contains, except the clients and relationships that can only be marked as deleted. */
export function contentOf(mock: Mock): unknown {
  const { client, brief_client, ...tables } = mock.snapshot().tables;
  const present = (rows: readonly { status: string }[]) => rows.filter(({ status }) => status !== 'deleted');
  return { ...tables, client: present(client), brief_client: present(brief_client) };
}

/**
 * Kills a run of these cases after a number of requests, then runs them again. Returns the content of the server before, and
 * after the second run.
 */
export async function killAndRepeat(
  target: ConformTarget,
  folder: string,
  requests: number,
  only: readonly string[],
): Promise<{ before: unknown; after: unknown; code: number | null; output: string }> {
  const before = contentOf(target.mock);
  const writing = ['--writes', '--yes', ...onlyArgs(only)];
  const killed = runConform(target.url, folder, [...writing, '--concurrency', '4']);
  let left = requests;
  target.onRequest = () => {
    if (--left === 0) killed.child.kill('SIGKILL');
  };
  await killed.exit;
  target.onRequest = () => {};
  const again = runConform(target.url, folder, writing);
  const code = await again.exit;
  return { before, after: contentOf(target.mock), code, output: again.output() + again.errors() };
}
