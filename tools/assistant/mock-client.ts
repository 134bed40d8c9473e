import { uniqueName } from '../../src/foundation/machine.js';
import { parseJson } from '../../src/foundation/parse-json.js';

/** Calls a mock: one of the process, or a server. The path is below its base URL. A broken connection is a response of type `error`. */
export type SendToMock = (path: string, init: RequestInit) => Promise<Response>;

/** How to reach a mock. */
export interface MockAccess {
  readonly send: SendToMock;
  readonly controlToken?: string | undefined;
  /** Where applications reach the mock, if it has an address. */
  readonly baseUrl?: string | undefined;
  readonly own?: string | undefined;
  /** Whether a call without `own` has to name a session: it would create one for each call. */
  readonly mustName?: boolean;
}

interface RefusalBody {
  readonly error?: {
    readonly code?: string;
    readonly message?: string;
    readonly issues?: readonly { path?: unknown; message?: string }[];
  };
}

/** What a route of the control API has refused. */
export class CallRefused extends Error {
  readonly code: string | undefined;
  /** The answer of the route. */
  readonly answer: Response;

  constructor(message: string, { code, answer }: Pick<CallRefused, 'code' | 'answer'>) {
    super(message);
    this.code = code;
    this.answer = answer;
  }

  /** Whether something that the call names does not exist. */
  get isMissing(): boolean {
    return this.code === 'not_found';
  }
}

/** The assistant's session. */
interface OwnSession {
  readonly id: string;
  /** Whether the assistant has used it. */
  isUsed: boolean;
}

/** The mock as an assistant sees it: the routes of the three APIs and the control API, in a session of its own. */
export class MockClient {
  readonly #access: MockAccess;
  readonly #own: OwnSession;
  readonly #signal: AbortSignal | undefined;
  #opened: Promise<string> | undefined;

  /** `access.own` is the name of the assistant's session. The first call creates it unless there is one. */
  constructor(access: MockAccess, own?: OwnSession, signal?: AbortSignal) {
    this.#access = access;
    this.#own = own ?? { id: access.own ?? newName('mcp'), isUsed: false };
    this.#signal = signal;
  }

  get baseUrl(): string | undefined {
    return this.#access.baseUrl;
  }

  /** The client for one use, which the signal ends. It finds out whether the session has ended since the last one. */
  forUse(signal?: AbortSignal): MockClient {
    return new MockClient(this.#access, this.#own, signal);
  }

  /** Calls a control route in the assistant's session, or in another one. @throws Error with the message of the route */
  async control(call: {
    method?: string;
    path: string;
    body?: unknown;
    session?: string | undefined;
  }): Promise<ToolData> {
    return this.#control({ ...call, session: await this.sessionOf(call.session) });
  }

  /** Sends a request to one of the three APIs. */
  async request(path: string, init: RequestInit, session?: string): Promise<Response> {
    const headers = new Headers(init.headers);
    addSession(headers, await this.sessionOf(session));
    return this.#send(path, { ...init, headers });
  }

  /**
   * The session to use: by default the assistant's, which the first call creates.
   * @throws Error if that has ended
   */
  sessionOf(named: string | undefined): Promise<string> {
    if (named !== undefined) return Promise.resolve(named);
    if (this.#isNobody) {
      const how = 'send the header X-Mock-Session, or call fork and pass the name that it answers as `session`';
      return Promise.reject(new Error(`you have no session of your own: ${how}`));
    }
    this.#opened ??= this.#open();
    return this.#opened;
  }

  /** Creates the assistant's session unless there is one: a read of the control API creates none. */
  async #open(): Promise<string> {
    const { id, isUsed } = this.#own;
    const missing = await this.#whyMissing(id);
    if (missing !== undefined) await this.#createOwn(id);
    this.#own.isUsed = true;
    const ended = isUsed ? 'it was deleted, or the server was started again' : undefined;
    const reason = missing && (missing.answer.headers.get('x-mock-session-lost') ?? ended);
    if (reason === undefined) return id;
    // What the assistant did before is not in the new session, so that the call may mean something else there.
    const problem = `your session ${id} has ended, with everything in it: ${reason}`;
    throw new Error(
      `${problem}. Nothing was done; a new session with its name has started, so call again what you need`,
    );
  }

  async #createOwn(id: string): Promise<void> {
    try {
      await this.createSession({ id });
    } catch (error) {
      // Another call has created it meanwhile.
      if (!(error instanceof CallRefused) || error.code !== 'conflict') throw error;
    }
  }

  /** Counts as a use of a session. Returns whether there is one with this name. */
  async useSession(id: string): Promise<boolean> {
    return (await this.#whyMissing(id)) === undefined;
  }

  /** Why there is no session with this name; undefined if there is. No fault rule applies to the call. */
  async #whyMissing(id: string): Promise<CallRefused | undefined> {
    if (id === DEFAULT_SESSION) return undefined;
    try {
      await this.#control({ path: '/faults', session: id });
      return undefined;
    } catch (error) {
      if (error instanceof CallRefused && error.isMissing) return error;
      throw error;
    }
  }

  /** Whether the assistant has no session of its own. */
  get #isNobody(): boolean {
    const { own, mustName = false } = this.#access;
    return own === undefined && mustName;
  }

  /** The session to copy: the named one, the assistant's, or the one without a name. */
  sourceOf(named: string | undefined): Promise<string> {
    return named === undefined && this.#isNobody ? Promise.resolve(DEFAULT_SESSION) : this.sessionOf(named);
  }

  /** Creates a session and returns its name. */
  async createSession(body: { id: string; from?: string; at?: number }): Promise<string> {
    await this.#control({ method: 'POST', path: '/sessions', body, session: DEFAULT_SESSION });
    return body.id;
  }

  /** Ends a session and returns what the route answers. */
  endSession(id: string): Promise<ToolData> {
    const path = `/sessions/${encodeURIComponent(id)}`;
    return this.#control({ method: 'DELETE', path, session: DEFAULT_SESSION });
  }

  /** Ends the assistant's session, if a call has used it. */
  async end(): Promise<void> {
    const { id, isUsed } = this.#own;
    if (isUsed && id !== DEFAULT_SESSION) await this.endSession(id).catch(() => {});
  }

  async #control(call: { method?: string; path: string; body?: unknown; session: string }): Promise<ToolData> {
    const { method = 'GET', path, body, session } = call;
    const headers = new Headers();
    addSession(headers, session);
    if (body !== undefined) headers.set('content-type', 'application/json');
    const { controlToken } = this.#access;
    if (controlToken !== undefined) headers.set('authorization', `Bearer ${controlToken}`);
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const response = await this.#send(`/__mock${path}`, init);
    const text = await response.clone().text();
    if (!response.ok) throw refusalOf(text, response);
    if (!response.headers.get('content-type')?.includes('json')) return { data: text };
    const data = parseJson(text);
    if (data === undefined)
      throw new CallRefused(`the control API answered with invalid JSON: ${text}`, {
        code: undefined,
        answer: response,
      });
    return data as ToolData;
  }

  #send(path: string, init: RequestInit): Promise<Response> {
    return this.#access.send(path, { ...init, ...(this.#signal && { signal: this.#signal }) });
  }
}

/** What assistants have sessions for, each with the start of their names. */
type SessionPurpose = 'mcp' | 'fork';

/** A name for a session of an assistant. Nobody can guess it, and no session has had it, also not before a restart. */
export function newName(purpose: SessionPurpose): string {
  return `${purpose}-${uniqueName()}`;
}

/** Whether a name is one of {@link newName}. */
export function isNameFor(purpose: SessionPurpose, name: string): boolean {
  return new RegExp(`^${purpose}-[\\da-f]{8}(-[\\da-f]{4}){3}-[\\da-f]{12}$`).test(name);
}

/** The name that tools use for the session of requests that name none. */
export const DEFAULT_SESSION = 'default';

/** The number of issues that an error lists. */
const MAX_ISSUES = 20;

export type ToolData = Readonly<Record<string, unknown>>;

function addSession(headers: Headers, session: string): void {
  if (session !== DEFAULT_SESSION) headers.set('x-mock-session', session);
}

function refusalOf(text: string, answer: Response): CallRefused {
  const { status } = answer;
  const { code, message = `status ${status}`, issues = [] } = errorIn(text);
  // The routes of the three APIs answer this code too, but no tool calls an unknown one.
  if (code === undefined || code === 'no_such_route') {
    const what = 'the tools need the control API of a briefs-mock';
    const problem =
      status === 0
        ? 'the connection broke: a fault rule breaks it, or the server has stopped'
        : `the server answered with status ${status}: it may run with --no-control`;
    return new CallRefused(`${what}, and ${problem}`, { code, answer });
  }
  const details = issues.filter((issue) => !message.includes(`${issue.message}`));
  const lines = details.slice(0, MAX_ISSUES).map(({ path = '', message: why }) => `\n- ${path}: ${why}`);
  return new CallRefused(message + lines.join(''), { code, answer });
}

function errorIn(text: string): NonNullable<RefusalBody['error']> {
  try {
    return (JSON.parse(text) as RefusalBody).error ?? {};
  } catch {
    return {};
  }
}
