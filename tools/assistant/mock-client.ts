/** Calls a mock: one of the process, or a server. The path is below its base URL. */
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
  /** Whether something that the call names does not exist. */
  readonly isMissing: boolean;

  constructor(message: string, isMissing: boolean) {
    super(message);
    this.isMissing = isMissing;
  }
}

/** The mock as an assistant sees it: the routes of the three APIs and the control API, in a session of its own. */
export class MockClient {
  readonly baseUrl: string | undefined;
  readonly #send: SendToMock;
  readonly #controlToken: string | undefined;
  readonly #mustName: boolean;
  readonly #given: string | undefined;
  #own: Promise<string> | undefined;

  /** `own` is the name of the assistant's session. Without one, the first call creates it. */
  constructor({ send, controlToken, baseUrl, own, mustName = false }: MockAccess) {
    this.baseUrl = baseUrl;
    this.#mustName = mustName;
    this.#send = send;
    this.#controlToken = controlToken;
    this.#given = own;
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

  /** The session to use: by default the assistant's, which the first call creates. */
  sessionOf(named: string | undefined): Promise<string> {
    if (named !== undefined) return Promise.resolve(named);
    if (this.#given === undefined && this.#mustName) {
      const how = 'send the header X-Mock-Session, or call fork and pass the name that it answers as `session`';
      return Promise.reject(new Error(`you have no session of your own: ${how}`));
    }
    this.#own ??= (this.#given === undefined ? this.createSession({}) : this.#open(this.#given)).catch((error) => {
      this.#own = undefined;
      throw error;
    });
    return this.#own;
  }

  /** Creates a session with this name unless there is one: a read of the control API creates none. */
  async #open(id: string): Promise<string> {
    return id === DEFAULT_SESSION || (await this.hasSession(id)) ? id : this.createSession({ id });
  }

  /** Whether there is a session with this name. */
  async hasSession(id: string): Promise<boolean> {
    const { data } = await this.#control({ path: '/sessions', session: DEFAULT_SESSION });
    return (data as { id: string }[]).some((session) => session.id === id);
  }

  /** The session to copy: the named one, the assistant's, or the one without a name. */
  sourceOf(named: string | undefined): Promise<string> {
    const isNobody = named === undefined && this.#given === undefined && this.#mustName;
    return isNobody ? Promise.resolve(DEFAULT_SESSION) : this.sessionOf(named);
  }

  /** Creates a session and returns its name. */
  async createSession(body: { id?: string; from?: string; at?: number }): Promise<string> {
    const { data } = await this.#control({ method: 'POST', path: '/sessions', body, session: DEFAULT_SESSION });
    return (data as { id: string }).id;
  }

  /** Ends the assistant's session, if a call has created it. */
  async end(): Promise<void> {
    const own = this.#given ?? (await this.#own?.catch(() => undefined));
    this.#own = undefined;
    if (own === undefined || own === DEFAULT_SESSION) return;
    await this.#control({ method: 'DELETE', path: `/sessions/${own}`, session: DEFAULT_SESSION }).catch(() => {});
  }

  async #control(call: { method?: string; path: string; body?: unknown; session: string }): Promise<ToolData> {
    const { method = 'GET', path, body, session } = call;
    const headers = new Headers();
    addSession(headers, session);
    if (body !== undefined) headers.set('content-type', 'application/json');
    if (this.#controlToken !== undefined) headers.set('authorization', `Bearer ${this.#controlToken}`);
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const response = await this.#send(`/__mock${path}`, init);
    const text = await response.text();
    if (!response.ok) throw refusalOf(text, response.status);
    return response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : { data: text };
  }
}

/** The name that tools use for the session of requests that name none. */
export const DEFAULT_SESSION = 'default';

/** The number of issues that an error lists. */
const MAX_ISSUES = 20;

export type ToolData = Readonly<Record<string, unknown>>;

function addSession(headers: Headers, session: string): void {
  if (session !== DEFAULT_SESSION) headers.set('x-mock-session', session);
}

function refusalOf(text: string, status: number): CallRefused {
  const { code, message = `status ${status}`, issues = [] } = errorIn(text);
  // The routes of the three APIs answer this code too, but no tool calls an unknown one.
  if (code === undefined || code === 'no_such_route') {
    const what = 'the tools need the control API of a briefs-mock';
    return new CallRefused(
      `${what}, and the server answered with status ${status}: it may run with --no-control`,
      false,
    );
  }
  const details = issues.filter((issue) => !message.includes(`${issue.message}`));
  const lines = details.slice(0, MAX_ISSUES).map(({ path = '', message: why }) => `\n- ${path}: ${why}`);
  return new CallRefused(message + lines.join(''), code === 'not_found');
}

function errorIn(text: string): NonNullable<RefusalBody['error']> {
  try {
    return (JSON.parse(text) as RefusalBody).error ?? {};
  } catch {
    return {};
  }
}
