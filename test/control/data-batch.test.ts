import { createMock } from 'briefs-mock';
import { expect, it } from 'vitest';

function controlOf(mock = createMock()) {
  const post = async (path: string, body?: unknown) => {
    const response = await mock.fetch(`/__mock${path}`, {
      method: 'POST',
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, ...(await response.json()) };
  };
  return { mock, post };
}

const dana = { fname: 'Dana', lname: 'Ek', email: 'dana@acme.example' };

it('several changes are made in their order, as one revision', async () => {
  const { mock, post } = controlOf();
  const { id } = mock.data.brief.create({ name: 'Old', slug: 'old' });
  const before = mock.revision;
  const answer = await post('/data', [
    { table: 'user', create: dana },
    { table: 'brief', create: { id: 'new', name: 'Harbour Watch', is_public: true } },
    { table: 'brief', key: 'new', change: { name: 'Harbour' } },
    { table: 'brief', key: id, remove: true },
  ]);
  expect(answer).toMatchObject({
    status: 200,
    total: 4,
    data: [dana, { id: 'new' }, { name: 'Harbour' }, { name: 'Old' }],
  });
  expect(mock.data.brief.getAll()).toMatchObject([{ id: 'new', name: 'Harbour' }]);
  expect(mock.revision).toBe(before + 1);
});

it('if one change is invalid, none is made, and the answer lists the issues of each', async () => {
  const { mock, post } = controlOf();
  const before = mock.fingerprint();
  const answer = await post('/data', [
    { table: 'user', create: dana },
    { table: 'brief', key: 'nowhere', remove: true },
    { table: 'brief', key: 'b', create: { name: 'Both' } },
    { table: 'nothing', create: {} },
  ]);
  expect(answer.status).toBe(400);
  expect(answer.error.issues.map(({ path }: { path: string }) => path)).toEqual(['1', '2', '3.table']);
  expect((await post('/data', [{ table: 'brief', key: 'nowhere', remove: true }])).status).toBe(404);
  expect(mock.fingerprint()).toBe(before);
});

it('a factory is called by its name, once or several times, as one revision', async () => {
  const { mock, post } = controlOf();
  const made = await post('/make/entitledUser', { fname: 'Dana', brief_slug: undefined });
  expect(made).toMatchObject({ status: 200, data: { user: { fname: 'Dana' }, brief: {}, token: expect.any(String) } });
  expect(mock.revision).toBe(1);
  expect(await post('/make/user?count=3')).toMatchObject({ status: 200, total: 3 });
  expect(mock.data.user.count()).toBe(4);
  expect(mock.revision).toBe(2);
  expect(mock.history.list().map(({ cause }) => cause.kind)).not.toContain('call');
});

it('every factory can be called, and another name is answered with their names', async () => {
  const { mock, post } = controlOf();
  for (const maker of Object.keys(mock.make))
    expect([maker, (await post(`/make/${maker}`)).status]).toEqual([maker, 200]);
  const { status, error } = await post('/make/entitledUsr');
  expect([status, error.message]).toEqual([404, expect.stringContaining('did you mean entitledUser?')]);
  for (const maker of Object.keys(mock.make)) expect(error.message).toContain(maker);
});

it('a factory rejects columns and counts that it does not know', async () => {
  const { mock, post } = controlOf();
  const before = mock.fingerprint();
  expect(await post('/make/user', { shoe_size: 43 })).toMatchObject({ status: 400 });
  expect(await post('/make/user', [])).toMatchObject({ status: 400 });
  for (const count of ['0', '1001', 'x'])
    expect(await post(`/make/user?count=${count}`)).toMatchObject({ status: 400 });
  expect(await post('/make/user?count=2', dana)).toMatchObject({ status: 409 });
  expect(mock.fingerprint()).toBe(before);
});

it('a factory creates a limited number of records in one call', async () => {
  const { mock, post } = controlOf();
  const before = mock.fingerprint();
  for (const body of [{ documents: 1001 }, { articles: 1001 }, { documents: 101, articles: 100 }])
    expect(await post('/make/publishedBrief', body)).toMatchObject({ status: 400 });
  const { status, error } = await post('/make/publishedBrief?count=3', { documents: 100, articles: 100 });
  const problem =
    'The 3 calls of the factory would create more than 20000 records, the limit; make fewer calls at once';
  expect([status, error.message]).toEqual([413, problem]);
  expect(mock.fingerprint()).toBe(before);
});

it('D21 the answer to several new records has each as it is after all of them', async () => {
  const { mock, post } = controlOf();
  const { email } = mock.make.user();
  const briefs = mock.make.brief.many(4);
  const [one, two, ...others] = briefs.map(({ slug }) => ({ email, brief_slug: slug, is_default: true }));
  const answer = await post('/data/brief_entitlement', [one, two]);
  expect(answer.data).toMatchObject([{ is_default: false }, { is_default: true }]);
  expect(answer.data).toEqual(mock.data.brief_entitlement.getAll());
  const made = mock.make.brief_entitlement.many(2, (i) => others[i] as object);
  expect(made).toMatchObject([{ is_default: false }, { is_default: true }]);
});
