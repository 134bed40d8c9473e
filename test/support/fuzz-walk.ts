import { createMock, type Delay, type Mock } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { Dice } from './fuzz-dice.js';
import { expectHarmless, expectLawful, expectRestorable, expectSame, type FuzzAnswer } from './fuzz-laws.js';
import { exchange, mutated, statusesOf } from './fuzz-raw.js';
import { Records } from './fuzz-records.js';
import { curlOf, type FuzzRequest, isLarge, operationsOf, Requests } from './fuzz-requests.js';
import { jsonOf } from './openapi.js';
import { type Delivery, deliver } from './transports.js';

/** How requests are sent: through a delivery, or as bytes on connections, in which something is changed. */
export const ways = ['fetch', 'msw', 'tcp', 'raw'] as const;
export type Way = (typeof ways)[number];

/** A number of random requests to one mock, one after another. The same seed and way give the same requests. */
export interface Walk {
  readonly seed: number;
  readonly requests: number;
  readonly through: Way;
}

/** What happened on walks. */
export class Tally {
  requests = 0;
  readonly statuses = new Map<number, number>();
  /** The names of the operations that answered 200. */
  readonly reached = new Set<string>();

  get missing(): string[] {
    return operations.map(({ name }) => name).filter((name) => !this.reached.has(name));
  }

  count(statuses: readonly number[]): void {
    this.requests += 1;
    for (const status of statuses) this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }
}

/** The number of requests after which fault rules are removed. While there are any, answers are what the rules say. */
const RULED = 6;

/** The paths that MSW handlers serve. */
const API_PATH = /^\/(public-api|v1\/brief|user-data|user-preference)(\/|\?|$)/;

const seeded = createMock({ scenario: newsroom });
const document = await seeded.openapi();

/** The operations of the three APIs and of the control API. */
export const operations = operationsOf(document);

/** @throws Error that tells how to repeat the request whose answer breaks a law */
export async function walk(walk: Walk, tally: Tally): Promise<void> {
  await (walk.through === 'raw' ? walkRaw(walk, tally) : walkThrough(walk.through, walk, tally));
}

async function walkThrough(through: Delivery, { seed, requests }: Walk, tally: Tally): Promise<void> {
  const mock = seeded.fork();
  // Another mock gets the same requests directly. The answers of a delivery must equal its answers.
  const twin = through === 'fetch' ? undefined : seeded.fork();
  const mocks = twin === undefined ? [mock] : [mock, twin];
  // MSW handlers do not serve the control API.
  const isServed = (path: string) => through !== 'msw' || API_PATH.test(path);
  const served = operations.filter(({ template }) => isServed(template));
  const source = new Requests(document, served, mocks, new Records(mock), new Dice(seed));
  const { origin, transport, close } = await deliver[through](mock);
  // Every other walk does without the operations that take long.
  const tried = new Set(seed % 2 === 0 ? [] : operations.filter(isLarge).map(({ name }) => name));
  let ruled = 0;
  try {
    for (let n = 1; n <= requests; n++) {
      let request = source.next(tried);
      while (!isServed(request.path)) request = source.next(tried);
      const sessions = sessionsOf(mock);
      ruled = sessions.some(hasRules) ? ruled + 1 : 0;
      if (ruled > RULED || sessions.some(isSlow)) {
        for (const { faults } of mocks.flatMap(sessionsOf)) faults.clear();
        ruled = 0;
      }
      const before = revisionsOf(sessions);
      try {
        const answer = await send(request, origin, transport, ruled > 0);
        if (ruled === 0) expectLawful(request, answer);
        if (answer.status >= 400) expectUnchanged(before, revisionsOf(sessions));
        const isControl = request.path.startsWith('/__mock/');
        // A server rejects control calls of other origins. A mock does not.
        if (twin !== undefined && !(isControl && answer.status === 403)) {
          const expected = await send(request, origin, twin.fetch, ruled > 0);
          if (!isControl) expectSame(answer, expected);
        }
        tally.count([answer.status]);
        if (answer.status !== 200) continue;
        source.learn(request, jsonOf(answer.text));
        const { name, method, template } = request.operation;
        // Fault rules do not apply to calls about them.
        if (method !== request.method || (ruled > 0 && !template.startsWith('/__mock/faults'))) continue;
        tried.add(name);
        tally.reached.add(name);
      } catch (error) {
        throw repeatable(error, { seed, requests: n, through }, curlOf(request));
      }
    }
    expectRestorable(mock);
  } finally {
    await close();
  }
}

async function walkRaw({ seed, requests }: Walk, tally: Tally): Promise<void> {
  const mock = seeded.fork();
  const dice = new Dice(seed);
  // Fault rules would break connections.
  const safe = operations.filter(({ template }) => !template.startsWith('/__mock/faults'));
  const source = new Requests(document, safe, [mock], new Records(mock), dice);
  const { origin, close } = await deliver.tcp(mock);
  try {
    for (let n = 1; n <= requests; n++) {
      const bytes = mutated(
        Array.from({ length: dice.pick([1, 1, 1, 2, 3]) }, () => source.next(new Set())),
        dice,
      );
      const sessions = sessionsOf(mock);
      for (const { faults } of sessions) faults.clear();
      const before = revisionsOf(sessions);
      try {
        const text = await exchange(origin, bytes);
        const statuses = statusesOf(text);
        expectHarmless(Math.max(0, ...statuses), text);
        if (statuses.every((status) => status >= 400)) expectUnchanged(before, revisionsOf(sessions));
        tally.count(statuses);
      } catch (error) {
        const command = `echo ${bytes.toString('base64')} | base64 -d | nc -N 127.0.0.1 4010`;
        throw repeatable(error, { seed, requests: n, through: 'raw' }, command);
      }
    }
    const { status } = await fetch(`${origin}/__mock/health`);
    if (status !== 200) throw new Error(`After all requests, the status of /__mock/health is ${status}`);
    expectRestorable(mock);
  } finally {
    await close();
  }
}

/** A mock for its default session and for each of its named ones. */
const sessionsOf = (mock: Mock) => [mock, ...mock.sessions.list().map(({ id }) => mock.sessions.get(id))];
const revisionsOf = (sessions: readonly Mock[]) => sessions.map(({ revision }) => revision).join();

const hasRules = ({ faults }: Mock) => faults.all().length > 0;
const isSlow = ({ faults }: Mock) => faults.all().some(({ hold, delay_ms = 0 }) => hold || longest(delay_ms) > 2);
const longest = (delay: Delay) => (typeof delay === 'number' ? delay : delay.max);

function expectUnchanged(before: string, after: string): void {
  if (before !== after) throw new Error('The request was rejected, but it changed the state');
}

function repeatable(error: unknown, { seed, requests, through }: Walk, command: string): Error {
  const again = `npm run fuzz -- --seed ${seed} --requests ${requests} --through ${through}`;
  return new Error(`${(error as Error).message}\n\nTo repeat it: ${again}\nThe last request: ${command}`, {
    cause: error,
  });
}

async function send(
  { method, path, headers, body }: FuzzRequest,
  origin: string,
  transport: (request: Request) => Promise<Response>,
  mayBreak: boolean,
): Promise<FuzzAnswer> {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body && new Uint8Array(body);
  const request = new Request(origin + path, { method, headers, ...(bytes && { body: bytes }) });
  try {
    const response = await transport(request);
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (error) {
    // A fault rule can break the connection.
    if (mayBreak) return { status: 0, headers: new Headers(), text: '' };
    throw error;
  }
}
