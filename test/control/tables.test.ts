import { newsroom } from 'briefs-mock/seeds';
import { expect, it } from 'vitest';
import { describeControl } from '../support/deliveries.js';

interface Table {
  name: string;
  key: string;
  columns: {
    name: string;
    kind: string;
    values?: string[];
    nullable: boolean;
    required: boolean;
    read_only: boolean;
  }[];
  references: { table: string; columns: Record<string, string> }[];
  referenced_by: { table: string; columns: Record<string, string> }[];
}

interface Links {
  references: { columns: string[]; table: string; key: string | number | null }[];
  referenced_by: { table: string; columns: string[]; total: number; keys: (string | number)[] }[];
}

describeControl('GET /__mock/tables', (open) => {
  it('lists every table of mock.data, with the columns of its records', async () => {
    const { mock, send } = await open();
    const { json } = await send<{ data: Table[]; total: number }>('GET', '/__mock/tables');
    expect(json.data.map(({ name }) => name).sort()).toEqual(Object.keys(mock.data).sort());
    expect(json.total).toBe(json.data.length);
    for (const { name, key, columns } of json.data) {
      const [record] = mock.data[name as 'user'].getAll();
      if (record !== undefined) expect(Object.keys(record)).toEqual(columns.map((column) => column.name));
      expect(columns[0]?.name).toBe(key);
    }
  });

  it('says of each column what it holds, and whether it needs a value', async () => {
    const { send } = await open();
    const { json } = await send<{ data: Table[] }>('GET', '/__mock/tables');
    const user = json.data.find(({ name }) => name === 'user');
    const column = (wanted: string) => user?.columns.find(({ name }) => name === wanted);
    expect(column('id')).toEqual({ name: 'id', kind: 'number', nullable: false, required: false, read_only: true });
    expect(column('fname')).toMatchObject({ kind: 'string', required: true, read_only: false });
    expect(column('user_type')?.values).toContain('power_user');
    const client = json.data.find(({ name }) => name === 'client');
    expect(client?.columns.find(({ name }) => name === 'domain')).toMatchObject({ kind: 'nested', nullable: true });
  });

  it('lists the references of a table in both directions', async () => {
    const { send } = await open();
    const { json } = await send<{ data: Table[] }>('GET', '/__mock/tables');
    const of = (wanted: string) => json.data.find(({ name }) => name === wanted);
    expect(of('bookmark')?.references).toContainEqual({ table: 'user', columns: { email: 'email' } });
    expect(of('user')?.referenced_by).toContainEqual({ table: 'bookmark', columns: { email: 'email' } });
  });
});

describeControl('GET /__mock/data/:table/:key/links', (open) => {
  it('leads from a bookmark to its user, and from the user back to all their bookmarks', async () => {
    const { mock, send } = await open({ scenario: newsroom });
    const [bookmark] = mock.data.bookmark.getAll();
    const owner = mock.data.user.findFirst({ where: { email: { equals: bookmark?.email ?? '' } } });
    const there = await send<{ data: Links }>('GET', `/__mock/data/bookmark/${bookmark?.id}/links`);
    expect(there.json.data.references).toContainEqual({ columns: ['email'], table: 'user', key: owner?.id });

    const back = await send<{ data: Links }>('GET', `/__mock/data/user/${owner?.id}/links`);
    const theirs = mock.data.bookmark.findMany({ where: { email: { equals: owner?.email ?? '' } } });
    const listed = back.json.data.referenced_by.find(({ table }) => table === 'bookmark');
    expect(listed?.total).toBe(theirs.length);
    expect(listed?.keys.toSorted()).toEqual(
      theirs
        .map(({ id }) => id)
        .slice(0, 20)
        .toSorted(),
    );
  });

  it('answers null for a reference that is not set, and lists at most 20 keys', async () => {
    const { mock, send } = await open({ scenario: newsroom });
    const { id, email } = mock.make.user({});
    for (let n = 0; n < 21; n++) mock.data.access_token.create({ token: `token-${n}`, email });
    const { json } = await send<{ data: Links }>('GET', `/__mock/data/user/${id}/links`);
    expect(json.data.referenced_by.find(({ table }) => table === 'access_token')).toMatchObject({ total: 21 });
    expect(json.data.referenced_by.find(({ table }) => table === 'access_token')?.keys).toHaveLength(20);
    const document = mock.data.bookmark.getAll().find(({ article_gid }) => article_gid === null);
    const links = await send<{ data: Links }>('GET', `/__mock/data/bookmark/${document?.id}/links`);
    expect(links.json.data.references.find(({ table }) => table === 'article')?.key).toBeNull();
  });

  it('answers 404 for a record that does not exist', async () => {
    const { send } = await open();
    expect((await send('GET', '/__mock/data/user/999999/links')).status).toBe(404);
  });
});

describeControl('GET /__mock/routes', (open) => {
  it('lists routes of the three APIs that a fault rule accepts', async () => {
    const { mock, send } = await open();
    const { json } = await send<{ data: { method: string; path: string }[]; total: number }>('GET', '/__mock/routes');
    expect(json.total).toBe(json.data.length);
    expect(json.data).toContainEqual({ method: 'GET', path: '/public-api/v1/brief/:brief_slug' });
    expect(json.data.filter(({ path }) => path.startsWith('/__mock'))).toEqual([]);
    for (const { method, path } of json.data) {
      mock.faults.clear();
      mock.faults.add({ method: method as 'GET', path, status: 503 });
    }
  });
});
