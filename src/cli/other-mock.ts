import { remainingRule } from '../faults/remaining-rule.js';
import { withoutWaiting } from '../faults/without-waiting.js';
import type { Fault, Mock } from '../index.js';
import { SESSION_PREFIX } from '../session/session-address.js';
import { ANSWER_TIMEOUT, noServerAt } from './no-server.js';

/** A separate session on another briefs-mock, which follows the replayed session. */
export class OtherMock {
  readonly session: string;
  /** The base URL of the APIs in this session. */
  readonly url: string;
  readonly #server: string;
  readonly #controlToken: string | undefined;
  #time = '';

  private constructor(server: string, session: string, controlToken: string | undefined) {
    this.session = session;
    this.url = server + SESSION_PREFIX + session;
    this.#server = server;
    this.#controlToken = controlToken;
  }

  /**
   * Undefined if the server is not a briefs-mock, or its control API is off.
   * @throws Error if it needs a control token, or creates no session: what others have there must not change.
   */
  static async at(server: string, controlToken: string | undefined): Promise<OtherMock | undefined> {
    const base = server.replace(/\/+$/, '');
    // Only a read, because the server could be any server.
    const { status, json } = await call(`${base}/__mock/health`, 'GET', controlToken);
    const { scenario, error } = (json ?? {}) as { scenario?: string; error?: { message?: string } };
    if (status === 401 && error?.message?.startsWith('The control API')) {
      throw new Error(`${server} is a briefs-mock with a control token; pass it as --control-token`);
    }
    if (status !== 200 || scenario === undefined) return undefined;
    const created = await call(`${base}/__mock/sessions`, 'POST', controlToken, {});
    const { data, error: refusal } = (created.json ?? {}) as { data?: { id?: string }; error?: { message?: string } };
    if (data?.id !== undefined) return new OtherMock(base, data.id, controlToken);
    const reason = refusal?.message ?? `status ${created.status}`;
    throw new Error(`${server} is a briefs-mock, but it creates no session for the requests: ${reason}`);
  }

  /** Gives the session the state and the fault rules of a mock. */
  async restore(mock: Mock): Promise<void> {
    await this.#control('POST', '/restore', mock.snapshot());
    this.#time = '';
    await this.setFaults(mock.faults.all());
  }

  /** Replaces the fault rules. Nothing waits in a replay, so they neither delay nor hold answers. */
  async setFaults(faults: readonly Fault[]): Promise<void> {
    await this.#control('DELETE', '/faults');
    for (const { id: _, hits, skipped = 0, held: __, profile: ___, ...rule } of faults) {
      const remaining = remainingRule(rule, hits, skipped);
      const added = remaining && withoutWaiting(remaining);
      if (added !== undefined) await this.#control('POST', '/faults', added);
    }
  }

  /** Sets the clock, which stands still. */
  async setTime(now: string): Promise<void> {
    if (now !== this.#time) await this.#control('PUT', '/clock', { now, frozen: true });
    this.#time = now;
  }

  async end(): Promise<void> {
    await call(`${this.#server}/__mock/sessions/${this.session}`, 'DELETE', this.#controlToken);
  }

  async #control(method: string, path: string, body?: unknown): Promise<void> {
    const { status, json } = await call(`${this.url}/__mock${path}`, method, this.#controlToken, body);
    if (status === 200) return;
    const { error } = (json ?? {}) as { error?: { message?: string } };
    throw new Error(`${this.#server} answered ${method} /__mock${path} with status ${status}: ${error?.message ?? ''}`);
  }
}

async function call(
  url: string,
  method: string,
  controlToken: string | undefined,
  body?: unknown,
): Promise<{ status: number; json: unknown }> {
  const headers = {
    'content-type': 'application/json',
    ...(controlToken !== undefined && { authorization: `Bearer ${controlToken}` }),
  };
  try {
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT);
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(url, { method, headers, signal, ...sent });
    return { status: response.status, json: await response.json().catch(() => undefined) };
  } catch (error) {
    throw noServerAt(url, error);
  }
}
