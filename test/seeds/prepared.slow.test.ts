import { readdirSync, readFileSync } from 'node:fs';
import { createMock, defineScenario, type MockOptions } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { afterEach, describe, expect, it, vi } from 'vitest';

// In Node, newsroom with its default seed and time is loaded from the package. A copy of the scenario is created instead.
const created = defineScenario({ ...newsroom });

afterEach(() => {
  vi.restoreAllMocks();
});

/** Counts the characters of JSON that are parsed. */
function countParsed(): () => number {
  const parse = vi.spyOn(JSON, 'parse');
  return () => parse.mock.calls.reduce((sum, [text]) => sum + text.length, 0);
}

describe('the prepared newsroom', () => {
  it.each<MockOptions>([{}, { seed: 2 }, { clock: '2026-03-05T09:00:00Z' }, { clock: { frozen: false } }])(
    'is the state that the scenario creates with %j',
    (options) => {
      const [prepared, seeded] = [newsroom, created].map((scenario) => {
        const { seed, counters, tables } = createMock({ ...options, scenario }).snapshot();
        return JSON.stringify({ seed, counters, tables });
      });
      expect(prepared).toBe(seeded);
    },
  );

  it('has the same fingerprint, ids and slugs as the created one, also after writes', () => {
    expect(createMock({ scenario: newsroom }).fingerprint()).toBe(createMock({ scenario: created }).fingerprint());
    const [prepared, seeded] = [newsroom, created].map((scenario) => {
      const mock = createMock({ scenario });
      mock.data.brief.create({ name: 'Front Page' });
      mock.data.article.delete({ where: { id: { equals: 3 } } });
      mock.make.bookmark();
      return mock.fingerprint();
    });
    expect(prepared).toBe(seeded);
  });

  it('parses only the tables that are used, and each once', async () => {
    const parsed = countParsed();
    const mock = createMock({ scenario: newsroom });
    expect(parsed()).toBe(0);
    mock.fingerprint();
    const all = parsed();
    expect(all).toBeGreaterThan(300_000);
    mock.reset();
    mock.fork().data.article.getAll();
    expect(parsed()).toBe(all);

    const other = createMock({ scenario: newsroom });
    const headers = { authorization: 'Bearer alice-token' };
    const response = await other.fetch('/public-api/v1/brief', { headers });
    expect(response.status).toBe(200);
    expect(parsed() - all).toBeLessThan(all / 5);
  });

  it('is also what the command line starts from', () => {
    const dist = new URL('../../dist/', import.meta.url);
    const modules = readdirSync(dist).filter((file) => file.endsWith('.js'));
    const importing = modules.filter((file) => /['"]#prepared['"]/.test(readFileSync(new URL(file, dist), 'utf8')));
    expect(importing).toHaveLength(1);
  });

  it.each(['prepared.js', 'prepared.cjs'])(
    'takes one byte per character in memory: %s has only ASCII characters',
    (file) => {
      expect(readFileSync(new URL(`../../dist/${file}`, import.meta.url), 'utf8')).toMatch(/^[\0-\x7f]+$/);
    },
  );
});
