import { createMock, type Mock, type MockOptions } from 'briefs-mock';
import { expect } from 'vitest';
import type { Answer } from './conformance.js';
import { type Failure, type Send, senderOf } from './envelope.js';
import { choices } from './user-preference-choices.js';

/** An error in short form; `at` lists the paths of its issues. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly at: readonly string[];
}

/** One of the two APIs; paths are relative to its version. Each call expects success and returns `data`. */
interface Client {
  get<Data = unknown>(path: string): Promise<Data>;
  post<Data = unknown>(path: string, body: unknown): Promise<Data>;
  put<Data = unknown>(path: string, body: unknown): Promise<Data>;
  delete<Data = unknown>(path: string): Promise<Data>;
  /** Expects that a call is rejected, and returns the error. */
  refusal(method: string, path: string, body?: unknown): Promise<Refusal>;
}

/** A mock and the two APIs with preferences. */
export interface Preferences {
  readonly mock: Mock;
  readonly send: Send;
  readonly userPreference: Client;
  readonly userData: Client;
}

/** Without options, tests get a fork of this mock: it equals a new mock and is created faster. */
const pristine = createMock({ scenario: choices });

/** A new mock, by default with the scenario `choices`. */
export function open(options?: MockOptions): Preferences {
  const mock = options === undefined ? pristine.fork() : createMock({ scenario: choices, ...options });
  const send = senderOf(mock);

  function clientOf(base: string): Client {
    async function call<Data>(method: string, path: string, body?: unknown): Promise<Data> {
      const { status, text, json } = await send<Data>(method, base + path, { body });
      expect(status, `${method} ${path}: ${text}`).toBe(200);
      return json.data;
    }
    return {
      get: (path) => call('GET', path),
      post: (path, body) => call('POST', path, body),
      put: (path, body) => call('PUT', path, body),
      delete: (path) => call('DELETE', path),
      refusal: async (method, path, body) => refusalIn(await send(method, base + path, { body })),
    };
  }
  return { mock, send, userPreference: clientOf('/user-preference/v1'), userData: clientOf('/user-data/v1') };
}

/** Expects that an answer is an error, and returns it in short form. */
export function refusalIn({ status, text, json }: Answer): Refusal {
  expect(status, text).toBeGreaterThanOrEqual(400);
  const { code, issues = [] } = (json as Failure).error;
  return { status, code, at: issues.map(({ path }) => path) };
}

export const malformed = (...at: string[]): Refusal => ({ status: 400, code: 'malformed_data', at });
