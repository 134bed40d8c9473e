import type {
  Fault,
  FaultRule,
  JournalEntry,
  JournalFilter,
  Row,
  SessionInfo,
  Snapshot,
  TableName,
  Values,
} from '../src/index.js';
import { SESSION_PREFIX } from '../src/session/session-address.js';

export interface ConnectOptions {
  /** The session to make; left out, the server names one that nobody else has. */
  session?: string | undefined;
  /** What the server was started with as `--control-token`. */
  controlToken?: string | undefined;
}

/** A change of the clock: `now` in ISO 8601, then the seconds, then whether it stands still. */
export interface ClockChange {
  now?: string;
  advance_seconds?: number;
  frozen?: boolean;
}

/** A session of a running server, steered over HTTP: what `Mock` is in the process itself. */
export class RemoteMock {
  /** The name of the session. */
  readonly session: string;
  /** Where the APIs are in this session, without a slash at the end: what to give an application as its base URL. */
  readonly url: string;
  /** What a request to the server carries to be in this session. */
  readonly headers: Readonly<Record<string, string>>;
  /** What the session began with. */
  readonly baseline: { readonly scenario: string; readonly seed: number };
  readonly #server: string;
  readonly #authorization: Readonly<Record<string, string>>;

  private constructor(server: string, made: SessionInfo, authorization: Readonly<Record<string, string>>) {
    const { id: session, scenario, seed } = made;
    this.session = session;
    this.baseline = { scenario, seed };
    this.url = server + SESSION_PREFIX + session;
    this.headers = { 'X-Mock-Session': session };
    this.#server = server;
    this.#authorization = authorization;
  }

  /**
   * Makes a session on a server, at its baseline.
   * @throws Error for what is no URL, where no server answers, or where it refuses.
   */
  static async connect(server: string, { session, controlToken }: ConnectOptions = {}): Promise<RemoteMock> {
    if (!URL.canParse(server) || !/^https?:$/.test(new URL(server).protocol)) {
      throw new Error(`${JSON.stringify(server)} is not where a briefs-mock can be: it takes an http(s) URL`);
    }
    const base = server.replace(/\/+$/, '');
    const authorization: Record<string, string> =
      controlToken === undefined ? {} : { authorization: `Bearer ${controlToken}` };
    const made = await call<{ data: SessionInfo }>(`${base}/__mock/sessions`, 'POST', authorization, { id: session });
    return new RemoteMock(base, made.data, authorization);
  }

  /** Sends a request to the APIs in this session; `path` begins with a slash. */
  fetch(path: string, init?: RequestInit): Promise<Response> {
    return fetch(this.url + path, init);
  }

  /** Back to the baseline; a scenario or a seed changes the baseline first. */
  async reset(baseline: { scenario?: string; seed?: number } = {}): Promise<void> {
    await this.#control('POST', '/reset', baseline);
  }

  /** A bearer token of a user. @throws Error where no user has the e-mail. */
  async tokenFor(email: string): Promise<string> {
    return (await this.#control<{ token: string }>('POST', '/tokens', { email })).token;
  }

  /** Makes a record. @throws Error naming the constraint that it breaks. */
  async create<Name extends TableName>(table: Name, values: Values<Name>): Promise<Row<Name>> {
    return (await this.#control<{ data: Row<Name> }>('POST', `/data/${table}`, values)).data;
  }

  /** The records of a table, by key. */
  async list<Name extends TableName>(table: Name): Promise<Row<Name>[]> {
    return (await this.#control<{ data: Row<Name>[] }>('GET', `/data/${table}`)).data;
  }

  async setClock(change: ClockChange): Promise<void> {
    await this.#control('PUT', '/clock', change);
  }

  /** Adds a rule that makes requests fail, or slow. @throws Error saying what is wrong with it. */
  async addFault(rule: FaultRule): Promise<Fault> {
    return (await this.#control<{ data: Fault }>('POST', '/faults', rule)).data;
  }

  /** The requests to the APIs since the last reset, the newest last. */
  async requests(): Promise<JournalEntry[]> {
    return (await this.#control<{ data: JournalEntry[] }>('GET', '/requests')).data;
  }

  /** How many requests there were of a kind. */
  async countRequests(filter: JournalFilter = {}): Promise<number> {
    return (await this.#control<{ count: number }>('POST', '/requests/count', filter)).count;
  }

  snapshot(): Promise<Snapshot> {
    return this.#control<Snapshot>('GET', '/snapshot');
  }

  async restore(snapshot: Snapshot): Promise<void> {
    await this.#control('POST', '/restore', snapshot);
  }

  /** Ends the session. */
  async end(): Promise<void> {
    await call(`${this.#server}/__mock/sessions/${this.session}`, 'DELETE', this.#authorization);
  }

  #control<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    return call<Answer>(`${this.url}/__mock${path}`, method, this.#authorization, body);
  }
}

async function call<Answer>(
  url: string,
  method: string,
  authorization: Readonly<Record<string, string>>,
  body?: unknown,
): Promise<Answer> {
  const json = body === undefined ? {} : { body: JSON.stringify(body) };
  const headers = { 'content-type': 'application/json', ...authorization };
  const response = await fetch(url, { method, headers, ...json }).catch((error: Error) => {
    throw new Error(`No briefs-mock answers at ${new URL(url).origin}: is it running?`, { cause: error });
  });
  const answer = await response.json().catch(() => undefined);
  if (response.ok) return answer as Answer;
  const message = answer?.error?.message ?? 'what answers there is no briefs-mock';
  throw new Error(`${method} ${url} was refused with ${response.status}: ${message}`);
}
