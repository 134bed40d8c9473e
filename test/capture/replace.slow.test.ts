import { createMock, type Mock } from 'briefs-mock';
import { awkwardContent, newsroom, preferences } from 'briefs-mock/seeds';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { columnClasses } from '../../src/model/column-classes.js';
import { findOriginals } from '../../tools/capture/find-originals.js';
import { Pseudonyms } from '../../tools/capture/pseudonyms.js';
import { replacePeople } from '../../tools/capture/replace.js';
import { captureAsIs, key, mockOf } from '../support/capture-backend.js';
import { otherBackend } from '../support/other-backend.js';

type Rows = Record<string, Record<string, unknown>[]>;

const otherKey = new Uint8Array(32).fill(9);
const tablesOf = (scenario = newsroom) => createMock({ scenario }).snapshot().tables as unknown as Rows;
const replaced = (tables: Rows, keep: readonly string[] = []) => replacePeople(tables, { key, keep });

/** Who is entitled to what, and in which ways: by the ids of users and briefs. */
function entitlements(mock: Mock, idOf: (brief: string) => string = (id) => id): unknown[] {
  const briefs = mock.data.brief.getAll().sort((a, b) => (idOf(a.id) < idOf(b.id) ? -1 : 1));
  return mock.data.user.getAll().map(({ id, email }) => [
    id,
    briefs.map((brief) => {
      const { listed, ways } = mock.explain({ email, brief: brief.slug });
      return [idOf(brief.id), listed, ways.map(({ way, missing }) => [way, missing.length])];
    }),
  ]);
}

describe('the class of a column', () => {
  it('a column or a table without one does not compile', () => {
    type Classes = typeof columnClasses;
    type Without<T, K extends keyof T> = { [Name in Exclude<keyof T, K>]: T[Name] };
    expectTypeOf<Classes>().toExtend<Classes>();
    expectTypeOf<Omit<Classes, 'user'> & { user: Without<Classes['user'], 'email'> }>().not.toExtend<Classes>();
    expectTypeOf<Without<Classes, 'user'>>().not.toExtend<Classes>();
  });

  it('one that would keep free text or JSON does not compile', () => {
    type Classes = typeof columnClasses;
    type With<Changed> = Omit<Classes, 'client'> & { client: Omit<Classes['client'], keyof Changed> & Changed };
    expectTypeOf<With<{ sf_id: 'unique' }>>().toExtend<Classes>();
    expectTypeOf<With<{ sf_id: 'keep' }>>().not.toExtend<Classes>();
    expectTypeOf<With<{ sf_id: 'kind' }>>().not.toExtend<Classes>();
    expectTypeOf<With<{ domain: 'keep' }>>().not.toExtend<Classes>();
  });
});

describe('replacing people', () => {
  it.each([newsroom, awkwardContent, preferences])(
    'L1, L2, L4: the result restores, and has as many records of the same shape ($name)',
    (scenario) => {
      const tables = tablesOf(scenario);
      const { tables: result } = replaced(tables);
      const mock = createMock({
        scenario: {
          name: 'replaced',
          description: '',
          clock: scenario.clock,
          personas: [],
          seed: ({ load }) => load(result),
        },
      });
      for (const [table, rows] of Object.entries(tables)) {
        if (table === 'access_token') continue;
        expect([table, mock.snapshot().tables[table as 'user'].length]).toEqual([table, rows.length]);
      }
      const pseudonym = new Map<unknown, unknown>();
      for (const [i, user] of (tables.user ?? []).entries()) pseudonym.set(user.email, result.user?.[i]?.email);
      expect(new Set(pseudonym.values()).size).toBe(tables.user?.length);
      for (const [i, bookmark] of (tables.bookmark ?? []).entries()) {
        expect(result.bookmark?.[i]?.email).toBe(pseudonym.get(bookmark.email));
      }
      // What else was captured does not matter.
      expect(replaced({ user: tables.user?.slice(1, 2) ?? [] }).tables.user).toEqual(result.user?.slice(1, 2));
    },
  );

  it('L8: with another key, nothing is the same', () => {
    const tables = tablesOf();
    const [one, other] = [key, otherKey].map((key) => replacePeople(tables, { key, keep: [] }).tables.user ?? []);
    const emails = new Set(one?.map(({ email }) => email));
    expect(other?.filter(({ email }) => emails.has(email))).toEqual([]);
  });

  it('texts keep their form', () => {
    const html = '<p class="Lead">Dr. Ωμέγα &amp; Wilhelmina <!-- by Bo --> met on 2026-03-04</p>';
    const { tables } = replaced({ article: [{ snippet: html }] });
    const [{ snippet = '' } = {}] = tables.article as { snippet?: string }[];
    expect(snippet).toMatch(
      /^<p class="[A-Z][a-z]{3}">[A-Z][a-z]\. [\p{Script=Greek}]{5} &amp; [A-Z][a-z]{9} <!-- [a-z]{2} [A-Z][a-z] --> [a-z]{3} [a-z]{2} \d{4}-\d\d-\d\d<\/p>$/u,
    );
    expect(snippet).not.toContain('Wilhelmina');
  });

  it('a kind that may be any text stays only if it is a usual word', () => {
    const { tables, originals } = replaced({
      client: [{ type: 'company' }, { type: 'Vandelay' }],
      package: [{ status: 'retired' }, { status: 'Kramerica only' }],
      content_entitlement: [{ content_type: 'brief' }, { content_type: 'costanza' }],
    });
    expect(tables.client?.[0]).toEqual({ type: 'company' });
    expect(tables.package?.[0]).toEqual({ status: 'retired' });
    expect(tables.content_entitlement?.[0]).toEqual({ content_type: 'brief' });
    expect(originals).toEqual(['Kramerica only', 'Vandelay', 'costanza']);
    expect(findOriginals(JSON.stringify(tables), originals)).toEqual([]);
  });

  it('a kept column stays, with the columns that refer to it', () => {
    const tables = tablesOf();
    const { tables: result, originals } = replaced(tables, ['brief.slug']);
    const slugs = (rows: readonly Record<string, unknown>[] | undefined, column: string) =>
      rows?.map((row) => row[column]);
    expect(slugs(result.brief, 'slug')).toEqual(slugs(tables.brief, 'slug'));
    expect(slugs(result.bookmark, 'brief_slug')).toEqual(slugs(tables.bookmark, 'brief_slug'));
    expect(originals).not.toContain('front-page');
  });
});

describe('L3: no original is in the result', () => {
  const planted = (n: number) => `Zyxwvut${n} Quondam${n}`;

  it('1,000 planted originals in every column, also in JSON, HTML and URLs: 0 found', () => {
    let n = 0;
    const tables: Rows = {};
    const expected: string[] = [];
    for (const [table, columns] of Object.entries(columnClasses)) {
      const rows = Object.entries(columns).filter(
        ([, kind]) => !['keep', 'kind', 'day', 'seconds', 'derived'].includes(kind),
      );
      const per = Math.ceil(1000 / 40);
      tables[table] = Array.from({ length: per }, () =>
        Object.fromEntries(
          rows.map(([column, kind]) => {
            const text = planted(n++);
            expected.push(text);
            const word = text.replace(' ', '');
            switch (kind) {
              case 'email':
                return [column, `${word}@${word}.test`];
              case 'domains':
                return [column, [`${word}.test`]];
              case 'json':
                return [column, { [text]: { name: [text, `https://${word}.test/${word}`] }, ok: true }];
              case 'html':
                return [column, `<b title="${text}">${text}</b> https://${word}.test/?q=${encodeURIComponent(text)}`];
              case 'sources':
                return [column, [{ name: text, link: `https://${word}.test/${word}` }]];
              default:
                return [column, text];
            }
          }),
        ),
      );
    }
    expect(expected.length).toBeGreaterThan(1000);
    const { tables: result, originals } = replaced(tables);
    const output = JSON.stringify(result);
    const words = expected.flatMap((text) => [text, text.replace(' ', '')]);
    expect(originals.length).toBeGreaterThan(1000);
    expect(findOriginals(output, [...originals, ...words])).toEqual([]);
  });

  it.each<[string, (text: string) => string]>([
    ['as it is', (text) => text],
    ['in upper case', (text) => text.toUpperCase()],
    ['percent-encoded', (text) => encodeURIComponent(text)],
    ['percent-encoded as a whole', (text) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16)}`).join('')],
    ['as a form', (text) => text.replaceAll(' ', '+')],
    ['with entities', (text) => [...text].map((letter) => `&#${letter.codePointAt(0)};`).join('')],
    ['in base64', (text) => btoa(text)],
    ['inside of a text in base64', (text) => btoa(`x${text} and more`)],
    ['in base64 for URLs', (text) => Buffer.from(`?${text}`).toString('base64url')],
    ['in hexadecimal digits', (text) => Buffer.from(text).toString('hex')],
    ['escaped in JSON', (text) => [...text].map((letter) => `\\u00${letter.charCodeAt(0).toString(16)}`).join('')],
    ['inside of a word', (text) => `pre${text}post`],
  ])('one that is left is found: %s', (_, encode) => {
    const output = JSON.stringify({ name: `before ${encode('Wilhelmina Quillfeather')} after` });
    expect(findOriginals(output, ['Nobody At All', 'Wilhelmina Quillfeather']).map(({ original }) => original)).toEqual(
      [1],
    );
  });

  it.each([
    [
      'an e-mail in angle brackets',
      'Ask Wilhelmina <wilhelmina@quillfeather.test>',
      /^Q?\w+ \w+ <\w+\.\w+@[\w-]+\.example>$/,
    ],
    ['a URL in angle brackets', '<https://quillfeather.test/wilhelmina>', /^<https:\/\/[\w-]+\.example\/\w+>$/],
    ['a name in angle brackets', 'by <Wilhelmina Quillfeather>', /^\w\w <\w{10} \w{12}>$/],
    ['an attribute without quotes', '<img alt=Wilhelmina Quillfeather>', /^<img alt=\w{10} \w{12}>$/],
    ['a name with entities', '<b>&#87;ilhelmina &#81;&#117;&#x69;llfeather</b>', /^<b>\w{10} \w{12}<\/b>$/],
    ['an e-mail with entities', '&#119;ilhelmina&#64;quillfeather.test', /^\w+\.\w+@[\w-]+\.example$/],
    ['a name that looks like an entity', 'Wilhelmina&Quillfeather; &mdash; &lt;', /^\w{10}&\w{12}; &mdash; &lt;$/],
  ])('HTML of somebody who is in no other column: %s', (_, snippet, form) => {
    const { tables } = replaced({ article: [{ snippet }] });
    expect(tables.article?.[0]?.snippet).toMatch(form);
    expect(findOriginals(JSON.stringify(tables), ['wilhelmina', 'quillfeather'])).toEqual([]);
  });

  it('a number of a phone or an account is replaced, also if it looks like a day, and as the name of a field', () => {
    const value = { '0170-99-88': 'or 4711-55-66', '4915112345678': true, '2026-03-04': 1, '17': 2 };
    const { tables, originals } = replaced({ legacy_user_preference: [{ preference_value: value }] });
    const made = JSON.stringify(tables);
    expect(findOriginals(made, [...originals, '0170-99-88', '4711-55-66', '2026-03-04'])).toEqual([]);
    expect(made).toMatch(/"\d{4}-\d\d-\d\d":"[a-z]{2} \d{4}-\d\d-\d\d"/);
    expect(made).toMatch(/"\d{13}":true/);
    expect(made).toContain(`"${new Pseudonyms(key).day('2026-03-04')}":1`);
    expect(made).toContain('"17":2');
  });

  it('a gid with the date of its document is replaced in all references, and found if it is left', () => {
    const gid = '1-2026021913';
    const dated = {
      brief_document: [{ gid, brief_id: '5', date: '2026-02-19' }],
      article: [{ id: 7, gid: 'x', brief_gid: gid }],
      entity_preference: [{ id: 9, entity_gid: gid }],
    };
    const { tables, originals } = replaced(dated);
    const made = tables.brief_document?.[0]?.gid;
    expect([tables.article?.[0]?.brief_gid, tables.entity_preference?.[0]?.entity_gid]).toEqual([made, made]);
    expect(tables.brief_document?.[0]?.brief_id).toBe('5');
    expect(findOriginals(JSON.stringify(tables), originals)).toEqual([]);
    expect(findOriginals(JSON.stringify(dated), originals)).toHaveLength(1);
  });

  it('a short one is found as a word, and not in a longer one', () => {
    expect(findOriginals('{"a":"freedom"}', ['Reed'])).toEqual([]);
    expect(findOriginals('{"a":"reed@x.test"}', ['Reed'])).toHaveLength(1);
  });

  it('a capture with one class switched off fails, and says where', async () => {
    const backend = await otherBackend();
    const captured = await captureAsIs(authorized(backend), backend.tokens, {
      replace: (tables, options) => {
        const result = replacePeople(tables, options);
        const user = result.tables.user?.map((row, i) => ({ ...row, lname: tables.user?.[i]?.lname }));
        return { ...result, tables: { ...result.tables, user: user ?? [] } };
      },
    });
    expect(captured.found).toEqual(['user.lname']);
  });

  it('a column that the first record lacks is named, too', async () => {
    const mock = createMock({ scenario: newsroom });
    const captured = await captureAsIs(
      mock.fetch,
      { 'alice@acme.example': 'alice-token' },
      {
        replace: (tables, options) => {
          const result = replacePeople(tables, options);
          const client = result.tables.client?.map(({ display_name, ...row }, i) =>
            i === 0 ? row : { ...row, display_name: tables.client?.[i]?.display_name },
          );
          return { ...result, tables: { ...result.tables, client: client ?? [] } };
        },
      },
    );
    expect(captured.found).toEqual(['client.display_name']);
  });

  it('an original that is also a word of the files is found in a value', async () => {
    const mock = createMock({ scenario: newsroom });
    mock.data.user.update({ where: { email: { equals: 'alice@acme.example' } }, data: { lname: 'Display' } });
    const captured = await captureAsIs(
      mock.fetch,
      { 'alice@acme.example': 'alice-token' },
      {
        replace: (tables, options) => {
          const result = replacePeople(tables, options);
          const client = result.tables.client?.map((row) => ({ ...row, short_name: 'Display' })) ?? [];
          return { ...result, tables: { ...result.tables, client } };
        },
      },
    );
    expect(captured.found).toEqual(['client.short_name']);
  });
});

describe('a capture', () => {
  const tokens = { 'alice@acme.example': 'alice-token', 'chloe@meridian.example': 'chloe-token' };

  it('L1, L3, L5: restores without its people, and everybody is entitled as before', async () => {
    const mock = createMock({ scenario: newsroom });
    const asIs = await captureAsIs(mock.fetch, tokens);
    const captured = await captureAsIs(mock.fetch, tokens, { replace: replacePeople });
    expect(captured.found).toEqual([]);
    expect(captured.data).not.toMatch(/acme|alice/i);
    expect(entitlements(await mockOf(captured))).toEqual(
      entitlements(await mockOf(asIs), (id) => new Pseudonyms(key).key(id)),
    );
  });

  it.each([
    [['client.domain'], 'bigg.example'],
    [['user.email'], 'bigg.example'],
    [[], expect.not.stringContaining('bigg')],
  ])('a user stays in the domain of the client with the columns %j kept', async (keep, domain) => {
    const mock = createMock({ scenario: newsroom });
    const names = { name: 'Bigg plc', short_name: 'bigg', display_name: 'Bigg' };
    const client = mock.data.client.create({ ...names, type: 'company', domain: ['Bigg.example', 'other.example'] });
    const user = { fname: 'P', lname: 'Person', email: 'p@bigg.example', client_id: client.id };
    const { id } = mock.data.user.create(user);
    const captured = await captureAsIs(mock.fetch, tokens, { replace: replacePeople, keep });
    expect(captured.found).toEqual([]);
    const copy = await mockOf(captured);
    const [{ email = '' } = {}] = copy.data.user.findMany({ where: { id: { equals: id } } });
    expect(email.split('@')[1]?.toLowerCase()).toEqual(domain);
    const headers = { 'content-type': 'application/json' };
    const path = `/user-data/v1/user/${id}`;
    const { status } = await copy.fetch(path, { method: 'PUT', headers, body: JSON.stringify({ lname: 'New' }) });
    expect(status).toBe(200);
  });

  it('L1: restores with a day that would be before year 1 if it were shifted', async () => {
    const mock = createMock({ scenario: newsroom });
    for (const { gid } of mock.data.brief_document.getAll())
      mock.data.brief_document.delete({ where: { gid: { equals: gid } } });
    const { id: brief_id } = mock.data.brief.getAll().find(({ slug }) => slug === 'front-page') ?? { id: '' };
    mock.data.brief_document.create({ brief_id, date: '0001-01-01' });
    const captured = await captureAsIs(mock.fetch, tokens, { replace: replacePeople });
    const { data } = await mockOf(captured);
    expect(data.brief_document.getAll().map(({ date }) => date)).toEqual(['0001-01-01']);
  });
});

function authorized(backend: Awaited<ReturnType<typeof otherBackend>>) {
  return (request: Request) => {
    const { pathname, search } = new URL(request.url);
    const headers = new Headers(request.headers);
    if (!headers.has('authorization')) headers.set('authorization', `Bearer ${backend.serviceToken}`);
    return fetch(backend.url + pathname + search, { headers });
  };
}
