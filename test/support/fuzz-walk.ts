import { createMock, type Delay, type Mock } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { Dice } from './fuzz-dice.js';
import {
  expectExplained,
  expectHarmless,
  expectHeadOf,
  expectLawful,
  expectRestorable,
  expectRevised,
  expectRewindable,
  expectSame,
  expectUnchanged,
  type FuzzAnswer,
  isControlCall,
  lookCloselyAt,
  type Revisions,
} from './fuzz-laws.js';
import { answersIn, exchange, mutated } from './fuzz-raw.js';
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

/** No answer is held back while a walk waits for each of its answers. */
const RELEASE = 'POST /__mock/faults/held/{entry}/release';

/** What happened on walks. */
export class Tally {
  requests = 0;
  readonly statuses = new Map<number, number>();
  /** The names of the operations that answered 200. */
  readonly reached = new Set<string>();

  get missing(): string[] {
    return operations.map(({ name }) => name).filter((name) => !this.reached.has(name) && name !== RELEASE);
  }

  count(statuses: readonly number[]): void {
    this.requests += 1;
    for (const status of statuses) this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }
}

/** The number of requests after which fault rules are removed. While there are any, answers are what the rules say. */
const RULED = 6;

/** Other walks than those with these seeds do without the operations that take long. */
export const LARGE_EVERY = 8;

/** The share of requests for which also the laws are checked that take longer. */
const CLOSE_LOOKS = 0.1;

/** The paths that MSW handlers serve. */
const API_PATH = /^\/(public-api|v1\/brief|user-data|user-preference)(\/|\?|$)/;

const seeded = createMock({ scenario: newsroom });
const { tables } = seeded.snapshot();
const document = await seeded.openapi();

/** The operations of the three APIs and of the control API, without the stream of events, which does not end. */
export const operations = operationsOf(document).filter(({ template }) => template !== '/__mock/events');

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
  const dice = new Dice(seed);
  const source = new Requests(document, served, mocks, new Records(tables), dice);
  const { origin, transport, close } = await deliver[through](mock);
  const tried = new Set(seed % LARGE_EVERY === 0 ? [] : operations.filter(isLarge).map(({ name }) => name));
  let middle: { readonly revision: number; readonly copy: Mock } | undefined;
  let ruled = 0;
  const answerTo = async (request: FuzzRequest): Promise<FuzzAnswer> => {
    const answer = await send(request, origin, transport, ruled > 0);
    const isControl = isControlCall(request.path);
    // A server rejects control calls of other origins. A mock does not.
    if (twin !== undefined && !(isControl && answer.status === 403)) {
      const expected = await send(request, origin, twin.fetch, ruled > 0);
      if (!isControl) expectSame(answer, expected, 'mock.fetch');
    }
    return answer;
  };
  try {
    for (let n = 1; n <= requests; n++) {
      let request = source.next(tried);
      while (!isServed(request.path)) request = source.next(tried);
      const sessions = sessionsOf(mock);
      for (const one of twin === undefined ? sessions : mocks.flatMap(sessionsOf)) stopClock(one);
      if (n > requests / 2) middle ??= { revision: mock.revision, copy: mock.fork() };
      ruled = sessions.some(hasRules) ? ruled + 1 : 0;
      if (ruled > RULED || sessions.some(isSlow)) {
        for (const { faults } of mocks.flatMap(sessionsOf)) faults.clear();
        ruled = 0;
      }
      const before = revisionsOf(sessions);
      const checkClosely = ruled === 0 && dice.chance(CLOSE_LOOKS) ? lookCloselyAt(request, mock) : undefined;
      try {
        const answer = await answerTo(request);
        expectRevised(request, answer.status, before, revisionsOf(sessions));
        if (ruled === 0) {
          expectLawful(request, answer);
          await checkClosely?.(answer, (copy) => send(request, origin, copy.fetch, false));
          if (request.method === 'HEAD') expectHeadOf(answer, await answerTo({ ...request, method: 'GET' }));
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
    stopClock(mock);
    try {
      // Each of these takes as long as many requests.
      if (seed % 4 === 1) expectRestorable(mock);
      if (seed % 4 === 3 && middle !== undefined) expectRewindable(mock, middle.revision, middle.copy);
    } catch (error) {
      throw repeatable(error, { seed, requests, through });
    }
  } finally {
    await close();
  }
}

async function walkRaw({ seed, requests }: Walk, tally: Tally): Promise<void> {
  const mock = seeded.fork();
  const dice = new Dice(seed);
  // Fault rules, also those of profiles, would break connections.
  const safe = operations.filter((one) => !one.template.startsWith('/__mock/fault') && !isLarge(one));
  const source = new Requests(document, safe, [mock], new Records(tables), dice);
  // Large bodies and broadcasts are handled in steps. This client does not wait for them, so the change would come later.
  const next = () => {
    let request = source.next(new Set());
    while (/[?&]sessions=/.test(request.path)) request = source.next(new Set());
    return request;
  };
  const { origin, close } = await deliver.tcp(mock);
  try {
    for (let n = 1; n <= requests; n++) {
      const bytes = mutated(Array.from({ length: dice.pick([1, 1, 1, 2, 3]) }, next), dice);
      const sessions = sessionsOf(mock);
      for (const one of sessions) {
        stopClock(one);
        one.faults.clear();
      }
      const before = revisionsOf(sessions);
      try {
        const answers = answersIn(await exchange(origin, bytes));
        for (const { status, text } of answers) {
          expectHarmless(status, text, bytes.length);
          if (status >= 400) expectExplained(text);
        }
        if (answers.every(({ status }) => status >= 400))
          expectUnchanged('was rejected', before, revisionsOf(sessions));
        tally.count(answers.map(({ status }) => status));
      } catch (error) {
        const command = `echo ${bytes.toString('base64')} | base64 -d | nc -N 127.0.0.1 4010`;
        throw repeatable(error, { seed, requests: n, through: 'raw' }, command);
      }
    }
    stopClock(mock);
    try {
      const { status } = await fetch(`${origin}/__mock/health`);
      if (status !== 200) throw new Error(`After all requests, the status of /__mock/health is ${status}`);
      expectRestorable(mock);
    } catch (error) {
      throw repeatable(error, { seed, requests, through: 'raw' });
    }
  } finally {
    await close();
  }
}

/** A mock for its default session and for each of its named ones. */
const sessionsOf = (mock: Mock) => mock.sessions.matching('all');
const revisionsOf = (sessions: readonly Mock[]): Revisions => sessions.map(({ revision }) => revision);

/** Otherwise answers would depend on how fast the requests were. */
function stopClock({ clock }: Mock): void {
  if (clock.frozen) return;
  clock.freeze();
  clock.set('2026-03-05T09:00:00Z');
}

const hasRules = ({ faults }: Mock) => faults.all().length > 0;
const isSlow = ({ faults }: Mock) => faults.all().some(({ hold, delay_ms = 0 }) => hold || longest(delay_ms) > 2);
const longest = (delay: Delay) => (typeof delay === 'number' ? delay : delay.max);

function repeatable(error: unknown, { seed, requests, through }: Walk, command?: string): Error {
  const again = `npm run fuzz -- --seed ${seed} --requests ${requests} --through ${through}`;
  const last = command === undefined ? '' : `\nThe last request: ${command}`;
  return new Error(`${(error as Error).message}\n\nTo repeat it: ${again}${last}`, { cause: error });
}

async function send(
  { method, path, headers, body }: FuzzRequest,
  origin: string,
  transport: (request: Request) => Promise<Response>,
  mayBreak: boolean,
): Promise<FuzzAnswer> {
  const request = new Request(origin + path, {
    method,
    headers,
    ...(body !== undefined && { body: body as BodyInit }),
  });
  try {
    const response = await transport(request);
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (error) {
    // A fault rule can break the connection.
    if (mayBreak) return { status: 0, headers: new Headers(), text: '' };
    throw error;
  }
}
