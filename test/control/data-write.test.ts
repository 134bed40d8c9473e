import { expect, it } from 'vitest';
import type { ControlFailure } from '../support/bodies.js';
import { describeControl, type Sent } from '../support/deliveries.js';

const dov = { fname: 'Dov', lname: 'Dale', email: 'dov@reader.example' };

interface One {
  data: Record<string, unknown>;
}
interface Many {
  data: Record<string, unknown>[];
  total: number;
}

describeControl('Writing tables: /__mock/data', (open) => {
  /** Sends a request and answers its error. Fails if the request changed anything. */
  async function rejected(method: string, path: string, sent: Sent, prepare?: (send: Send) => Promise<unknown>) {
    const { mock, send } = await open();
    await prepare?.(send);
    const before = mock.fingerprint();
    const { status, json } = await send<ControlFailure>(method, `/__mock/data/${path}`, sent);
    expect(mock.fingerprint()).toBe(before);
    const { code, issues = [] } = json.error;
    return { status, code, at: issues.map((issue) => issue.path) };
  }
  type Send = Awaited<ReturnType<typeof open>>['send'];

  it('X2, X21: POST creates a record and answers 200, with defaults and nulls filled in', async () => {
    const { send } = await open();
    const { status, json } = await send<One>('POST', '/__mock/data/user', { body: dov });
    expect(status).toBe(200);
    expect(json).toMatchObject({ data: { ...dov, id: 5, sf_id: null, client_id: null, user_type: 'normal' } });
    expect((await send<One>('GET', '/__mock/data/user/5')).json).toEqual(json);
  });

  it('X9: ids are generated, ids in the body are ignored, and no id is used twice', async () => {
    const { send } = await open();
    const make = async (n: number) => {
      const body = { ...dov, id: 99, email: `dov${n}@reader.example` };
      return (await send<One>('POST', '/__mock/data/user', { body })).json.data.id;
    };
    expect(await make(1)).toBe(5);
    await send('DELETE', '/__mock/data/user/5');
    expect(await make(2)).toBe(6);
    const { json } = await send<One>('PATCH', '/__mock/data/user/6', { body: { id: 7, fname: 'Dave' } });
    expect(json.data).toMatchObject({ id: 6, fname: 'Dave' });
  });

  it('POST accepts a key in the body for tables with text keys', async () => {
    const { send } = await open();
    const brief = await send<One>('POST', '/__mock/data/brief', { body: { id: 'mine', name: 'My brief' } });
    expect(brief.json.data).toMatchObject({ id: 'mine', slug: 'my-brief', is_active: true, is_public: false });
    const body = { token: 'a-token', email: 'ann@reader.example' };
    expect((await send('POST', '/__mock/data/access_token', { body })).status).toBe(200);
    expect((await send('GET', '/public-api/v1/brief', { token: 'a-token' })).status).toBe(200);
  });

  it('POST of an array creates a record for each item', async () => {
    const { mock, send } = await open();
    const body = ['One', 'Two', 'Three'].map((name) => ({ name }));
    const { status, json } = await send<Many>('POST', '/__mock/data/application', { body });
    expect(status).toBe(200);
    expect(json.total).toBe(3);
    expect(json.data.map(({ id, name }) => [id, name])).toEqual([
      [2, 'One'],
      [3, 'Two'],
      [4, 'Three'],
    ]);
    expect(mock.data.application.count()).toBe(4);
  });

  it('X7: POST of an empty array creates nothing and answers an empty list', async () => {
    const { send } = await open();
    const { status, json } = await send('POST', '/__mock/data/application', { body: [] });
    expect(status).toBe(200);
    expect(json).toEqual({ data: [], total: 0 });
  });

  it('X6: an array with invalid items creates nothing, and every invalid item has an issue', async () => {
    const body = [{ name: 'One' }, { name: '' }, { name: 'Two' }, { title: 'Three' }];
    expect(await rejected('POST', 'application', { body })).toEqual({
      status: 400,
      code: 'malformed_data',
      at: ['1.name', '3.title'],
    });
  });

  it('X6: an array with two items that violate a unique constraint together gets 409 and creates nothing', async () => {
    const { status, code, at } = await rejected('POST', 'application', { body: [{ name: 'Same' }, { name: 'Same' }] });
    expect([status, code, at]).toEqual([409, 'conflict', ['1.name']]);
  });

  it('X6: for items with different errors the status is 400 before 404 before 409, and all are listed', async () => {
    const malformed = { user_id: 'one', application_id: 1, legacy_id: 1 };
    const missing = { user_id: 99, application_id: 1, legacy_id: 2 };
    const taken = { user_id: 2, application_id: 1, legacy_id: 3 };
    const all = await rejected('POST', 'application_user', { body: [taken, missing, malformed] });
    expect([all.status, all.code, all.at.map((path) => path[0])]).toEqual([400, 'malformed_data', ['0', '1', '2']]);
    const two = await rejected('POST', 'application_user', { body: [taken, missing] });
    expect([two.status, two.code, two.at.map((path) => path[0])]).toEqual([404, 'not_found', ['0', '1']]);
    const one = await rejected('POST', 'application_user', { body: [taken] });
    expect([one.status, one.code, one.at.map((path) => path[0])]).toEqual([409, 'conflict', ['0']]);
  });

  it('PATCH changes only the columns in the body', async () => {
    const { send } = await open();
    const before = (await send<One>('GET', '/__mock/data/client/1')).json.data;
    const body = { display_name: 'Oak Ltd', domain: ['oak.example'] };
    const { status, json } = await send<One>('PATCH', '/__mock/data/client/1', { body });
    expect(status).toBe(200);
    expect(json.data).toEqual({ ...before, ...body });
    expect((await send<One>('GET', '/__mock/data/client/1')).json.data).toEqual(json.data);
  });

  it('PATCH with an empty object changes nothing', async () => {
    const { mock, send } = await open();
    const before = mock.fingerprint();
    expect((await send('PATCH', '/__mock/data/client/1', { body: {} })).status).toBe(200);
    expect(mock.fingerprint()).toBe(before);
  });

  it('X21: null clears an optional column', async () => {
    const { send } = await open();
    await send('PATCH', '/__mock/data/client/1', { body: { sf_id: 'abc', domain: ['oak.example'] } });
    const { json } = await send<One>('PATCH', '/__mock/data/client/1', { body: { sf_id: null, domain: null } });
    expect(json.data).toMatchObject({ sf_id: null, domain: null });
  });

  it('X21: null in a required column gets 400', async () => {
    expect(await rejected('PATCH', 'client/1', { body: { name: null } })).toMatchObject({ status: 400, at: ['name'] });
    const body = { ...dov, lname: null };
    expect(await rejected('POST', 'user', { body })).toMatchObject({ status: 400, at: ['lname'] });
  });

  it('DELETE answers the deleted record, and later requests for it get 404', async () => {
    const { send } = await open();
    const shown = await send('GET', '/__mock/data/client/1');
    const removed = await send('DELETE', '/__mock/data/client/1');
    expect(removed.status).toBe(200);
    expect(removed.json).toEqual(shown.json);
    for (const method of ['GET', 'DELETE']) expect((await send(method, '/__mock/data/client/1')).status).toBe(404);
  });

  it('X19: DELETE cascades to the records that depend on the deleted one', async () => {
    const { mock, ann, send } = await open();
    await ann.post('/bookmark/morning/1-104');
    await ann.post('/bookmark/morning/1-104/harvest_begins');
    await send('DELETE', '/__mock/data/brief_document/1-104');
    expect([mock.data.article.count(), mock.data.bookmark.count(), mock.data.reaction.count()]).toEqual([7, 0, 0]);
  });

  it('X24: PATCH of the e-mail of a user updates it in all records that refer to the user', async () => {
    const { mock, ann, send } = await open();
    await ann.post('/bookmark/morning/1-104');
    await send('PATCH', '/__mock/data/user/1', { body: { email: 'arden@reader.example' } });
    const { bookmark, brief_entitlement, access_token, reaction } = mock.data;
    for (const table of [bookmark, brief_entitlement, reaction]) {
      expect(table.getAll().map(({ email }) => email)).toEqual(['arden@reader.example']);
    }
    expect(access_token.findFirst({ where: { token: { equals: 'ann-token' } } })?.email).toBe('arden@reader.example');
  });

  it('a write through the control API or the public API is visible in the other one at once', async () => {
    const { noor, send } = await open();
    expect((await noor.get('/brief/steel-wire')).status).toBe(403);
    await send('PATCH', '/__mock/data/brief/b3', { body: { is_public: true } });
    expect((await noor.get('/brief/steel-wire')).status).toBe(200);
    await noor.post('/bookmark/steel-wire/3-1');
    expect((await send('GET', '/__mock/data/bookmark')).json).toMatchObject({ total: 1 });
  });

  it.each(['title', '__proto__', 'constructor', 'Name'])('the unknown column %s gets 400', async (column) => {
    const text = `{"name":"One","${column}":"x"}`;
    const made = await rejected('POST', 'application', { body: text });
    expect(made).toEqual({ status: 400, code: 'malformed_data', at: [column] });
    const changed = await rejected('PATCH', 'application/1', { body: text });
    expect(changed).toEqual({ status: 400, code: 'malformed_data', at: [column] });
  });

  it.each([
    ['application', { name: 7 }, ['name']],
    ['application', { name: '' }, ['name']],
    ['user', { ...dov, email: 'no-address' }, ['email']],
    ['user', { ...dov, user_type: 'robot' }, ['user_type']],
    ['user', { fname: 'Dov' }, ['lname', 'email']],
    ['brief', { name: 'New', is_public: 'yes' }, ['is_public']],
    ['brief_document', { brief_id: 'b1', date: '4 March 2026' }, ['date']],
    ['brief_document', { brief_id: 'b1', date: '2026-02-30' }, ['date']],
    ['article', { brief_gid: '1-104', title: 'New', source: [{ name: 'x' }] }, ['source.0.link']],
  ])('an invalid or missing value gets 400: %s %j', async (table, body, at) => {
    expect(await rejected('POST', table, { body })).toEqual({ status: 400, code: 'malformed_data', at });
  });

  it.each(['7', 'null', '"Reader"', '[1]', '[null]', '[[{"name":"One"}]]'])(
    'a body that is neither an object nor an array of objects gets 400: %s',
    async (body) => {
      expect(await rejected('POST', 'application', { body })).toMatchObject({ status: 400, code: 'malformed_data' });
    },
  );

  it('PATCH with an array gets 400', async () => {
    expect(await rejected('PATCH', 'application/1', { body: [{ name: 'One' }] })).toMatchObject({ status: 400 });
  });

  it('D5: a user with an e-mail outside the domains of the client gets 400', async () => {
    const { send } = await open();
    await send('PATCH', '/__mock/data/client/1', { body: { domain: ['oak.example'] } });
    const body = { ...dov, client_id: 1 };
    const { status, json } = await send<ControlFailure>('POST', '/__mock/data/user', { body });
    expect(status).toBe(400);
    expect(json.error.issues?.map(({ path }) => path)).toEqual(['email']);
    const inside = { ...body, email: 'dov@OAK.example' };
    expect((await send('POST', '/__mock/data/user', { body: inside })).status).toBe(200);
  });

  it.each([
    ['POST', 'brief_document', { brief_id: 'b99', date: '2026-03-04' }, 'brief_id'],
    ['POST', 'user', { ...dov, client_id: 99 }, 'client_id'],
    ['POST', 'brief_entitlement', { email: 'nobody@reader.example', brief_slug: 'morning' }, 'email'],
    ['POST', 'brief_entitlement', { email: 'ann@reader.example', brief_slug: 'none' }, 'brief_slug'],
    ['POST', 'bookmark', { email: 'ann@reader.example', brief_slug: 'morning', brief_gid: '9-9' }, 'brief_gid'],
    ['POST', 'access_token', { email: 'nobody@reader.example' }, 'email'],
    ['PATCH', 'user/1', { client_id: 99 }, 'client_id'],
  ])('a reference to a missing record gets 404: %s %s %j', async (method, path, body, at) => {
    expect(await rejected(method, path, { body })).toEqual({ status: 404, code: 'not_found', at: [at] });
  });

  it.each([
    ['POST', 'user', { ...dov, email: 'ANN@reader.example' }],
    ['POST', 'application', { name: 'Reader' }],
    ['POST', 'brief', { id: 'b1', name: 'Again' }],
    ['POST', 'brief', { name: 'Again', slug: 'morning' }],
    ['POST', 'brief_document', { brief_id: 'b1', date: '2026-03-04' }],
    ['POST', 'brief_entitlement', { email: 'Ann@Reader.example', brief_slug: 'steel-wire' }],
    ['POST', 'access_token', { token: 'ann-token', email: 'ben@reader.example' }],
    ['PATCH', 'user/1', { email: 'ben@reader.example' }],
    ['PATCH', 'brief_document/1-103', { date: '2026-03-04' }],
  ])('a duplicate gets 409: %s %s %j', async (method, path, body) => {
    expect(await rejected(method, path, { body })).toMatchObject({ status: 409, code: 'conflict' });
  });

  it('a bookmark written to the table is checked by the same rules as one made through the API', async () => {
    const prepare = (send: Send) => send('POST', '/public-api/v1/bookmark/morning/1-104', { token: 'ann-token' });
    const again = { email: 'ann@reader.example', brief_slug: 'morning', brief_gid: '1-104' };
    expect(await rejected('POST', 'bookmark', { body: again }, prepare)).toMatchObject({ status: 409 });
    const elsewhere = { email: 'ann@reader.example', brief_slug: 'core-notes', brief_gid: '1-104' };
    expect(await rejected('POST', 'bookmark', { body: elsewhere })).toMatchObject({ status: 400, at: ['brief_gid'] });
  });

  it('D21: a new default brief replaces the default brief of the user, however it is written', async () => {
    const { mock, send } = await open();
    const make = (columns: object) =>
      send<One>('POST', '/__mock/data/brief_entitlement', { body: { email, is_default: true, ...columns } });
    const { email } = mock.make.user();
    const defaults = () =>
      mock.data.brief_entitlement
        .findMany({ where: { email: { equals: email }, is_default: { equals: true } } })
        .map(({ brief_slug }) => brief_slug);
    const [first, second] = mock.make.brief.many(2).map(({ slug }) => slug) as [string, string];
    const { id } = (await make({ brief_slug: first })).json.data;
    expect(defaults()).toEqual([first]);
    await make({ brief_slug: second });
    expect(defaults()).toEqual([second]);
    await send('PATCH', `/__mock/data/brief_entitlement/${id}`, { body: { is_default: true } });
    expect(defaults()).toEqual([first]);
    const { user } = mock.make.entitledUser({ is_default: true });
    expect(defaults()).toEqual([first]);
    expect(mock.data.brief_entitlement.findFirst({ where: { email: { equals: user.email } } })?.is_default).toBe(true);
  });
});
