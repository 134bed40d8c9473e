import { formatValue } from '../../src/foundation/format-value.js';
import type { Behavior } from '../../src/protocol/behavior.js';
import type { ApiName } from '../../src/protocol/service.js';
import { answerOf, apiOf, isSuccess, requestInit, type Sending } from './api.js';
import { apiRequest } from './api-routes.js';
import type { Answer, Case, CaseReader, Expected, Found, Json, World } from './case.js';
import { compared, comparedOurs, reasonIn } from './compare-answer.js';
import { type Context, markerOf } from './context.js';
import { expectHarmless, NotOwn } from './guard.js';
import {
  answeredBy,
  createdBy,
  groupsAnsweredBy,
  hasText,
  pathOf,
  type RecordKind,
  recordKinds,
  recordPath,
  refersTo,
  serviceOf,
} from './kinds.js';
import { type Mismatch, mismatches, type Pattern, readable } from './patterns.js';
import { placeOf } from './place.js';
import type { CreatedRecords } from './records.js';
import type { Difference } from './report.js';
import { TargetProblem } from './target.js';
import { withoutUndeclared } from './traffic/form.js';

/** Ends a case: an answer is not as expected. */
export class Differs extends Error {
  readonly difference: Difference;

  constructor(difference: Difference) {
    super('an answer differs');
    this.difference = difference;
  }
}

/** Ends a case: something is missing. */
export class CannotTell extends Error {}

/** The value of a switch on the server, and the answer that shows it. */
interface Observed {
  readonly value: unknown;
  readonly difference: Difference;
}

/** An answer that a case has read. */
interface ReadAnswer {
  readonly shown: Pick<Difference, 'step' | 'request' | 'sent' | 'answered'>;
  /** The body as the case sees it: it compares what the APIs name, and the results of `form` are about other fields. */
  readonly body: unknown;
}

/** Runs one case. */
export class CaseRun {
  readonly #case: Case;
  readonly #context: Context;
  readonly #records: CreatedRecords;
  readonly #found: Found;
  readonly #marker: string;
  readonly #number: number;
  readonly #missingId: number;
  /** The paths of the records that the case has created, and of its bookmarks, in order; each with the token to remove it. */
  readonly #created = new Map<string, string | undefined>();
  readonly #ids = new Set<unknown>();
  /** What the case has observed of its switch. */
  #observed: Observed | undefined;
  #names = 0;
  readonly #answers: ReadAnswer[] = [];

  /** No other case of the run has this `number`. */
  constructor(
    one: Case,
    { number, found, context, records }: { number: number; found: Found; context: Context; records: CreatedRecords },
  ) {
    this.#case = one;
    this.#number = number;
    this.#found = found;
    this.#context = context;
    this.#records = records;
    this.#marker = `${markerOf(context.settings.run)}${number}-`;
    // Larger than any id that a server has given, and within the range of 32 bits.
    this.#missingId = 2_100_000_000 + number;
  }

  /**
   * Sends the requests, and then removes what they created. Returns what they have shown of the switch.
   * @throws Differs, CannotTell, TargetProblem
   */
  async run(): Promise<Observed | undefined> {
    const { creates = [], steps } = this.#case;
    // Nothing is created that could not be removed.
    for (const api of new Set(creates.map(serviceOf))) await this.#expectUsable(api);
    await this.#records.announce(recordKinds.filter((kind) => creates.includes(kind)));
    try {
      await steps(this.#world());
      return this.#observed;
    } catch (error) {
      if (error instanceof Differs || error instanceof CannotTell || error instanceof TargetProblem) throw error;
      throw new CannotTell(this.#unread(error));
    } finally {
      await this.#records.remove([...this.#created].map(([path, token]) => ({ path, token })));
    }
  }

  /** A case cannot read an answer of another form, and may not change records that it did not recognize as its own. */
  #unread(error: unknown): string {
    const { request, answered } = this.#answers.at(-1)?.shown ?? {};
    if (error instanceof NotOwn) return `an answer that shows what the case has created (${error.message})`;
    if (request === undefined) return 'what it needs, in a form that it can read';
    return `an answer that it can go on with: ${request} was answered with ${answered?.status} and another form`;
  }

  #world(): World {
    const { behavior, origins, callers, serviceToken, ours, run } = this.#context.settings;
    const send = (sending: Sending) => this.#send(sending);
    const readerOf = ({ email, token }: CaseReader) => ({ ...apiOf('public-api', token, send), email, token });
    const { reader, otherReader, outsider } = this.#found;
    return {
      ...this.#found,
      reader: reader && readerOf(reader),
      otherReader: otherReader && readerOf(otherReader),
      outsider: outsider && { ...outsider, reader: readerOf(outsider.reader) },
      publicApi: apiOf('public-api', undefined, send),
      userData: apiOf('user-data', serviceToken, send),
      userPreference: apiOf('user-preference', serviceToken, send),
      behavior,
      ours,
      origins,
      callers,
      name: (what) => `${this.#marker}${what}-${++this.#names}`,
      email: (domain = 'conform.example') => `${this.#marker}${++this.#names}@${domain}`,
      // Different in every run, too.
      number: () => (Number.parseInt(run, 16) % 1_000_000_000) + this.#number * 1_000 + ++this.#names,
      missingId: this.#missingId,
      expect: (actual, pattern) => this.#checkValue(actual, pattern),
      observe: (value) => this.#observe(value),
      cannotTell: (missing) => {
        throw new CannotTell(missing);
      },
    };
  }

  async #send(sending: Sending): Promise<Answer> {
    const { method, path } = sending;
    const own = { paths: this.#created, ids: this.#ids, missingId: this.#missingId, marker: this.#marker };
    expectHarmless(this.#case, sending, this.#found, own);
    if (this.#context.isInterrupted) throw new CannotTell('the end of the run, which was interrupted');
    await this.#expectUsable(sending.api);
    const init = requestInit(sending);
    // Only the headers of a case can be those that a page may not set.
    const unsent = sending.headers === undefined ? [] : headersLeftOut(init);
    if (unsent.length > 0) throw new CannotTell(`a runtime that can send ${unsent.join(', ')} (a page cannot)`);
    await this.#announceBookmark(sending);
    const received = await this.#context.send(method, path, init).catch((error) => {
      this.#noteUncertain(sending);
      throw error;
    });
    const answer = answerOf(received);
    this.#noteRecords(sending, answer);
    const shown = {
      step: this.#answers.length + 1,
      request: `${method} ${path}`,
      ...(sending.body !== undefined && { sent: sending.body }),
      answered: { status: answer.status, body: answer.body },
    };
    const request = isSuccess(answer) ? apiRequest(method, `http://localhost${path}`) : undefined;
    const body = request === undefined ? answer.body : withoutUndeclared(answer.body, request);
    this.#answers.push({ shown, body });
    this.#compare(sending, answer);
    return answerOf({ ...answer, body });
  }

  async #expectUsable(api: ApiName): Promise<void> {
    const problem = await this.#context.problemOf(api);
    if (problem !== undefined) throw problem;
  }

  #compare(sending: Sending, answer: Answer): void {
    const { method, path, token, expect, sides, ours } = sending;
    const { status, body } = answer;
    const expected = sides === undefined ? [expect ?? {}] : Object.values(sides);
    const isExpected = expected.some((one) => [one.status].flat().includes(status));
    if (isSuccess(answer) && !isExpected) this.#context.statuses.add(sending, status);
    if (status === 401 && !isExpected) {
      throw new CannotTell(
        token === undefined ? `a token for ${method} ${path}` : `a token that is valid for ${method} ${path}`,
      );
    }
    if (expect === undefined && sides === undefined && !isSuccess(answer)) {
      throw new CannotTell(`a success of ${method} ${path}, which was answered with ${status}${reasonIn(body)}`);
    }
    if (expect !== undefined) this.#check(shownExpected(expect), compared(expect, answer));
    if (sides !== undefined) this.#findSide(sides, answer);
    if (ours !== undefined && this.#context.settings.ours) this.#check(readable(ours), comparedOurs(ours, answer));
  }

  /** Finds the side of the switch that the answer is on, trying the expected one first. */
  #findSide(sides: Readonly<Record<string, Expected>>, answer: Answer): void {
    const wanted = JSON.stringify(this.#expectedValue);
    const all = Object.entries(sides).map(([text, side]) => ({ value: switchValue(text), side }));
    const expected = all.find(({ value }) => JSON.stringify(value) === wanted) ?? all[0];
    if (expected === undefined) return;
    const problems = compared(expected.side, answer);
    const found = problems.length === 0 ? expected : all.find(({ side }) => compared(side, answer).length === 0);
    const difference = this.#difference(shownExpected(expected.side), problems);
    if (found === undefined) throw new Differs(difference);
    this.#observed = { value: found.value, difference };
  }

  #observe(value: unknown): void {
    const expected = this.#expectedValue;
    const problem = `the server has ${formatValue(value)}, expected is ${formatValue(expected)}`;
    const path = `behavior.${this.#case.switch}`;
    this.#observed = { value, difference: this.#difference({ [path]: expected }, [{ path, problem }]) };
  }

  get #expectedValue(): unknown {
    return this.#context.settings.behavior[this.#case.switch as keyof Behavior];
  }

  #check(expected: unknown, problems: readonly Mismatch[]): void {
    if (problems.length > 0) throw new Differs(this.#difference(expected, problems));
  }

  /** Compares a value that the case has computed from answers. The places of its problems are those in the answer. */
  #checkValue(actual: unknown, pattern: Pattern): void {
    const problems = mismatches(pattern, actual);
    const [first] = problems;
    if (first === undefined) return;
    const answer = this.#answers.findLast(({ body }) => placeOf(body, actual, first.path) !== undefined);
    const body = answer?.body;
    throw new Differs(
      this.#difference(
        readable(pattern),
        problems.map(({ path, problem }) => ({ path: placeOf(body, actual, path) ?? 'data', problem })),
        answer,
      ),
    );
  }

  #difference(expected: unknown, problems: readonly Mismatch[], answer = this.#answers.at(-1)): Difference {
    if (answer === undefined) throw new Error(`the case ${this.#case.id} compares something before its first request`);
    return { ...answer.shown, expected, problems };
  }

  async #announceBookmark({ method, path, token }: Sending): Promise<void> {
    if (method !== 'POST' || createdBy(path)?.includes('public-api/bookmark') !== true) return;
    const [email] = [...this.#context.settings.tokens].find(([, one]) => one === token) ?? [];
    if (email === undefined) return;
    this.#created.set(path, token);
    await this.#records.announceBookmark({ path, email });
  }

  /** Remembers the records that the answer shows to be the case's. */
  #noteRecords(sending: Sending, { data, status }: Answer): void {
    const { method, path, token, body } = sending;
    if (status >= 500) this.#noteUncertain(sending);
    if (status >= 300) return;
    const [plain = ''] = path.split('?');
    if (method === 'DELETE') {
      this.#created.delete(plain);
      return;
    }
    const records = recordsIn(plain, data);
    if (records === undefined) {
      this.#noteUncertain(sending);
      return;
    }
    const isOwn = (target: RecordKind, id: unknown) => this.#created.has(recordPath(target, id) ?? '');
    let shown = 0;
    for (const { kind, record, item } of records) {
      const shownPath = recordPath(kind, record?.id);
      if (shownPath === undefined) continue;
      if (hasText(item, this.#marker)) this.#records.note(kind, record.id);
      // A server may answer with records of others too.
      if (!hasText(record, this.#marker) && !refersTo(record, kind, isOwn)) continue;
      shown++;
      this.#created.set(shownPath, token);
      this.#ids.add(record.id);
      this.#records.note(kind, record.id);
    }
    const kind = answeredBy(plain);
    if (method === 'POST' && kind !== undefined && plain === pathOf(kind))
      this.#records.addUnseen(kind, [body].flat().length - shown);
  }

  /** Remembers that no answer says what a request has created. */
  #noteUncertain({ method, path }: Sending): void {
    const [plain = ''] = path.split('?');
    if (method !== 'POST' || createdBy(plain)?.length === 0) return;
    const { creates = [] } = this.#case;
    this.#records.addUncertain(recordKinds.filter((kind) => creates.includes(kind)));
  }
}

/** A record in an answer. */
interface AnsweredRecord {
  readonly kind: RecordKind;
  readonly record: Json;
  /** The record, or what contains it beside others that it belongs to. */
  readonly item: Json;
}

/** The records in the answer of a path; undefined if it shows none. */
function recordsIn(path: string, data: Json): AnsweredRecord[] | undefined {
  const items: Json[] = [data].flat();
  const kind = answeredBy(path);
  if (kind !== undefined) return items.map((record) => ({ kind, record, item: record }));
  const groups = groupsAnsweredBy(path);
  if (groups === undefined) return undefined;
  return items.flatMap((item) =>
    Object.entries(groups).map(([name, of]) => ({ kind: of, record: item?.[name], item })),
  );
}

function shownExpected({ status, ...parts }: Expected): unknown {
  return { status: status ?? 'a success', ...(readable(parts) as object) };
}

/** The value of a switch, from the key of a side: `true`, `null` or a text. */
function switchValue(text: string): unknown {
  return ['true', 'false', 'null'].includes(text) ? JSON.parse(text) : text;
}

/** The headers that the runtime does not let a request have: a page cannot set `Origin`, for example. */
function headersLeftOut({ headers }: RequestInit): string[] {
  const request = new Request('http://localhost', { headers: headers ?? {} });
  return [...new Headers(headers).keys()].filter((name) => !request.headers.has(name));
}
