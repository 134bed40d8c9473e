import { createMock, type Mock } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { describe, expect, it } from 'vitest';
import type { ControlFailure } from '../support/bodies.js';
import { describeControl } from '../support/deliveries.js';

type Cells = Record<string, unknown>;
interface Page {
  data: Cells[];
  total: number;
}

const names = ({ data }: Page) => data.map(({ lname }) => lname);

describeControl('Pages of a table: GET /__mock/data/:table', (open) => {
  async function openPages() {
    const api = await open();
    const page = async (query: string) => (await api.send<Page>('GET', `/__mock/data/${query}`)).json;
    return { ...api, page };
  }

  it('have limit records from offset on, in order of the key, and the total', async () => {
    const { mock, page } = await openPages();
    const all = mock.data.article.getAll();
    expect(await page('article?limit=3&offset=4')).toEqual({ data: all.slice(4, 7), total: 9 });
    expect(await page('article?limit=3&offset=8')).toEqual({ data: all.slice(8), total: 9 });
    expect(await page('article?limit=10000&offset=9')).toEqual({ data: [], total: 9 });
    expect(await page('article?offset=2')).toEqual({ data: all.slice(2), total: 9 });
    expect(await page('article?sort=id')).toEqual({ data: all, total: 9 });
    expect(await page('article?sort=-id&limit=2')).toEqual({ data: all.slice(-2).reverse(), total: 9 });
    expect(await page('feature?limit=5')).toEqual({ data: [], total: 0 });
  });

  it('are sorted by a column in either direction, case-insensitively, with equal values in order of the key', async () => {
    const { mock, page } = await openPages();
    mock.data.user.create({ fname: 'Di', lname: 'brook', email: 'di@reader.example' });
    mock.data.user.create({ fname: 'Ed', lname: 'Älv', email: 'ed@reader.example' });
    expect(names(await page('user?sort=lname'))).toEqual(['Arden', 'Brook', 'brook', 'Cole', 'North', 'Älv']);
    expect(names(await page('user?sort=-lname'))).toEqual(['Älv', 'North', 'Cole', 'Brook', 'brook', 'Arden']);
    expect(await page('user?sort=-lname&offset=2&limit=2')).toMatchObject({
      data: [{ lname: 'Cole' }, { lname: 'Brook' }],
      total: 6,
    });
  });

  it('have null last in both directions', async () => {
    const { mock, page } = await openPages();
    for (const [id, sf_id] of [
      [1, 'x'],
      [3, 'a'],
    ] as const) {
      mock.data.user.update({ where: { id: { equals: id } }, data: { sf_id } });
    }
    const ids = async (query: string) => (await page(query)).data.map(({ id }) => id);
    expect(await ids('user?sort=sf_id')).toEqual([3, 1, 2, 4]);
    expect(await ids('user?sort=-sf_id')).toEqual([1, 3, 2, 4]);
  });

  it('contain the records in which a column contains the text, in any case', async () => {
    const { mock, page } = await openPages();
    mock.data.client.create({
      name: 'Elm',
      short_name: 'elm',
      display_name: 'Elm',
      type: 'company',
      domain: ['wood.example'],
      legacy_id: 4711,
    });
    const found = async (search: string) => (await page(`client?search=${encodeURIComponent(search)}`)).data;
    expect(await found('OAK & s')).toMatchObject([{ name: 'Oak & Sons' }]);
    expect(await found('Wood.Example')).toMatchObject([{ name: 'Elm' }]);
    expect(await found('471')).toMatchObject([{ name: 'Elm' }]);
    expect(await found('null')).toEqual([]);
    expect(await found('')).toHaveLength(2);
    expect(await page('user?search=reader.example&sort=-fname&limit=1')).toMatchObject({
      data: [{ fname: 'Noor' }],
      total: 3,
    });
  });

  it.each([
    ['user?limit=0', 'limit: must be an integer from 1 to 10000'],
    ['user?limit=10001', 'limit: must be an integer from 1 to 10000'],
    ['user?limit=ten', 'limit: must be an integer from 1 to 10000'],
    ['user?offset=-1', 'offset: must be an integer of 0 or more'],
    [
      'user?sort=name',
      'sort: user has no column name; its columns are id, sf_id, fname, lname, email, client_id, user_type',
    ],
    ['user?sort=', 'sort: user has no column ""; its columns are id, sf_id, fname, lname, email, client_id, user_type'],
    ['user?sort=-__proto__', 'sort: user has no column __proto__; '],
    ['client?sort=domain', 'sort: client.domain contains arrays or objects, which cannot be compared'],
  ])('%s gets 400: %s', async (query, message) => {
    const { send } = await open();
    const { status, json } = await send<ControlFailure>('GET', `/__mock/data/${query}`);
    expect([status, json.error.code]).toEqual([400, 'malformed_data']);
    expect(json.error.message).toContain(message);
    expect(json.error.issues?.[0]?.path).toBe(message.split(':')[0]);
  });
});

it('Pages contain every record of a table once, in order, by each column and in both directions', async () => {
  const mock = createMock({ scenario: newsroom });
  for (const [table, { getAll }] of Object.entries(mock.data).map(
    ([name, data]) => [name, { getAll: () => data.getAll() as Cells[] }] as const,
  )) {
    const all = getAll();
    const key = Object.keys(all[0] ?? {})[0] ?? '';
    for (const column of Object.keys(all[0] ?? {})) {
      if (all.some((row) => typeof row[column] === 'object' && row[column] !== null)) continue;
      for (const direction of [1, -1]) {
        const sort = `${direction === 1 ? '' : '-'}${column}`;
        const pages: Cells[] = [];
        for (let offset = 0; offset < all.length; offset += 40) {
          const response = await mock.fetch(`/__mock/data/${table}?sort=${sort}&limit=40&offset=${offset}`);
          pages.push(...((await response.json()) as Page).data);
        }
        const expected = [...all].sort(
          (a, b) => direction * compared(a[column], b[column], direction) || compared(a[key], b[key], 1),
        );
        expect(pages, `${table} ${sort}`).toEqual(expected);
      }
    }
  }
});

/** As a spreadsheet compares; `direction` keeps null last. */
function compared(a: unknown, b: unknown, direction: number): number {
  if (a === null || b === null) return direction * (Number(a === null) - Number(b === null));
  const [left, right] = [a, b].map((value) => (typeof value === 'string' ? value.toLowerCase() : Number(value)));
  return (left as number) < (right as number) ? -1 : Number(left !== right);
}

describe('The number of records that a page reads', () => {
  const USERS = 3000;
  const LIMIT = 50;
  const mock = createMock();
  mock.make.user.many(USERS);

  /** The number of records that a call reads, and the first record of its answer. */
  async function visitsOf(query: string, of: Mock = mock): Promise<number> {
    const before = of.recordsRead;
    const { data, total } = (await (await of.fetch(`/__mock/data/${query}&limit=${LIMIT}`)).json()) as Page;
    expect(data.length).toBeLessThanOrEqual(LIMIT);
    expect(total).toBeLessThanOrEqual(USERS);
    return of.recordsRead - before;
  }

  it.each([0, 1000, USERS - LIMIT])('in order of the key is that of the page: offset %i', async (offset) => {
    expect(await visitsOf(`user?offset=${offset}`)).toBe(LIMIT);
  });

  it.each(['sort=-lname', 'search=ada', 'search=ada&sort=email'])(
    'with %s is that of the table, and for further pages that of the page',
    async (query) => {
      const fork = mock.fork();
      expect(await visitsOf(`user?${query}`, fork)).toBe(USERS + LIMIT);
      for (let offset = 0; offset < 200; offset += LIMIT) {
        expect(await visitsOf(`user?${query}&offset=${offset}`, fork)).toBe(LIMIT);
      }
    },
  );

  it.each(['sort=-id', 'search=a', 'search=a&sort=-id'])(
    'with %s is that of the table again if another table was read meanwhile, and the page is of its own table',
    async (query) => {
      const fork = createMock({ scenario: newsroom }).fork();
      const read = async (table: string) => (await (await fork.fetch(`/__mock/data/${table}?${query}`)).json()) as Page;
      for (const [table, other] of [
        ['article', 'user'],
        ['user', 'client'],
      ] as const) {
        const alone = (await (await fork.fork().fetch(`/__mock/data/${table}?${query}`)).json()) as Page;
        await read(other);
        expect(await read(table)).toEqual(alone);
        expect(Object.keys(alone.data[0] ?? {})).toEqual(Object.keys(fork.data[table].getAll()[0] ?? {}));
      }
    },
  );

  it('is that of the table again after a change of it, and not after a change of another table', async () => {
    const fork = mock.fork();
    const sorted = 'user?sort=lname';
    await visitsOf(sorted, fork);
    fork.make.brief();
    fork.clock.advance({ hours: 1 });
    expect(await visitsOf(sorted, fork)).toBe(LIMIT);
    const { revision } = fork;
    fork.data.user.update({ where: { id: { equals: 7 } }, data: { lname: 'Aaa' } });
    expect(await visitsOf(sorted, fork)).toBe(USERS + LIMIT);
    const first = async () => ((await (await fork.fetch(`/__mock/data/${sorted}&limit=1`)).json()) as Page).data[0];
    expect(await first()).toMatchObject({ id: 7 });
    fork.rewind(revision);
    expect(await first()).not.toMatchObject({ id: 7 });
  });
});
