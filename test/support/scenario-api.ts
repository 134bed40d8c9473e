import { createMock, type Mock, type Scenario } from 'briefs-mock';
import { type Answer, expectConforming, readAnswer } from './conformance.js';
import { type UserData, userDataOf } from './user-data.js';

/** A new mock of a scenario, and its APIs. Every answer is checked against its schema. */
export interface Play {
  readonly mock: Mock;
  /** Calls the public API as a persona; the path is relative to `/public-api/v1`. */
  as<Data = unknown>(key: string, method: string, path: string): Promise<Answer<{ readonly data: Data }>>;
  /** The slugs of the briefs that the API lists for a persona. */
  slugsOf(key: string): Promise<string[]>;
  readonly userData: UserData;
}

/** Builds a scenario once; each call of the result returns a new fork. */
export function staged(scenario: Scenario): () => Play {
  const original = createMock({ scenario, seed: 7 });
  return () => playOn(original.fork());
}

export function playOn(mock: Mock): Play {
  async function as<Data>(key: string, method: string, path: string) {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}-token` };
    const response = await mock.fetch(`/public-api/v1${path}`, { method, headers });
    const answer = await readAnswer<{ readonly data: Data }>(response);
    expectConforming({ method, path: `/public-api/v1${path}` }, answer);
    return answer;
  }
  return {
    mock,
    as,
    slugsOf: async (key) => {
      const { json } = await as<{ slug: string }[]>(key, 'GET', '/brief');
      return json.data.map(({ slug }) => slug);
    },
    userData: userDataOf(mock),
  };
}
