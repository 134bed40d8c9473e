import { createMock, type Mock, type MockError, type StateChanges } from 'briefs-mock';
import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { applyChanges } from '../../src/state/apply-changes.js';
import { readSnapshot } from '../../src/state/read-snapshot.js';
import { toSnapshot } from '../../src/state/snapshot.js';
import { type Image, State } from '../../src/state/state.js';
import { Table } from '../../src/state/table.js';
import { walks } from '../support/state-operations.js';
import { runs } from '../support/state-runs.js';
import { keyOf, tableNames } from '../support/state-tables.js';
import { walk } from '../support/state-walk.js';
import { bytesOf, world } from '../support/state-world.js';

// Properties run many times, so the default timeout is too short.
vi.setConfig({ testTimeout: 600_000 });

const json = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value));
/** The state of a mock as a snapshot file would load it. */
const loaded = (mock: Mock): Image => readSnapshot(json(mock.snapshot())).image;
const bytes = (image: Image) => JSON.stringify(toSnapshot(image));
/** The keys of the records in the order of each index. */
const indexed = ({ records }: Image) =>
  tableNames.map((name) =>
    records.trees[name].indexes.map((index) => index.valuesArray().map((row) => row[keyOf(name)])),
  );

describe('State: law 1, the changes between two states, as JSON, applied to the first', () => {
  it('give the second, with the same order, indexes and generated values', async () => {
    await fc.assert(
      fc.asyncProperty(walks(40), async (operations) => {
        for (const { mock } of await walk(operations)) {
          const end = loaded(mock);
          for (let since = 0; since <= mock.revision; since++) {
            const start = loaded(mock.fork({ at: since }));
            const before = bytes(start);
            const result = applyChanges(start, json(mock.changes({ since })));
            expect(bytes(result)).toBe(bytesOf(mock));
            expect(indexed(result)).toEqual(indexed(end));
            expect(bytes(start)).toBe(before);
          }
          expect(applyChanges(end, { tables: {} })).toEqual(end);
        }
      }),
      runs('apply', 40),
    );
  });

  it('continue with the same free numbers', () => {
    const mock = createMock({ scenario: world });
    mock.make.brief({ name: 'Morning' });
    mock.make.brief({ name: 'Morning' });
    const mark = mock.revision;
    const [first] = mock.data.brief.findMany({ where: { name: { equals: 'Morning' } }, skip: 1 });
    mock.data.brief.delete({ where: { id: { equals: first?.id as string } } });
    const applied = applyChanges(loaded(mock.fork({ at: mark })), json(mock.changes({ since: mark })));
    const free = (image: Image) => new State(image).table('brief').freeNumber('slug', 'morning-', 2);
    expect(free(applied)).toBe(free(loaded(mock)));
  });
});

describe('State: changes that cannot be applied are rejected with the place', () => {
  const rejected = (changes: unknown) => {
    const start = loaded(createMock({ scenario: world }));
    const before = bytes(start);
    let issues: MockError['issues'] = [];
    const apply = () => {
      try {
        applyChanges(start, changes as StateChanges);
      } catch (error) {
        issues = (error as MockError).issues;
        throw error;
      }
    };
    expect(apply).toThrow(/^The changes cannot be applied: /);
    expect(bytes(start)).toBe(before);
    return issues.map(({ path }) => path);
  };
  /** The changes that `act` makes, edited. */
  const made = (act: (mock: Mock) => unknown, edit: (changes: Edited) => void) => {
    const mock = createMock({ scenario: world });
    act(mock);
    const changes = json(mock.changes()) as unknown as Edited;
    edit(changes);
    return rejected(changes);
  };
  type Edited = {
    tables: Record<
      string,
      { key: unknown; before: Record<string, unknown> | null; after: Record<string, unknown> | null }[]
    >;
    counters: Record<string, { before: number; after: number }>;
  };
  const first = (changes: Edited, table: string) => changes.tables[table]?.[0] as Edited['tables'][string][number];
  const addClient = ({ data }: Mock) =>
    data.client.create({ name: 'N', short_name: 'n', display_name: 'N', type: 'company' });
  const rename = ({ data }: Mock) => data.user.update({ where: { id: { equals: 1 } }, data: { fname: 'Anna' } });

  it.each([null, [], 'text', 5, {}, { tables: [] }])('%j', (changes) => {
    expect(rejected(changes).length).toBeGreaterThan(0);
  });

  it.each<[string, string, string[]]>([
    ['an unknown table', '{"tables": {"users": []}}', ['tables.users']],
    ['a change without a key', '{"tables": {"user": [{"before": null, "after": null}]}}', ['tables.user.0.key']],
    ['another scenario', '{"tables": {}, "scenario": {"before": "x", "after": "y"}}', ['scenario.before']],
    ['another seed', '{"tables": {}, "seed": {"before": 9, "after": 1}}', ['seed.before']],
    ['another counter', '{"tables": {}, "counters": {"user": {"before": 9, "after": 10}}}', ['counters.user.before']],
    [
      'an unknown time',
      '{"tables": {}, "clock": {"before": {"now": "x", "frozen": true}, "after": {}}}',
      ['clock.before.now', 'clock.after.now', 'clock.after.frozen'],
    ],
  ])('%s', (_, text, paths) => {
    expect(rejected(JSON.parse(text))).toEqual(paths);
  });

  it.each<[string, string[], (mock: Mock) => unknown, (changes: Edited) => void]>([
    [
      'a record that is another one',
      ['tables.user.0.before'],
      rename,
      (c) => {
        (first(c, 'user').before as object as { lname: string }).lname = 'Other';
      },
    ],
    [
      'a record that exists',
      ['tables.user.0.before'],
      rename,
      (c) => {
        first(c, 'user').before = null;
      },
    ],
    [
      'a record that does not exist',
      ['tables.client.0.before'],
      addClient,
      (c) => {
        first(c, 'client').before = first(c, 'client').after;
      },
    ],
    [
      'an invalid column',
      ['tables.user.0.after.fname'],
      rename,
      (c) => {
        (first(c, 'user').after as { fname: unknown }).fname = 5;
      },
    ],
    [
      'an unknown column',
      ['tables.user.0.after.age'],
      rename,
      (c) => {
        (first(c, 'user').after as { age: unknown }).age = 5;
      },
    ],
    [
      'another key',
      ['tables.client.0.after.id'],
      addClient,
      (c) => {
        (first(c, 'client').after as { id: unknown }).id = 1;
      },
    ],
    [
      'a key above the counter',
      ['tables.client.0.after.id'],
      addClient,
      (c) => {
        c.counters = {};
      },
    ],
    [
      'a taken value',
      ['tables.user.0.after.email'],
      rename,
      (c) => {
        (first(c, 'user').after as { email: unknown }).email = 'BO@acme.example';
      },
    ],
    [
      'a missing target',
      ['tables.user.0.after.client_id'],
      rename,
      (c) => {
        (first(c, 'user').after as { client_id: unknown }).client_id = 99;
      },
    ],
    [
      'records left behind',
      ['tables.user.0.after'],
      ({ data }) => data.user.delete({ where: { id: { equals: 1 } } }),
      (c) => {
        delete c.tables.bookmark;
      },
    ],
    [
      'a broken rule',
      ['tables.bookmark.0.after.brief_gid'],
      ({ data }) => data.bookmark.create({ email: 'cy@beta.example', brief_slug: 'morning', brief_gid: 'd2' }),
      (c) => {
        Object.assign(first(c, 'bookmark').after as object, { brief_gid: 'd3', url: 'brief:d3' });
      },
    ],
    [
      'D15 an unchanged record that the rule is about',
      ['tables.preference.0.after.id'],
      ({ data }) => data.preference.update({ where: { id: { equals: 2 } }, data: { name: 'Width' } }),
      (c) => {
        Object.assign(first(c, 'preference').after as object, { type: 'Entity' });
      },
    ],
    [
      'D21 a second default',
      ['tables.brief_entitlement.0.after.is_default'],
      ({ data }) => data.brief_entitlement.create({ email: 'ann@acme.example', brief_slug: 'morning' }),
      (c) => {
        Object.assign(first(c, 'brief_entitlement').after as object, { is_default: true });
      },
    ],
    [
      'a cycle',
      ['tables.preference_hierarchy.0.after.parent'],
      ({ data }) => data.preference_hierarchy.update({ where: { id: { equals: 1 } }, data: { label: 'Every' } }),
      (c) => {
        Object.assign(first(c, 'preference_hierarchy').after as object, { parent: 3 });
      },
    ],
  ])('%s', (_, paths, act, edit) => {
    expect([...new Set(made(act, edit))]).toEqual(expect.arrayContaining(paths));
  });
});

it('State: applying changes reads as many records in a small state as in a large one', () => {
  const read = (users: number) => {
    const mock = createMock({ scenario: world });
    for (let n = 1; n <= users; n++) mock.data.user.create({ fname: 'F', lname: 'L', email: `u${n}@acme.example` });
    const start = loaded(mock);
    const mark = mock.revision;
    mock.data.user.update({ where: { id: { equals: 2 } }, data: { email: 'bob@acme.example' } });
    mock.data.user.delete({ where: { id: { equals: 1 } } });
    mock.data.user.create({ fname: 'New', lname: 'L', email: 'new@acme.example' });
    const changes = json(mock.changes({ since: mark }));
    let records = 0;
    const gets = vi.spyOn(Table.prototype, 'get');
    const alls = vi.spyOn(Table.prototype, 'all');
    const lists = vi.spyOn(Table.prototype, 'list');
    applyChanges(start, changes);
    expect(alls.mock.calls).toEqual([]);
    records = gets.mock.calls.length;
    for (const { value } of lists.mock.results) records += (value as unknown[]).length;
    for (const spy of [gets, alls, lists]) spy.mockRestore();
    return records;
  };
  const small = read(10);
  expect(small).toBeGreaterThan(0);
  expect(read(2_000)).toBe(small);
});
