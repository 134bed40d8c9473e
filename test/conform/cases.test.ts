import { createMock } from 'briefs-mock';
import { cases, conform, junitOf, type Report } from 'briefs-mock/conform';
import { newsroom } from 'briefs-mock/seeds';
import { beforeAll, describe, expect, it } from 'vitest';
import { caseTitle } from '../support/case-title.js';
import { contentOf, readers as tokens } from '../support/conform-target.js';
import { deliver, deliveries } from '../support/transports.js';

const inNewsroom = createMock({ scenario: newsroom });
const { DELIVERIES = deliveries.join() } = process.env;

// All cases run against the same mock, as they do against a server of a team: but one after the other, because what only the mock
// promises includes whole lists and the next id.
describe.each(deliveries.filter((delivery) => DELIVERIES.split(',').includes(delivery)))('through %s', (delivery) => {
  const mock = inNewsroom.fork();
  const before = contentOf(mock);
  let report: Report;

  beforeAll(async () => {
    const { origin, transport, close } = await deliver[delivery](mock);
    report = await conform({ baseUrl: origin, fetch: transport, tokens, writes: true, ours: true, concurrency: 1 });
    return close;
  });

  it.each(cases.map((one) => [caseTitle(one), one.id]))('%s agrees', (_, id) => {
    const { outcome, difference, missing } = report.results.find((result) => result.id === id) ?? {};
    expect({ outcome, difference, missing }).toEqual({ outcome: 'agrees' });
  });

  it('X2: the successes of all cases have the status of the mock, and every answer has the form of its route', () => {
    const others = report.results.slice(cases.length);
    expect(others.slice(0, 3).map(({ id }) => id)).toEqual([
      'public-api/status',
      'user-data/status',
      'user-preference/status',
    ]);
    expect(others.filter(({ outcome }) => outcome !== 'agrees')).toEqual([]);
  });

  it('the report has no token', () => {
    const text = JSON.stringify(report) + junitOf(report);
    expect(Object.values(tokens).filter((token) => text.includes(token))).toEqual([]);
  });

  it('the cases leave nothing behind', () => {
    expect(report.left).toEqual([]);
    expect(contentOf(mock)).toEqual(before);
  });
});
