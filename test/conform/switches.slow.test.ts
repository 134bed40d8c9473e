import { type BehaviorOptions, createMock } from 'briefs-mock';
import { type Case, type ConformOptions, cases, conform, type Report, type Result } from 'briefs-mock/conform';
import { newsroom } from 'briefs-mock/seeds';
import { describe, expect, it } from 'vitest';
import { readers as tokens } from '../support/conform-target.js';

/** What the server requires. Reports contain a replacement. */
const SECRET = 's3cret';

/** Each switch, set the other way; the others of a switch with more than two values follow. */
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
const singly: BehaviorOptions[] = [
  ...Object.entries(flips).map(([key, value]) => ({ [key]: value })),
  { tokens: 'any' },
  { apostropheKey: 'both' },
];

/** All that tells a switch apart. The other cases run once, where all switches are set the other way. */
const ofSwitches = cases.filter((one) => one.switch !== undefined);

/** The results for the statuses of all successes. */
const statuses = ['public-api/status', 'user-data/status', 'user-preference/status'];

/** What conform should report for these switches. */
function reported(behavior: BehaviorOptions): BehaviorOptions {
  return 'serviceToken' in behavior ? { ...behavior, serviceToken: 'service-token' } : behavior;
}

/** Compares a mock with these switches, as one that knows what to send to it. */
function compare(behavior: BehaviorOptions, options: ConformOptions): Promise<Report> {
  const mock = createMock({ scenario: newsroom, behavior });
  return conform({
    fetch: mock.fetch,
    tokens,
    serviceToken: SECRET,
    requestFrom: ['web'],
    origins: ['https://app.example'],
    writes: true,
    ...options,
  });
}

/** The cases, and the checks of many answers that do not agree. */
function idsOf({ results }: Report, outcome: Result['outcome']): string[] {
  return results
    .filter((result) => result.outcome === outcome && !(outcome === 'agrees' && /\/(form|records)$/.test(result.id)))
    .map(({ id }) => id);
}

function idsWhere(among: readonly Case[], test: (one: Case) => boolean): string[] {
  return among.filter(test).map(({ id }) => id);
}

/** Whether a case bookmarks an article, whose gid it learns from a document. */
function isOfArticles({ needs }: Case): boolean {
  return needs?.some((need) => need === 'article' || need === 'unratedArticle') === true;
}

describe('conform', () => {
  it('has a case for each switch', () => {
    const keys = Object.keys(createMock().behavior);
    expect(Object.keys(flips).sort()).toEqual(keys.sort());
    expect(keys.filter((key) => !cases.some((one) => one.switch === key))).toEqual([]);
  });

  it('finds no difference in a mock without options', async () => {
    const report = await compare({}, { cases: ofSwitches });
    expect(idsOf(report, 'agrees')).toEqual([...idsWhere(ofSwitches, () => true), ...statuses]);
    expect(report.switches.filter(({ side }) => side !== 'this side')).toEqual([]);
    expect(report.behavior).toEqual({});
  });

  it.each(singly.map((flip) => [JSON.stringify(flip), flip] as const))(
    'finds %s, and nothing else',
    async (_, flip) => {
      const [key] = Object.keys(flip);
      const report = await compare(flip, { cases: ofSwitches });
      expect(report.behavior).toEqual(reported(flip));
      expect(report.switches.filter(({ side }) => side !== 'this side').map((one) => one.switch)).toEqual([key]);
      expect(idsOf(report, 'differs')).toEqual(idsWhere(ofSwitches, (one) => one.switch === key));
      expect(idsOf(report, 'could not tell')).toEqual(key === 'articleGid' ? idsWhere(ofSwitches, isOfArticles) : []);
    },
  );

  it('P16: finds no difference if slugs and gids have characters that a URL encodes', async () => {
    const mock = createMock({ scenario: newsroom });
    for (const { id } of mock.data.brief.getAll()) mock.data.brief.delete({ where: { id: { equals: id } } });
    const { id: brief_id } = mock.data.brief.create({ name: 'Odd', slug: 'a b ä?#50%', is_public: true });
    const { gid: brief_gid } = mock.data.brief_document.create({ brief_id, date: '2026-03-03' });
    mock.data.article.create({ brief_gid, gid: 'why?_50%#1/ü', title: 'T', snippet: '<p>One</p>' });
    const { results } = await conform({ fetch: mock.fetch, tokens, writes: true, only: ['public-api'] });
    expect(results.filter(({ outcome }) => outcome === 'differs')).toEqual([]);
    const ofDocuments = results.filter(({ id }) => /^public-api\/(document|bookmark)\//.test(id));
    const missing = ofDocuments.filter(({ outcome }) => outcome === 'could not tell').map(({ missing }) => missing);
    expect(missing.filter((one) => !/^(two|a brief with two|tokens of two) /.test(one ?? ''))).toEqual([]);
  });

  it('cuts the long value of a switch in its text', async () => {
    const webOrigin = `https://${'x'.repeat(500)}.example`;
    const { results } = await compare({ webOrigin }, { cases: cases.filter((one) => one.switch === 'webOrigin') });
    const problems = results.flatMap(({ difference }) => difference?.problems ?? []);
    expect(problems.map(({ problem }) => problem)).toEqual([
      `the server has "https://${'x'.repeat(191)}…, expected is "https://briefs.example"`,
    ]);
  });

  it('finds that all switches are set the other way, and then agrees with a mock of its calibration', async () => {
    const { behavior } = await compare(flips, { cases: ofSwitches });
    expect(behavior).toEqual(reported(flips));
    const report = await compare(flips, { behavior });
    expect(idsOf(report, 'differs')).toEqual([]);
    expect(idsOf(report, 'could not tell')).toEqual(idsWhere(cases, isOfArticles));
  });
});
