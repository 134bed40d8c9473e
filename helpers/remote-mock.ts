import type {
  AnswerRelease,
  ChangesOptions,
  ClockReading,
  Expectation,
  Fault,
  FaultProfileName,
  HeldAnswer,
  JournalEntry,
  JournalFilter,
  JournalPage,
  NewValues,
  PathText,
  RequestReport,
  Row,
  SessionInfo,
  Snapshot,
  SnapshotJson,
  StateChanges,
  TableName,
  Trace,
  Values,
  Verified,
  WrittenRule,
} from '../src/index.js';
import { type HoldOptions, holdingRule } from '../src/mock/hold.js';
import type { RestoreOptions, TraceOptions } from '../src/mock/mock.js';
import { SESSION_PREFIX } from '../src/session/session-address.js';
import { call } from './control-call.js';
import { expectHttpUrl } from './expect-http-url.js';
import { RemoteHold } from './remote-hold.js';
import type { ClockChange, ConnectOptions, ScenarioAndSeed } from './remote-options.js';

/** Controls a session of a running server over HTTP, as `Mock` does in the same process. */
export class RemoteMock {
  /** The name of the session. */
  readonly session: string;
  /** The base URL of the APIs in this session, without a trailing slash; give it to the application. */
  readonly url: string;
  /** The headers with which a request to the server uses this session. */
  readonly headers: Readonly<Record<string, string>>;
  /** The scenario and seed that the session started with. */
  readonly baseline: Readonly<ScenarioAndSeed>;
  readonly #server: string;
  readonly #clockListeners = new Set<(clock: ClockReading) => unknown>();
  readonly #authorization: Readonly<Record<string, string>>;
  /** Ends the holds. */
  #holds = new AbortController();

  private constructor(server: string, info: SessionInfo, authorization: Readonly<Record<string, string>>) {
    const { id: session, scenario, seed } = info;
    this.session = session;
    this.baseline = { scenario, seed };
    this.url = server + SESSION_PREFIX + session;
    this.headers = { 'X-Mock-Session': session };
    this.#server = server;
    this.#authorization = authorization;
  }

  /**
   * Creates a session on a server, at the server's baseline.
   * @throws Error for an invalid URL, if no server answers, or if it answers an error.
   */
  static async connect(server: string, { session, controlToken }: ConnectOptions = {}): Promise<RemoteMock> {
    expectHttpUrl('The server', server);
    const base = server.replace(/(?<!\/)\/+$/, '');
    const authorization: Record<string, string> =
      controlToken === undefined ? {} : { authorization: `Bearer ${controlToken}` };
    const { data } = await call<{ data: SessionInfo }>(`${base}/__mock/sessions`, 'POST', authorization, {
      id: session,
    });
    return new RemoteMock(base, data, authorization);
  }

  /** Sends a request to the APIs in this session; `path` starts with a slash. */
  fetch(path: string, init?: RequestInit): Promise<Response> {
    return fetch(this.url + path, init);
  }

  /** Resets the session to its baseline; a given scenario or seed changes the baseline first. */
  async reset(
    baseline: { readonly [Part in keyof ScenarioAndSeed]?: ScenarioAndSeed[Part] | undefined } = {},
  ): Promise<void> {
    await this.#control('POST', '/reset', baseline);
    this.#endHolds();
    await this.#tellClock();
  }

  /** A bearer token of a user. @throws Error if no user has the e-mail. */
  async tokenFor(email: string): Promise<string> {
    return (await this.#control<{ token: string }>('POST', '/tokens', { email })).token;
  }

  /** Creates a record. @throws Error if it is invalid, with the reason. */
  async create<Name extends TableName>(table: Name, values: NewValues<Name>): Promise<Row<Name>> {
    return (await this.#control<{ data: Row<Name> }>('POST', `/data/${table}`, values)).data;
  }

  /** Writes columns of a record. @throws Error if it is invalid or there is no such record, with the reason. */
  async update<Name extends TableName>(table: Name, key: string | number, values: Values<Name>): Promise<Row<Name>> {
    return (await this.#control<{ data: Row<Name> }>('PATCH', recordPath(table, key), values)).data;
  }

  /** Removes a record, and what belongs to it. @throws Error if there is no such record. */
  async remove<Name extends TableName>(table: Name, key: string | number): Promise<Row<Name>> {
    return (await this.#control<{ data: Row<Name> }>('DELETE', recordPath(table, key))).data;
  }

  /** The records of a table, sorted by key. */
  async list<Name extends TableName>(table: Name): Promise<Row<Name>[]> {
    return (await this.#control<{ data: Row<Name>[] }>('GET', `/data/${table}`)).data;
  }

  /** The clock of the session. */
  clock(): Promise<ClockReading> {
    return this.#control<ClockReading>('GET', '/clock');
  }

  /** Sets, advances, freezes or unfreezes the clock of the session. */
  async setClock(change: ClockChange): Promise<void> {
    await this.#control('PUT', '/clock', change);
    await this.#tellClock();
  }

  /**
   * Calls a listener with the clock after each change that this object makes to it, also by a reset or a restore, and waits for it.
   * Returns a function that removes the listener.
   */
  onClock(listener: (clock: ClockReading) => unknown): () => void {
    this.#clockListeners.add(listener);
    return () => void this.#clockListeners.delete(listener);
  }

  /** Adds a rule that makes requests fail, or delays them. @throws Error if it is invalid, with the reason. */
  async addFault<const Path extends PathText>(rule: WrittenRule<Path>): Promise<Fault> {
    return (await this.#control<{ data: Fault }>('POST', '/faults', rule)).data;
  }

  /** The fault rules, in the order in which they apply. */
  async faults(): Promise<Fault[]> {
    return (await this.#control<{ data: Fault[] }>('GET', '/faults')).data;
  }

  /** Removes a rule, and sends the answers that it holds back. @throws Error if there is no such rule. */
  async removeFault(id: number): Promise<void> {
    await this.#control('DELETE', `/faults/${id}`);
  }

  /**
   * Sends the answers that a rule with `hold` holds back, or those of all rules, and returns their number. The rules hold back
   * further answers. @throws Error if there is no such rule.
   */
  async releaseFaults(id?: number): Promise<number> {
    const path = id === undefined ? '/faults/release' : `/faults/${id}/release`;
    return (await this.#control<{ released: number }>('POST', path)).released;
  }

  /** The answers that rules hold back, in the order of their requests. */
  async heldAnswers(): Promise<HeldAnswer[]> {
    return (await this.#control<{ data: HeldAnswer[] }>('GET', '/faults/held')).data;
  }

  /**
   * Sends one held answer. `status`, `headers` and `body` change what is sent, but not what the request has changed.
   * @throws Error if it is not held back.
   */
  async releaseAnswer({ entry, ...change }: AnswerRelease): Promise<void> {
    await this.#control('POST', `/faults/held/${entry}/release`, change);
  }

  /**
   * Holds back the answers to the requests of a route, until they are sent one by one or the hold ends.
   *
   * @example
   * await using held = await mock.hold('POST /public-api/v1/bookmark/:slug/:gid/:article');
   * await page.getByRole('button', { name: 'Bookmark' }).click();
   * await held.send({ status: 503 });
   * @throws Error for a path that no route answers.
   */
  async hold(route: string, options: HoldOptions = {}): Promise<RemoteHold> {
    const { id } = await this.addFault(holdingRule(route, options));
    return new RemoteHold(id, route, this, this.#holds.signal);
  }

  /** Adds the rules of a fault profile, unless it is applied already. @throws Error for an unknown name. */
  async applyFaultProfile(name: FaultProfileName | (string & {})): Promise<Fault[]> {
    return (await this.#control<{ data: Fault[] }>('PUT', `/fault-profiles/${encodeURIComponent(name)}`)).data;
  }

  /** Removes the rules of a fault profile. @throws Error for an unknown name. */
  async withdrawFaultProfile(name: FaultProfileName | (string & {})): Promise<Fault[]> {
    return (await this.#control<{ data: Fault[] }>('DELETE', `/fault-profiles/${encodeURIComponent(name)}`)).data;
  }

  /** The API requests since the last reset, newest last: all of them, or those that match a filter. */
  async requests(filter: JournalPage = {}): Promise<JournalEntry[]> {
    const given = Object.entries(filter).filter(([, value]) => value !== undefined);
    const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
    return (await this.#control<{ data: JournalEntry[] }>('GET', `/requests?${query}`)).data;
  }

  /** The number of API requests that match a filter. */
  async countRequests(filter: JournalFilter = {}): Promise<number> {
    return (await this.#control<{ count: number }>('POST', '/requests/count', filter)).count;
  }

  /** Checks that requests were made. @throws Error with the closest requests and how they differ, if they were not. */
  verifyRequests(expected: Expectation): Promise<Verified> {
    return this.#control<Verified>('POST', '/requests/verify', expected);
  }

  /** What the API requests asked in vain: repeated reads, one read for each element of a list, reads that waited for each other. */
  requestReport(): Promise<RequestReport> {
    return this.#control<RequestReport>('GET', '/requests/report');
  }

  /** The number of the last change of the session; 0 before the first. */
  async revision(): Promise<number> {
    return (await this.#control<{ revision: number }>('GET', '/health')).revision;
  }

  /** What differs from the baseline, or since a revision or the id of a request. @throws Error if it is not kept */
  async changes({ since, until }: ChangesOptions = {}): Promise<StateChanges> {
    const given = Object.entries({ since, until }).filter(([, value]) => value !== undefined);
    const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
    return (await this.#control<{ data: StateChanges }>('GET', `/changes?${query}`)).data;
  }

  /** Goes back to the state after a revision. Fault rules and journal stay. @throws Error if the revision is not kept */
  async rewind(revision: number): Promise<void> {
    await this.#control('POST', '/rewind', { revision });
    await this.#tellClock();
  }

  /** The whole state of the session as JSON. */
  snapshot(): Promise<Snapshot> {
    return this.#control<Snapshot>('GET', '/snapshot');
  }

  /** Replaces the whole state of the session by a snapshot's. With `edited`, the snapshot may have been edited by hand. */
  async restore(snapshot: SnapshotJson, { edited = false }: RestoreOptions = {}): Promise<void> {
    await this.#control('POST', edited ? '/restore?edited' : '/restore', snapshot);
    this.#endHolds();
    await this.#tellClock();
  }

  /**
   * Everything that happened in the session since it was created, or since `beginTrace`: `briefs-mock replay` repeats it. With `redact`,
   * secrets in bodies and queries are hidden. A `compact` trace has the hashes of answers.
   */
  trace({ redact = false, compact = false }: TraceOptions = {}): Promise<Trace> {
    const query = [...(redact ? ['redact'] : []), ...(compact ? ['compact'] : [])].join('&');
    return this.#control<Trace>('GET', `/trace?${query}`);
  }

  /** Starts the trace from scratch, in the present situation. */
  async beginTrace(): Promise<void> {
    await this.#control('DELETE', '/trace');
  }

  /** Ends the session. */
  async end(): Promise<void> {
    this.#endHolds();
    await call(`${this.#server}/__mock/sessions/${this.session}`, 'DELETE', this.#authorization);
  }

  /** Its rules are gone. */
  #endHolds(): void {
    this.#holds.abort();
    this.#holds = new AbortController();
  }

  async #tellClock(): Promise<void> {
    if (this.#clockListeners.size === 0) return;
    const reading = await this.clock();
    for (const listener of this.#clockListeners) await listener(reading);
  }

  #control<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    return call<Answer>(`${this.url}/__mock${path}`, method, this.#authorization, body);
  }
}

function recordPath(table: TableName, key: string | number): string {
  return `/data/${table}/${encodeURIComponent(key)}`;
}
