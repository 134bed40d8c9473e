import { signal } from '@preact/signals';
import type { JournalEntry, Mock } from 'briefs-mock';

/** What came back for a request. */
export interface Answer {
  readonly status: number;
  readonly headers: string;
  readonly body: string;
}

/** A request as somebody edits it, and its answer. */
export class Draft {
  readonly #mock: Mock;
  readonly method = signal('GET');
  readonly path = signal('/public-api/v1/brief');
  /** One header a line. */
  readonly headers = signal('');
  readonly body = signal('');
  readonly answer = signal<Answer | undefined>(undefined);
  /** Why the request could not be sent, or was not answered. */
  readonly failure = signal('');
  readonly isSending = signal(false);
  #token: string | undefined;
  /** Counts the requests that were started with. */
  #started = 0;

  constructor(mock: Mock) {
    this.#mock = mock;
  }

  /** Puts the token of a reader into the header Authorization, or removes the header. */
  setToken(token: string | undefined): void {
    this.#token = token;
    const others = this.headers.value.split('\n').filter((line) => line !== '' && !/^authorization:/i.test(line));
    this.headers.value = [...(token === undefined ? [] : [`Authorization: Bearer ${token}`]), ...others].join('\n');
  }

  /** Starts with another request. */
  write(method: string, path: string, body?: unknown): void {
    this.method.value = method;
    this.path.value = path;
    this.body.value = textOf(body);
    this.headers.value = body === undefined ? '' : 'Content-Type: application/json';
    this.setToken(this.#token);
    this.#started++;
    this.isSending.value = false;
    this.answer.value = undefined;
    this.failure.value = '';
  }

  /** Starts with a request that was sent, and shows its answer. The journal hides tokens, so it gets that of the reader. */
  writeAgain({ method, path, query, request, response, status }: JournalEntry): void {
    const pairs = Object.entries(query).flatMap(([name, values]) => [values].flat().map((value) => [name, value]));
    const search = new URLSearchParams(pairs as [string, string][]).toString();
    this.write(method, search === '' ? path : `${path}?${search}`, request?.body);
    if (request?.cut || response?.cut) this.failure.value = 'A body is longer: the journal keeps its first 16 KiB.';
    if (response !== undefined) this.answer.value = answerOf(status, Object.entries(response.headers), response.body);
  }

  /** Sends the request. An answer that comes after another request was started with is not shown. */
  async send(): Promise<void> {
    const started = this.#started;
    const isCurrent = () => started === this.#started;
    this.isSending.value = true;
    this.answer.value = undefined;
    this.failure.value = '';
    try {
      const body = this.body.value === '' ? {} : { body: this.body.value };
      const init = { method: this.method.value, headers: headersIn(this.headers.value), ...body };
      const response = await this.#mock.fetch(this.path.value, init);
      const answer = answerOf(response.status, [...response.headers], bodyOf(await response.text()));
      if (isCurrent()) this.answer.value = answer;
    } catch (error) {
      if (isCurrent()) this.failure.value = error instanceof Error ? error.message : String(error);
    }
    if (isCurrent()) this.isSending.value = false;
  }
}

/** @throws Error that names a line without a colon */
function headersIn(text: string): [string, string][] {
  return text.split('\n').flatMap((line, i): [string, string][] => {
    if (line.trim() === '') return [];
    const colon = line.indexOf(':');
    if (colon < 1) throw new Error(`Headers, line ${i + 1}: write "Name: value"`);
    return [[line.slice(0, colon).trim(), line.slice(colon + 1).trim()]];
  });
}

function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function answerOf(status: number, headers: readonly (readonly [string, unknown])[], body: unknown): Answer {
  return {
    status,
    headers: headers.map(([name, value]) => `${name}: ${value}`).join('\n'),
    body: textOf(body),
  };
}

/** A body that is not JSON is a text already. */
function textOf(body: unknown): string {
  if (body === undefined) return '';
  return typeof body === 'string' ? body : JSON.stringify(body, undefined, 2);
}
