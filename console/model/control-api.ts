import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Issue } from 'briefs-mock';

/** A `fetch` that reaches a mock: over the network, or in the page. The path starts with `/__mock`. */
export type ControlFetch = (path: string, init?: RequestInit) => Promise<Response>;

export type QueryValues = Readonly<Record<string, string | number | undefined>>;

/** An answer of the control API with an error, or none at all: then the status is 0. */
export class ControlError extends Error {
  readonly status: number;
  readonly issues: readonly Issue[];

  constructor(status: number, message: string, issues: readonly Issue[] = []) {
    super(message);
    this.status = status;
    this.issues = issues;
  }
}

/** The control API of a mock, in one of its sessions. */
export class ControlApi {
  readonly #fetch: ControlFetch;
  /** The session in which calls are made; null for the default session. */
  readonly session: ReadonlySignal<string | null>;
  /** The control token; an empty text if there is none. */
  readonly token: Signal<string>;
  /** The control token that the mock has rejected, empty if it has asked for one; undefined once it has taken one. */
  readonly rejectedToken = signal<string | undefined>(undefined);
  /** Whether the mock has rejected the control token, or has asked for one. */
  readonly needsToken = computed(() => this.rejectedToken.value !== undefined);

  constructor(fetch: ControlFetch, session: ReadonlySignal<string | null>, token: Signal<string>) {
    this.#fetch = fetch;
    this.session = session;
    this.token = token;
  }

  /** The control API of the present session, also when another one is entered: for what takes more than one call. */
  ofPresentSession(): ControlApi {
    return new ControlApi(this.#fetch, signal(this.session.value), this.token);
  }

  /** Reads, unless the signal ends it. @throws ControlError */
  async get<Answer>(path: string, query: QueryValues = {}, signal?: AbortSignal): Promise<Answer> {
    const response = await this.open(path, { query, signal: signal ?? null });
    return (await response.json()) as Answer;
  }

  /** Sends a call with a body, or without one, and returns the JSON of the answer. @throws ControlError */
  async send<Answer>(method: string, path: string, body?: unknown, query: QueryValues = {}): Promise<Answer> {
    const init: RequestInit = { method };
    if (body !== undefined) init.body = JSON.stringify(body);
    const response = await this.open(path, { ...init, query });
    return (await response.json()) as Answer;
  }

  /** Sends a call, and returns the answer with its body unread. @throws ControlError */
  async open(
    path: string,
    { query = {}, headers, ...init }: RequestInit & { query?: QueryValues } = {},
  ): Promise<Response> {
    expectReachable(path);
    const all = new Headers(headers);
    // A header cannot carry every text. Names that are valid stay as they are.
    if (this.session.value !== null) all.set('x-mock-session', encodeURIComponent(this.session.value));
    const token = this.token.value;
    if (token !== '') all.set('authorization', `Bearer ${token}`);
    if (init.body !== undefined) all.set('content-type', 'application/json');
    const response = await this.#fetch(path + queryText(query), { ...init, headers: all }).catch((error: unknown) => {
      if (init.signal?.aborted) throw error;
      throw new ControlError(0, 'The mock does not answer');
    });
    if (response.ok) {
      this.rejectedToken.value = undefined;
      return response;
    }
    if (response.status === 401 && token === this.token.value) this.rejectedToken.value = token;
    throw await errorOf(response);
  }
}

/** `fetch` would call another path instead. @throws ControlError */
function expectReachable(path: string): void {
  const name = path.split('/').find((part, index) => index > 0 && ['', '.', '..'].includes(part));
  if (name !== undefined) throw new ControlError(404, `${JSON.stringify(name)} cannot be a name in an address`);
}

async function errorOf(response: Response): Promise<ControlError> {
  const { status } = response;
  const { error } = (await response.json().catch(() => ({}))) as {
    error?: { message?: string; issues?: Issue[] };
  };
  return new ControlError(status, error?.message ?? `The mock answered with status ${status}`, error?.issues);
}

function queryText(query: QueryValues): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, String(value));
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}
