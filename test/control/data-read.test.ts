import { expect, it } from 'vitest';
import type { ControlFailure } from '../support/bodies.js';
import { describeControl } from '../support/deliveries.js';

describeControl('Reading tables: GET /__mock/data', (open) => {
  it('answers the number of records of every table', async () => {
    const { mock, send } = await open();
    const { json } = await send<{ data: Record<string, number> }>('GET', '/__mock/data');
    expect(Object.keys(json.data).sort()).toEqual(Object.keys(mock.data).sort());
    expect(json.data).toMatchObject({ client: 1, user: 4, brief: 7, brief_document: 10, article: 9, bookmark: 0 });
  });

  it('lists the records of a table in order of their keys', async () => {
    const { mock, send } = await open();
    const { status, json } = await send<{ data: { id: number }[] }>('GET', '/__mock/data/article');
    expect(status).toBe(200);
    expect(json).toEqual({ data: mock.data.article.getAll(), total: 9 });
    expect(json.data.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('X11: integer keys are sorted as numbers, not as text', async () => {
    const { mock, send } = await open();
    for (let n = 0; n < 12; n++) mock.data.application.create({ name: `App ${n}` });
    const { json } = await send<{ data: { id: number }[] }>('GET', '/__mock/data/application');
    expect(json.data.map(({ id }) => id)).toEqual(Array.from({ length: 13 }, (_, n) => n + 1));
  });

  it('answers an empty list for an empty table', async () => {
    const { send } = await open();
    expect((await send('GET', '/__mock/data/feature')).json).toEqual({ data: [], total: 0 });
  });

  it('X21: answers one record, with null in columns that have no value', async () => {
    const { send } = await open();
    const { status, json } = await send('GET', '/__mock/data/client/1');
    expect(status).toBe(200);
    expect(json).toEqual({
      data: {
        id: 1,
        name: 'Oak & Sons',
        short_name: 'oak',
        display_name: 'Oak',
        type: 'company',
        status: 'active',
        domain: null,
        legacy_id: null,
        sf_id: null,
      },
    });
  });

  it('finds a record by the key of its table: id, gid, token or an id that needs percent-encoding', async () => {
    const { mock, send } = await open();
    const brief = await send<{ data: { slug: string } }>('GET', '/__mock/data/brief/b1');
    expect(brief.json.data.slug).toBe('morning');
    const document = await send<{ data: { date: string } }>('GET', '/__mock/data/brief_document/1-104');
    expect(document.json.data.date).toBe('2026-03-04');
    const token = await send<{ data: { email: string } }>('GET', '/__mock/data/access_token/ann-token');
    expect(token.json.data.email).toBe('ann@reader.example');
    mock.data.brief.create({ id: 'a/b %', name: 'Odd' });
    const odd = await send<{ data: { name: string } }>('GET', `/__mock/data/brief/${encodeURIComponent('a/b %')}`);
    expect(odd.json.data.name).toBe('Odd');
  });

  it.each(['99', '0', '01', '1.0', '1e0', '-1', '+1', '%201', '9007199254740993', 'x', '__proto__'])(
    'X10: the key %s gets 404 in a table with integer keys',
    async (key) => {
      const { send } = await open();
      for (const method of ['GET', 'DELETE']) {
        const { status, json } = await send<ControlFailure>(method, `/__mock/data/user/${key}`);
        expect(status).toBe(404);
        expect(json.error.code).toBe('not_found');
      }
      expect((await send('PATCH', `/__mock/data/user/${key}`, { body: { fname: 'X' } })).status).toBe(404);
    },
  );

  it.each(['b99', '__proto__', 'constructor'])('the unknown key %s gets 404 in a table with text keys', async (key) => {
    const { send } = await open();
    expect((await send('GET', `/__mock/data/brief/${key}`)).status).toBe(404);
  });

  it.each(['users', 'User', '__proto__', 'constructor', 'toString'])(
    'the unknown table %s gets 404 for every method',
    async (table) => {
      const { send } = await open();
      const requests = [
        ['GET', ''],
        ['GET', '/1'],
        ['POST', ''],
        ['PATCH', '/1'],
        ['DELETE', '/1'],
      ] as const;
      for (const [method, key] of requests) {
        const body = method === 'POST' || method === 'PATCH' ? { body: {} } : {};
        const { status, json } = await send<ControlFailure>(method, `/__mock/data/${table}${key}`, body);
        expect(`${method} ${status} ${json.error.code}`).toBe(`${method} 404 not_found`);
      }
    },
  );

  it('the error for an unknown table lists all tables', async () => {
    const { mock, send } = await open();
    const { json } = await send<ControlFailure>('GET', '/__mock/data/users');
    for (const name of Object.keys(mock.data)) expect(json.error.message).toContain(name);
  });
});
