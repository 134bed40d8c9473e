import { createMock, type Mock, type Scenario, type TableName } from 'briefs-mock';
import { scenarios } from 'briefs-mock/seeds';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findOriginals } from '../../tools/capture/find-originals.js';
import { Pseudonyms } from '../../tools/capture/pseudonyms.js';
import { replacePeople } from '../../tools/capture/replace.js';
import { listRoutes } from '../../tools/capture/routes.js';
import { captureAsIs, getFrom, key, mockOf, waysOf } from '../support/capture-backend.js';
import { makeSample } from '../support/sample-rows.js';
import { runs } from '../support/state-runs.js';
import { tableNames } from '../support/state-tables.js';

interface Change {
  readonly table: TableName;
  readonly does: 'make' | 'delete' | 'flip';
  readonly nth: number;
}

/** Any backend: a scenario with random records more, or less, or with other flags. */
const backends = fc.record({
  name: fc.constantFrom(...scenarios.map(({ name }) => name).filter((name) => !['large', 'long-lists'].includes(name))),
  changes: fc.array(
    fc.record<Change>({
      table: fc.constantFrom(...tableNames.filter((name) => name !== 'access_token')),
      does: fc.constantFrom('make', 'make', 'make', 'delete', 'flip'),
      nth: fc.nat(30),
    }),
    { maxLength: 40 },
  ),
  readers: fc.nat(4),
});

function backendOf({ name, changes, readers }: { name: string; changes: readonly Change[]; readers: number }) {
  const mock = createMock({ scenario: scenarios.find((one) => one.name === name) as Scenario });
  for (const change of changes) apply(mock, change);
  const emails = mock.data.user
    .getAll()
    .slice(0, readers)
    .map(({ email }) => email);
  return { mock, tokens: Object.fromEntries(emails.map((email) => [email, mock.tokenFor(email)])) };
}

function apply(mock: Mock, { table, does, nth }: Change): void {
  const collection = mock.data[table] as Mock['data']['brief'];
  const row = collection.getAll()[nth] as Readonly<Record<string, unknown>> | undefined;
  try {
    if (does === 'make') makeSample(mock, table);
    else if (row !== undefined) {
      const [key = ''] = Object.keys(row);
      const where = { [key]: { equals: row[key] } };
      if (does === 'delete') collection.delete({ where });
      else {
        const flags = Object.keys(row).filter((column) => typeof row[column] === 'boolean');
        collection.update({ where, data: Object.fromEntries(flags.map((column) => [column, !row[column]])) });
      }
    }
  } catch {
    // Some changes break a rule.
  }
}

/** What all read routes show: without a person, to readers, and about everybody. */
async function viewOf(mock: Mock, readers: readonly string[]): Promise<Record<string, unknown>> {
  const get = getFrom(mock.fetch, Object.fromEntries(readers.map((email) => [email, mock.tokenFor(email)])));
  const view: Record<string, unknown> = {};
  const look = async (name: string, path: string, options: Parameters<typeof get>[1] = {}) => {
    const { status, body } = await get(path, options);
    const { data, total } = body as { data?: unknown; total?: unknown };
    view[name] = { status, data, total };
    return data as Readonly<Record<string, unknown>>[];
  };
  for (const { path } of listRoutes) await look(path, path);
  for (const reader of readers) {
    const of = (path: string) => look(`${reader} ${path}`, path, { reader });
    for (const slug of (await of('/public-api/v1/brief')).map((brief) => encodeURIComponent(String(brief.slug)))) {
      const latest = (await of(`/public-api/v1/brief/${slug}`)) as unknown as Record<
        string,
        { picker: { gid: string }[] }
      >;
      for (const { gid } of latest?.date_option?.picker ?? [])
        await of(`/public-api/v1/brief/${slug}/${encodeURIComponent(gid)}`);
    }
    for (const kind of ['brief', 'article']) await of(`/public-api/v1/bookmark/${kind}`);
  }
  for (const { email } of mock.data.user.getAll()) {
    await look(`entitlements ${email}`, '/user-data/v1/brief-entitlement', { query: { email, size: '1000' } });
    const listed = await look(`entitled ${email}`, '/user-data/v1/application-entitled-brief', { query: { email } });
    // The mock makes up an id of an entitlement that everybody has; no route shows what it follows from.
    for (const one of listed) if (Number(one.id) < 0) Object.assign(one, { id: 'core' });
    const headers = { 'X-REQUEST-FROM': 'web' };
    await look(`briefs ${email}`, '/user-data/v1/user-brief/filter', { query: { email }, headers });
  }
  return view;
}

describe('a capture of any backend, with nobody replaced', () => {
  it('L1, L6, L7: gives back what the read routes show; twice is once; reads alone', async () => {
    const property = fc.asyncProperty(backends, async (given) => {
      const { mock, tokens } = backendOf(given);
      const readers = Object.keys(tokens);
      const before = [mock.fingerprint(), mock.revision];
      const methods = new Set<string>();
      const watched = (request: Request) => {
        methods.add(request.method);
        return mock.fetch(request);
      };
      const captured = await captureAsIs(watched, tokens);
      expect([...methods]).toEqual(['GET']);
      expect([mock.fingerprint(), mock.revision]).toEqual(before);
      const copy = await mockOf(captured);
      expect(await viewOf(copy, readers)).toEqual(await viewOf(mock, readers));
      const again = await captureAsIs(
        copy.fetch,
        Object.fromEntries(readers.map((email) => [email, copy.tokenFor(email)])),
      );
      expect(again.data).toBe(captured.data);
      expect(again.scenario).toBe(captured.scenario);
    });
    await fc.assert(property, runs('capture', 12, 4));
    // For 500 runs by hand: LAW_RUNS=42.
  }, 900_000);
});

type Rows = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

describe('any backend, with its people replaced', () => {
  it('L1 to L5, L8: restores with as many records and the same entitlements, without an original', async () => {
    const property = fc.asyncProperty(backends, async (given) => {
      const { mock } = backendOf(given);
      const tables = mock.snapshot().tables as unknown as Rows;
      const { tables: result, originals } = replacePeople(tables, { key, keep: [] });
      expect(replacePeople(tables, { key, keep: [] }).tables).toEqual(result);
      // The names of columns are words of the format.
      const values = Object.values(result).flatMap((rows) => rows.flatMap((row) => Object.values(row)));
      const found = findOriginals(JSON.stringify(values), originals);
      expect(found.map(({ original }) => originals[original])).toEqual([]);
      const copy = createMock({
        scenario: {
          name: 'replaced',
          description: '',
          clock: '2026-03-04T09:00:00.000Z',
          personas: [],
          seed: ({ load }) => load(result),
        },
      });
      for (const [table, rows] of Object.entries(tables)) {
        if (table !== 'access_token') expect([table, copy.data[table as 'user'].count()]).toEqual([table, rows.length]);
      }
      const pseudonyms = new Pseudonyms(key);
      expect(waysOf(copy, (id) => id)).toEqual(waysOf(mock, (id) => pseudonyms.key(id)));
      const other = replacePeople(tables, { key: new Uint8Array(32).fill(9), keep: [] }).tables;
      const emails = new Set(result.user?.map(({ email }) => email));
      expect(other.user?.filter(({ email }) => emails.has(email))).toEqual([]);
    });
    await fc.assert(property, runs('replacing', 12, 4));
  }, 900_000);
});
