import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findOriginals } from '../../tools/capture/find-originals.js';
import { Pseudonyms } from '../../tools/capture/pseudonyms.js';
import { captureAsIs, key, mockOf, waysOf } from '../support/capture-backend.js';
import { otherBackend, send } from '../support/other-backend.js';
import { runs } from '../support/state-runs.js';
import { tableNames } from '../support/state-tables.js';

const capturedFrom = async (backend: Awaited<ReturnType<typeof otherBackend>>, more = {}) => {
  const authorize = (request: Request) => {
    const sent = new URL(request.url);
    const headers = new Headers(request.headers);
    if (!headers.has('authorization')) headers.set('authorization', `Bearer ${backend.serviceToken}`);
    return fetch(backend.url + sent.pathname + sent.search, { method: request.method, headers });
  };
  return captureAsIs(authorize, backend.tokens, more);
};

describe('a capture of a backend that is not this mock', () => {
  it('has its records with their ids, and with what follows from several answers', async () => {
    const backend = await otherBackend();
    const { data } = await mockOf(await capturedFrom(backend));
    expect(data.user.getAll().map(({ id }) => id)).toEqual([
      31_002, 50_000, 50_007, 50_014, 50_021, 50_028, 50_035, 70_455, 90_001,
    ]);
    expect(data.client.getAll().map(({ id, status }) => [id, status])).toEqual([
      [8021, 'deleted'],
      [9107, 'active'],
    ]);
    const briefs = data.brief.findMany({ orderBy: { slug: 'asc' } });
    expect(briefs).toMatchObject([
      { slug: 'old-news', name: 'old-news', is_active: false },
      // Its id is only in a relationship with the client of a reader who sees the brief.
      { id: 'm-12', slug: 'quarry-day', name: 'Quarry Day', is_active: true, is_public: false },
      { slug: 'steel-week', name: 'Steel Week', is_active: true, is_public: false },
    ]);
    expect(data.brief_document.getAll().map(({ gid, date }) => [gid, date])).toEqual([
      ['issue/0 é', '2031-05-02'],
      ['issue/1 é', '2031-05-09'],
    ]);
    expect(data.bookmark.getAll()).toMatchObject([
      { email: 'wilhelmina.70455@harrow-steel.test', brief_gid: 'issue/0 é' },
    ]);
    expect(data.reaction.count()).toBe(2);
  });

  it('asks with GET alone, at most four at once, and does not read anything twice', async () => {
    const backend = await otherBackend();
    await capturedFrom(backend);
    expect(backend.requests.filter((request) => !request.startsWith('GET '))).toEqual([]);
    expect(backend.atOnce).toBe(4);
    expect(new Set(backend.requests).size).toBe(backend.requests.length);
  });

  it('says what was complete, seen in part, and never seen, and which fields the mock does not have', async () => {
    const { report } = await capturedFrom(await otherBackend());
    const coverage = Object.fromEntries(report.tables.map(({ table, coverage }) => [table, coverage]));
    expect(coverage).toMatchObject({ user: 'complete', brief: 'in part', feature: 'never', user_package: 'never' });
    expect(report.unknownFields).toEqual(['user.phone']);
    const backend = await otherBackend();
    backend.stored.marks.splice(0);
    const { report: without } = await capturedFrom(backend);
    expect(without.tables).toContainEqual({ table: 'bookmark', coverage: 'in part', seen: 0, written: 0 });
    expect(report.notes).toContainEqual(
      expect.stringMatching(/^not shown, but answered with 404: .*\/user-data\/v1\/feature, /),
    );
  });

  it.each(['counts them', 'does not count them', 'does not count them, and has no pages'])(
    'has all entitlements of a person at a backend that %s',
    async (manner) => {
      const backend = await otherBackend();
      const [mail] = Object.keys(backend.tokens);
      const slugs = Array.from({ length: 60 }, (_, i) => `topic-${i}`);
      backend.stored.grants.push(...slugs.map((slug, i) => ({ no: 1000 + i, mail, slug, main: false })));
      backend.intercept = async ({ url, headers }, response) => {
        if (manner === 'counts them' || !url?.startsWith('/user-data/v1/brief-entitlement?email=')) return false;
        const address = new URL(url, backend.url);
        if (headers['x-as-stored'] !== undefined) return false;
        if (manner.endsWith('no pages')) address.search = `?email=${mail}&size=99`;
        const stored = { authorization: String(headers.authorization), 'x-as-stored': '1' };
        const { data } = (await (await fetch(address, { headers: stored })).json()) as { data: unknown };
        send(response, 200, { data });
        return true;
      };
      const { data, report } = await capturedFrom(backend);
      expect(slugs.filter((slug) => !data.includes(`"${slug}"`))).toEqual([]);
      expect(report.notes.filter((note) => note.startsWith('shown in part'))).toEqual([]);
    },
  );

  it('a change at the target is a difference in its lines alone', async () => {
    const backend = await otherBackend();
    const before = await capturedFrom(backend);
    expect(await capturedFrom(backend)).toEqual(before);
    backend.stored.people.splice(4, 1);
    const [issue] = backend.stored.issues as { stories: Record<string, unknown>[] }[];
    issue?.stories.unshift({ gid: 'extra', title: 'Extra', html: 'An extra story' });
    const after = await capturedFrom(backend);
    const [old, now] = [before, after].map(({ data }) => data.split('\n'));
    expect(old?.filter((line) => !now?.includes(line))).toEqual([expect.stringContaining('"id":50007')]);
    expect(now?.filter((line) => !old?.includes(line))).toEqual([
      expect.stringContaining('"title":"Extra"'),
      expect.stringContaining('"article_gid":"extra"'),
    ]);
    expect(after.scenario).toBe(before.scenario);
  });

  it('records that contradict each other, or break the rules of the mock, are listed, and the rest is captured', async () => {
    const backend = await otherBackend();
    const [first, second] = backend.stored.people as [Record<string, unknown>, Record<string, unknown>];
    second.org = 5;
    backend.stored.people.push({ ...first, no: 3 }, { ...first, no: 'x', mail: 'x@x.test' });
    backend.stored.grants.push({
      no: 12,
      mail: 'ottoline.90001@harrow-steel.test',
      slug: 'steel-week',
      main: 'perhaps',
    });
    const captured = await capturedFrom(backend);
    expect(captured.report.contradictions).toEqual(
      expect.arrayContaining([
        {
          table: 'user',
          id: 31_002,
          column: 'client_id',
          problem: 'refers to a record that was not shown; set to null',
        },
        { table: 'user', id: undefined, column: 'id', problem: 'must be an integer; left out' },
        {
          table: 'user',
          id: 70_455,
          column: 'email',
          problem: 'has a value that must be unique, and is taken; left out',
        },
        {
          table: 'brief_entitlement',
          id: 12,
          column: 'is_default',
          problem: 'has a value that the mock cannot hold; left out',
        },
      ]),
    );
    const mock = await mockOf(captured);
    expect(mock.data.user.count()).toBe(9);
  });
});

const name = fc.stringMatching(/^[A-Z][a-z]{4,9}$/);

/** People that a backend has beside its own. */
const people = fc.uniqueArray(
  fc.record({
    no: fc.integer({ min: 100_000, max: 999_999 }),
    first: name,
    last: name,
    org: fc.constantFrom(9107, 8021, null),
    slugs: fc.subarray(['steel-week', 'quarry-day', 'old-news']),
    note: fc.option(name),
  }),
  { selector: ({ no }) => no, maxLength: 8 },
);

it('L1 to L8 hold for a capture of a backend that is not this mock, with any people', async () => {
  const property = fc.asyncProperty(people, async (given) => {
    const backend = await otherBackend();
    const { stored } = backend;
    for (const { no, first, last, org, slugs, note } of given) {
      const mail = `${first}.${last}.${no}@harrow-steel.test`.toLowerCase();
      stored.people.unshift({ no, first, last, mail, org, phone: null });
      stored.grants.push(...slugs.map((slug, i) => ({ no: no + i * 1_000_000, mail, slug, main: i === 0 })));
      if (note !== null) stored.settings.push({ no, mail, kind: 88, value: { note } });
    }
    const before = structuredClone(stored);
    const asIs = await capturedFrom(backend);
    const captured = await capturedFrom(backend, { replace: undefined });
    // L2: the same in the next run. L7: the backend is as it was.
    expect(await capturedFrom(backend, { replace: undefined })).toEqual(captured);
    expect([stored, backend.requests.filter((request) => !request.startsWith('GET '))]).toEqual([before, []]);

    // L6: what the backend shows, and twice is once.
    const copy = await mockOf(asIs);
    const shown = stored.people.map(({ no, first, last, mail, org }) => [no, first, last, mail, org]);
    const copied = copy.data.user
      .getAll()
      .map(({ id, fname, lname, email, client_id }) => [id, fname, lname, email, client_id]);
    expect(new Set(copied.map(String))).toEqual(new Set(shown.map(String)));
    const tokens = Object.fromEntries(Object.keys(backend.tokens).map((email) => [email, copy.tokenFor(email)]));
    expect((await captureAsIs(copy.fetch, tokens)).data).toBe(asIs.data);

    // L1 and L4: it restores, with as many records. L5: the same ways of being entitled.
    const replaced = await mockOf(captured);
    const countsOf = ({ data }: typeof copy) => tableNames.map((table) => [table, data[table].count()]);
    expect(countsOf(replaced)).toEqual(countsOf(copy));
    const pseudonyms = new Pseudonyms(key);
    expect(waysOf(replaced, (id) => id)).toEqual(waysOf(copy, (id) => pseudonyms.key(id)));
    // L3: no original is left. L8: another key gives other people.
    const originals = stored.people.flatMap(({ first, last, mail }) => [first, last, mail].map(String));
    expect(findOriginals(captured.data + captured.scenario, originals)).toEqual([]);
    const other = await mockOf(await capturedFrom(backend, { replace: undefined, key: new Uint8Array(32).fill(9) }));
    const emails = new Set(replaced.data.user.getAll().map(({ email }) => email));
    expect(other.data.user.getAll().filter(({ email }) => emails.has(email))).toEqual([]);
  });
  await fc.assert(property, runs('other-backend', 8, 3));
}, 900_000);
