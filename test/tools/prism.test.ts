import { createMock } from 'briefs-mock';
import { expect, it } from 'vitest';
import { steps } from '../support/random-walk.js';
import { readingRoom } from '../support/reading-room.js';
import { serveThroughPrism, violationsIn } from './prism.js';

const mock = createMock({ scenario: readingRoom, seed: 42 });

it('Prism accepts every answer of the random walk', async () => {
  const url = await serveThroughPrism(mock);
  let described = 0;
  for (const { method, path, headers, body, clock } of steps) {
    // For Prism, this is a path with an empty parameter; for the mock, the slash has no meaning (X17).
    if (/\/(\?|$)/.test(path)) continue;
    if (clock !== undefined) mock.clock.set(clock);
    const response = await fetch(url + path, { method, headers, ...(body !== undefined && { body }) });
    const violations = violationsIn(response.headers.get('sl-violations'));
    if (violations === null) continue;
    expect(violations, `${method} ${path}: ${response.status} ${await response.text()}`).toEqual([]);
    described++;
  }
  expect(described).toBeGreaterThan(150);
});

it('Prism rejects a wrong answer', async () => {
  const url = await serveThroughPrism(mock);
  mock.faults.add({ path: '/public-api/v1/brief', status: 200, body: { data: [{}] } });
  const { headers } = await fetch(`${url}/public-api/v1/brief`);
  expect(violationsIn(headers.get('sl-violations'))).toContainEqual(expect.stringContaining('required property'));
});
