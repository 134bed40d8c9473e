import { createMock, type Mock } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { expect, it } from 'vitest';
import { tools, useTool } from '../support/assistant.js';
import { readsAbout, readsIn, writesBy } from '../support/tool-examples.js';
import { problemsOf, textsOf } from '../support/tool-texts.js';

const newsroomMock = createMock({ scenario: newsroom });
const writes = writesBy('alice@acme.example');

const sendTo = (mock: Mock) => (path: string, init: RequestInit) => mock.fetch(path, init);

/** What a session has, but its journal. */
async function everythingIn(mock: Mock, session?: string) {
  const headers = session === undefined ? {} : { 'x-mock-session': session };
  const paths = ['snapshot', 'faults', 'snapshots', 'history', 'sessions'];
  const answers = paths.map(async (path) => (await mock.fetch(`/__mock/${path}`, { headers })).json());
  const [state, faults, snapshots, history, { data }] = await Promise.all(answers);
  return { state, faults, snapshots, history, sessions: data.map(({ id }: { id: string }) => id).sort() };
}

it('each tool has an example, among those that change something if it does', () => {
  const named = (examples: typeof writes) => [...new Set(examples.map(({ name }) => name))].sort();
  const inGroup = (isRead: boolean) => tools.filter(({ effect }) => (effect === 'reads') === isRead);
  expect(named(readsAbout({ id: '', email: '', brief: '' }))).toEqual(
    inGroup(true)
      .map(({ name }) => name)
      .sort(),
  );
  expect(named(writes)).toEqual(
    inGroup(false)
      .map(({ name }) => name)
      .sort(),
  );
});

it('each text is marked as data and short', async () => {
  for (const { name, text } of await textsOf(newsroomMock.fork())) {
    expect([name, problemsOf(text)]).toEqual([name, []]);
  }
});

it('a tool that reads changes nothing, and any other changes something', async () => {
  const mock = newsroomMock.fork();
  const access = { send: sendTo(mock), own: 'default' };
  for (const { name, input } of await readsIn(mock)) {
    const before = await everythingIn(mock);
    await useTool(name, input, access);
    expect({ name, after: await everythingIn(mock) }).toEqual({ name, after: before });
  }
  for (const { name, input } of writes) {
    const before = await everythingIn(mock);
    await useTool(name, input, access);
    expect({ name, after: await everythingIn(mock) }).not.toEqual({ name, after: before });
  }
});

it('two assistants and a test beside them get the same as if each were alone', async () => {
  const [alone, together] = [newsroomMock.fork(), newsroomMock.fork()];
  const assist = async (mock: Mock, own: string) => {
    // A copy has a name by chance.
    for (const { name, input } of writes.filter((example) => example.name !== 'fork')) {
      await useTool(name, input, { send: sendTo(mock), own });
    }
  };
  const test = async (mock: Mock) => {
    for (const method of ['POST', 'DELETE', 'POST', 'DELETE', 'POST']) {
      const headers = { authorization: 'Bearer alice-token' };
      await mock.fetch('/public-api/v1/bookmark/front-page/1-2026030301', { method, headers });
    }
  };
  await assist(alone, 'one');
  await test(alone);
  await Promise.all([assist(together, 'one'), assist(together, 'two'), test(together)]);
  const endOf = async (mock: Mock, session?: string) => ({
    ...(await everythingIn(mock, session)),
    sessions: undefined,
  });
  const assisted = await endOf(alone, 'one');
  expect(assisted).not.toEqual(await endOf(alone));
  expect(await endOf(together, 'one')).toEqual(assisted);
  expect(await endOf(together, 'two')).toEqual(assisted);
  expect(await endOf(together)).toEqual(await endOf(alone));
});

it('explain_request explains a write that was refused', async () => {
  const mock = newsroomMock.fork();
  const headers = { authorization: 'Bearer erin-token' };
  const refused = await mock.fetch('/public-api/v1/bookmark/energy-today/1-2026030401', { method: 'POST', headers });
  const id = refused.headers.get('x-request-id');
  const { data } = await useTool('explain_request', { id }, { send: sendTo(mock), own: 'default' });
  expect(data).toEqual({
    request: expect.objectContaining({ id, status: 403, reason: expect.stringContaining('energy-today') }),
    curl: expect.stringContaining('curl -X POST'),
  });
});

it('explain_request hides in the curl command what the journal hides, but for tokens of the mock', async () => {
  const mock = newsroomMock.fork();
  const explained = async (path: string, init: RequestInit) => {
    const id = (await mock.fetch(`${path}?api_key=Q-SECRET&page=1`, init)).headers.get('x-request-id');
    const { text, data } = await useTool('explain_request', { id }, { send: sendTo(mock), own: 'default' });
    expect(text + JSON.stringify(data)).not.toContain('-SECRET');
    expect(data.curl).toContain(`${path}?api_key='"\${SECRET1:?}"'&page=1'`);
    return data.curl;
  };
  const read = { headers: { authorization: 'Bearer alice-token' } };
  expect(await explained('/public-api/v1/brief', read)).toContain('Bearer alice-token');
  const headers = { 'content-type': 'application/json' };
  const write = { method: 'POST', headers, body: JSON.stringify({ password: 'P-SECRET', note: 'mine' }) };
  const body = `'{"password":"'"\${SECRET2:?}"'","note":"mine"}'`;
  expect(await explained('/user-data/v1/application', write)).toContain(body);
});

it('explain_request explains a write whose change is not in the history', async () => {
  const mock = createMock({ scenario: newsroom, history: false });
  const headers = { authorization: 'Bearer alice-token' };
  const answer = await mock.fetch('/public-api/v1/bookmark/front-page/1-2026030301', { method: 'POST', headers });
  const id = answer.headers.get('x-request-id');
  const { data } = await useTool('explain_request', { id }, { send: sendTo(mock), own: 'default' });
  expect(data).toEqual({ request: expect.objectContaining({ id, changed: true }), curl: expect.any(String) });
});

it.each(['find_requests', 'history'])('%s names a next page only if there is one', async (name) => {
  const mock = newsroomMock.fork();
  for (const method of ['POST', 'DELETE', 'POST']) {
    const headers = { authorization: 'Bearer alice-token' };
    await mock.fetch('/public-api/v1/bookmark/front-page/1-2026030301', { method, headers });
  }
  const use = async (input: object) => (await useTool(name, input, { send: sendTo(mock), own: 'default' })).data;
  const newest = await use({ limit: 2 });
  expect(newest).toEqual({ data: [expect.anything(), expect.anything()], total: 3, next: expect.any(Number) });
  expect(await use({ limit: 1, before: newest.next })).toEqual({ data: [expect.anything()], total: 1 });
  expect(await use({ limit: 3 })).not.toHaveProperty('next');
});
