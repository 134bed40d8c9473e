import { createMock, type Mock, type TableName } from 'briefs-mock';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../support/state-runs.js';
import { growthOf, stepsOf } from '../support/steps.js';

type Body = Record<string, unknown>;

const pristine = createMock();
pristine.data.application.create({ name: 'reader' });
pristine.data.user.create({ fname: 'Ann', lname: 'Arden', email: 'ann@reader.example' });
pristine.data.application_preference.create({ application_id: 1, preference_label: 'Theme' });
pristine.data.preference_hierarchy.create({ label: 'Look' });
pristine.data.legacy_preference.create({ name: 'Font', slug: 'font' });

const list = (size: number, item: (n: number) => Body) => Array.from({ length: size }, (_, n) => item(n));

async function send(mock: Mock, method: string, path: string, body?: unknown): Promise<string> {
  const response = await mock.fetch(path, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });
  const text = await response.text();
  expect(response.status, text.slice(0, 500)).toBe(200);
  return text;
}

/** What a call costs: built-in steps, and records read. */
async function costsOf(mock: Mock, act: () => unknown): Promise<number[]> {
  const before = mock.recordsRead;
  return [await stepsOf(act), mock.recordsRead - before];
}

/** How many times as much a body of twice the size costs. */
function growthOfBody(
  path: string,
  bodyOf: (size: number) => unknown,
  prepare?: (mock: Mock, size: number) => unknown,
) {
  return growthOf(200, async (size) => {
    const mock = pristine.fork();
    await prepare?.(mock, size);
    return costsOf(mock, () => send(mock, 'POST', path, bodyOf(size)));
  });
}

const label = { application_id: 1, preference_label: 'Colour' };

describe('A bulk write costs twice as much for twice as many items:', () => {
  it.each<[string, string, (size: number) => unknown]>([
    ['application preferences with one label', '/user-data/v1/application-preference', (n) => list(n, () => label)],
    ['briefs with one name', '/__mock/data/brief', (size) => list(size, () => ({ name: 'Daily' }))],
    [
      'briefs whose ids are taken by later numbers',
      '/__mock/data/brief',
      (size) => list(2 * size, (n) => (n < size ? { id: `${size + n + 1}`, name: `${n}` } : { name: `${n}` })),
    ],
    [
      'a chain in the hierarchy',
      '/user-data/v1/preference-hierarchy',
      (size) => list(size, (n) => ({ label: 'Below', parent: n + 1 })),
    ],
  ])('%s', async (_, path, bodyOf) => {
    expect(await growthOfBody(path, bodyOf)).toBeLessThan(2.2);
  });

  it('articles with one title in one document', async () => {
    const growth = await growthOfBody(
      '/__mock/data/article',
      (size) => list(size, () => ({ brief_gid: 'd', title: 'Rain' })),
      ({ data }) => {
        data.brief.create({ id: 'b', name: 'Daily' });
        data.brief_document.create({ gid: 'd', brief_id: 'b', date: '2026-03-04' });
      },
    );
    expect(growth).toBeLessThan(2.2);
  });

  it('documents whose gids are taken by later numbers', async () => {
    const day = (n: number) => new Date(86_400_000 * n).toISOString().slice(0, 10);
    const growth = await growthOfBody(
      '/__mock/data/brief_document',
      (size) => list(2 * size, (n) => ({ brief_id: 'b', date: day(n), ...(n < size && { gid: `1-${size + n + 1}` }) })),
      ({ data }) => data.brief.create({ id: 'b', name: 'Daily' }),
    );
    expect(growth).toBeLessThan(2.2);
  });
});

describe('F5: the hierarchy', () => {
  /** A mock with a chain of this many entries; the first one is at the bottom if `rising`. */
  const chain = (size: number, rising: boolean) => {
    const mock = createMock();
    for (let n = 1; n <= size; n++) mock.data.preference_hierarchy.create({ label: `Level ${n}` });
    const parentOf = (id: number) => (rising ? id + 1 : id - 1);
    const snapshot = JSON.parse(JSON.stringify(mock.snapshot()));
    for (const entry of snapshot.tables.preference_hierarchy) {
      const parent = parentOf(entry.id);
      entry.parent = parent >= 1 && parent <= size ? parent : null;
    }
    return snapshot;
  };
  const restoring = (snapshotOf: (size: number) => unknown) =>
    growthOf(200, async (size) => {
      const snapshot = snapshotOf(size);
      // The fingerprint is not that of the contents, so that everything else has been checked before the error.
      return [await stepsOf(() => expect(() => createMock().restore(snapshot as never)).toThrow(/cannot be restored/))];
    });

  it.each([true, false])(
    'costs twice as much to restore with a chain of twice the length, rising: %s',
    async (rising) => {
      expect(await restoring((size) => chain(size, rising))).toBeLessThan(2.2);
    },
  );

  it('costs twice as much to restore with a chain of twice the length that ends in a cycle', async () => {
    const snapshotOf = (size: number) => {
      const snapshot = chain(size, true);
      snapshot.tables.preference_hierarchy.at(-1).parent = size - 1;
      return snapshot;
    };
    expect(await restoring(snapshotOf)).toBeLessThan(2.2);
    expect(() => createMock().restore(snapshotOf(10))).toThrow(
      'tables.preference_hierarchy.8.parent (preference_hierarchy 9): cannot be 10, which is the entry itself or one of its descendants; ' +
        'tables.preference_hierarchy.9.parent (preference_hierarchy 10): cannot be 9,',
    );
  });
});

describe('D9: generated slugs', () => {
  /** The rule as it is written: the lowest suffix that is free. */
  const expected = (slug: string, separator: string, taken: ReadonlySet<unknown>): string => {
    let candidate = slug;
    for (let n = 2; taken.has(candidate); n++) candidate = `${slug}${separator}${n}`;
    return candidate;
  };

  /** A table whose slug comes from a text. `spelled` makes the slug of a text. */
  interface Slugged {
    readonly table: TableName;
    readonly text: string;
    readonly slug: string;
    readonly separator: string;
    readonly fixed: Body;
  }
  const tables: readonly Slugged[] = [
    {
      table: 'application_preference',
      text: 'preference_label',
      slug: 'preference_slug',
      separator: '-',
      fixed: { application_id: 1 },
    },
    { table: 'brief', text: 'name', slug: 'slug', separator: '-', fixed: {} },
    { table: 'article', text: 'title', slug: 'gid', separator: '_', fixed: { brief_gid: 'd1' } },
    { table: 'article', text: 'title', slug: 'gid', separator: '_', fixed: { brief_gid: 'd2' } },
  ];
  const texts = ['x', 'x 2', 'x 2 3', 'x 02', 'x 10', 'x2', '7', '7 2', 'y'];
  const suffixes = ['', '2', '3', '4', '5', '10', '02', '2S2', '1', '0', '9999999999999999'];
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('create' as const), text: fc.constantFrom(...texts) }) },
    fc.record({
      do: fc.constant('set' as const),
      text: fc.constantFrom(...texts),
      suffix: fc.constantFrom(...suffixes),
      nth: fc.nat(20),
    }),
    fc.record({ do: fc.constant('derive' as const), nth: fc.nat(20) }),
    fc.record({ do: fc.constant('remove' as const), nth: fc.nat(20) }),
    fc.record({ do: fc.constantFrom('undo' as const, 'fork' as const, 'reload' as const) }),
  );

  it.each(tables)(
    'have the lowest free suffix in $table $fixed, after any writes',
    ({ table, text, slug, separator, fixed }) => {
      const word = (given: string) => given.toLowerCase().replaceAll(' ', separator);
      const law = (steps: readonly (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[]) => {
        let mock = createMock();
        mock.data.application.create({ name: 'reader' });
        for (const n of [1, 2]) {
          mock.data.brief.create({ id: `b${n}`, name: `Held ${n}` });
          mock.data.brief_document.create({ gid: `d${n}`, brief_id: `b${n}`, date: '2026-03-04' });
          mock.data.article.create({ brief_gid: `d${n}`, gid: `x${n === 1 ? '' : '_2'}`, title: 'x' });
        }
        const rows = () => {
          const all = (mock.data[table] as { getAll(): Body[] }).getAll();
          return all.filter((row) => Object.entries(fixed).every(([column, value]) => row[column] === value));
        };
        const collection = () =>
          mock.data[table] as never as {
            create(values: Body): Body;
            update(query: Body): Body | null;
            delete(query: Body): Body | null;
          };
        const others = (id?: unknown) =>
          new Set(
            rows()
              .filter((row) => row.id !== id)
              .map((row) => row[slug]),
          );
        for (const taking of steps) {
          const row = 'nth' in taking ? rows()[taking.nth % Math.max(1, rows().length)] : undefined;
          const where = { id: { equals: row?.id } };
          if (taking.do === 'create') {
            const want = expected(word(taking.text), separator, others());
            expect(collection().create({ ...fixed, [text]: taking.text })[slug]).toBe(want);
          } else if (taking.do === 'fork') {
            const before = mock;
            mock = mock.fork();
            collection().create({ ...fixed, [text]: 'x' });
            mock = before.fork();
          } else if (taking.do === 'reload') {
            mock.restore(JSON.parse(JSON.stringify(mock.snapshot())));
          } else if (taking.do === 'undo') {
            const kept = mock.snapshot();
            for (const name of ['x', 'x', '7']) collection().create({ ...fixed, [text]: name });
            expect(() => collection().create({ ...fixed, [text]: 'x', [slug]: 'x', nonsense: 1 })).toThrow();
            mock.restore(kept);
          } else if (row !== undefined && taking.do === 'remove') {
            collection().delete({ where });
          } else if (row !== undefined && taking.do === 'derive') {
            const want = expected(word(String(row[text])), separator, others(row.id));
            expect(collection().update({ where, data: { [slug]: null } })?.[slug]).toBe(want);
          } else if (row !== undefined && taking.do === 'set') {
            const end = taking.suffix.replaceAll('S', separator);
            const value = word(taking.text) + (end === '' ? '' : separator + end);
            if (!others(row.id).has(value)) collection().update({ where, data: { [slug]: value } });
            else expect(() => collection().update({ where, data: { [slug]: value } })).toThrow(/already taken/);
          }
        }
      };
      fc.assert(fc.property(fc.array(step, { maxLength: 40 }), law), runs(`slugs of ${table}`, 200, 20));
    },
  );

  it('count on after gaps are filled', () => {
    const { data } = pristine.fork();
    const create = () => data.application_preference.create({ ...label }).preference_slug;
    const made = Array.from({ length: 5 }, create);
    expect(made).toEqual(['colour', 'colour-2', 'colour-3', 'colour-4', 'colour-5']);
    for (const slug of ['colour', 'colour-3'])
      data.application_preference.delete({ where: { preference_slug: { equals: slug } } });
    expect(Array.from({ length: 3 }, create)).toEqual(['colour', 'colour-3', 'colour-6']);
  });
});
