import { appendFileSync } from 'node:fs';
import { setupMock } from 'briefs-mock/vitest';
import { afterEach, expect } from 'vitest';
import { changedNewsroom, changes } from './changes.js';

const API = 'https://api.example.com';

/** The mock for a test file, under the change that the environment names. */
export function startMock() {
  const change = changes[process.env.CHANGE ?? ''];
  const traces = process.env.TRACES === 'none' ? false : 'all';
  const { ANSWERS } = process.env;
  const setup = setupMock({ scenario: changedNewsroom(change), behavior: change?.behavior, baseUrl: API, traces });
  if (ANSWERS !== undefined) {
    afterEach(() => {
      const answers = setup.mock.requests.all().map(({ status, response }) => JSON.stringify([status, response]));
      const name = expect.getState().currentTestName?.replaceAll(' > ', ' ');
      appendFileSync(ANSWERS, `${JSON.stringify({ name, answers })}\n`);
    });
  }
  return setup;
}

/** Calls the APIs. @returns the status and the answer */
export async function call(method: string, path: string, { token, body }: { token?: string; body?: unknown } = {}) {
  const headers: HeadersInit = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const init = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(API + path, { method, headers, ...init });
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect.
  return { status: response.status, ...((await response.json()) as { data: any; error?: any }) };
}
