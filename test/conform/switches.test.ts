import { type BehaviorOptions, createMock } from 'briefs-mock';
import { cases, conform, type Report } from 'briefs-mock/conform';
import { newsroom } from 'briefs-mock/seeds';
import { describe, expect, it } from 'vitest';
import { readers as tokens } from '../support/conform-target.js';

/** What the server requires. Reports contain a replacement. */
const SECRET = 's3cret';

/** Each switch, set the other way. */
const flips: Required<BehaviorOptions> = {
  tokens: 'jwt',
  hideUnentitled: true,
  repeatBookmark: 'conflict',
  deleteMissingBookmark: 'empty',
  webOrigin: 'https://other.example',
  articleGid: false,
  uniqueFirstName: true,
  hideDeleted: true,
  apostropheKey: 'on',
  setPreference: 'append',
  requestFrom: ['web'],
  serviceToken: SECRET,
  requireContentType: true,
  corsOrigin: ['https://app.example'],
};
const keys = Object.keys(flips) as (keyof BehaviorOptions)[];
const found: BehaviorOptions = { ...flips, serviceToken: 'service-token' };

/** Compares a mock with these switches, as one that knows what to send to it. */
function compare(behavior: BehaviorOptions, expected: BehaviorOptions = {}): Promise<Report> {
  const mock = createMock({ scenario: newsroom, behavior });
  return conform({
    fetch: mock.fetch,
    tokens,
    serviceToken: SECRET,
    requestFrom: ['web'],
    origins: ['https://app.example'],
    writes: true,
    behavior: expected,
  });
}

function differing({ results }: Report): string[] {
  return results.filter(({ outcome }) => outcome === 'differs').map(({ id }) => id);
}

function untold({ results }: Report): string[] {
  return results.filter(({ outcome }) => outcome === 'could not tell').map(({ id }) => id);
}

/** The cases that cannot run without the gids of articles. */
const withArticles = cases.filter(({ needs }) => needs?.includes('article')).map(({ id }) => id);

describe('conform', () => {
  it('has a case for each switch', () => {
    expect(keys.filter((key) => !cases.some((one) => one.switch === key))).toEqual([]);
    expect(Object.keys(createMock().behavior).sort()).toEqual([...keys].sort());
  });

  it('finds no difference in a mock without options', async () => {
    const report = await compare({});
    expect(differing(report)).toEqual([]);
    expect(untold(report)).toEqual([]);
    expect(report.switches.filter(({ side }) => side !== 'this side')).toEqual([]);
    expect(report.behavior).toEqual({});
  });

  it.each(keys)('finds that %s is set the other way, and nothing else', async (key) => {
    const report = await compare({ [key]: flips[key] });
    expect(report.behavior).toEqual({ [key]: found[key] });
    expect(report.switches.filter(({ side }) => side !== 'this side').map((one) => one.switch)).toEqual([key]);
    expect(differing(report)).toEqual(cases.filter((one) => one.switch === key).map(({ id }) => id));
    expect(untold(report)).toEqual(key === 'articleGid' ? withArticles : []);
  });

  it('finds that all switches are set the other way, and then agrees with a mock of its calibration', async () => {
    const { behavior } = await compare(flips);
    expect(behavior).toEqual(found);
    const report = await compare(flips, behavior);
    expect(differing(report)).toEqual([]);
    expect(untold(report)).toEqual(withArticles);
  });
});
