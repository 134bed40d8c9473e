import { createMock, defineRoute, type MockOptions } from 'briefs-mock';
import { expect, it } from 'vitest';
import { describeControl } from '../support/deliveries.js';
import { openapi } from '../support/openapi-document.js';
import { readingRoom } from '../support/reading-room.js';

describeControl('GET /__mock/openapi.json', (open) => {
  it('answers the document of all services, with examples from the current state', async () => {
    const { send } = await open();
    const { status, json } = await send<{ paths: object }>('GET', '/__mock/openapi.json');
    expect(status).toBe(200);
    expect(Object.keys(json.paths)).toEqual(Object.keys(openapi.paths));
    expect(json.paths).toMatchObject({
      '/public-api/v1/brief': {
        get: { responses: { 200: { content: { 'application/json': { examples: { 'reading-room': {} } } } } } },
      },
    });
  });

  it('has the address from which it was fetched as its server, with base URL and session', async () => {
    const documents = async (options?: MockOptions) => {
      const { mock, send, url } = await open(options);
      mock.sessions.create('one');
      const servers = async (headers: Record<string, string> = {}) => {
        const { json } = await send<{ servers: object[] }>('GET', '/__mock/openapi/control.json', { headers });
        return json.servers;
      };
      return { url, servers };
    };
    const plain = await documents();
    expect(await plain.servers()).toEqual([{ url: plain.url }]);
    expect(await plain.servers({ 'x-mock-session': 'one' })).toEqual([{ url: `${plain.url}/__mock/s/one` }]);
    const staged = await documents({ baseUrl: 'https://api.example.com/stage' });
    expect(staged.url).toMatch(/\/stage$/);
    expect(await staged.servers()).toEqual([{ url: staged.url }]);
  });

  it('the document of one service is at its own path, and an unknown name gets 404', async () => {
    const { send } = await open();
    const { json } = await send<{ info: { title: string } }>('GET', '/__mock/openapi/user-preference.json');
    expect(json.info.title).toBe('User-preference API');
    for (const name of ['other.json', 'user-data', 'user-data.yaml', '.json']) {
      const { status } = await send('GET', `/__mock/openapi/${name}`);
      expect(status, name).toBe(404);
    }
    expect((await send('POST', '/__mock/openapi.json')).status).toBe(405);
  });
});

it('GET /__mock/openapi.json creates the document once, until the state changes', async () => {
  let examples = 0;
  const stats = defineRoute({
    method: 'GET',
    path: '/stats',
    handle: () => {
      examples++;
      return { examples };
    },
  });
  const mock = createMock({ scenario: readingRoom, routes: [stats] });
  const get = async (path = '/__mock/openapi.json') => (await mock.fetch(path)).text();
  const [first, second] = await Promise.all([get(), get()]);
  expect([second, await get()]).toEqual([first, first]);
  expect(examples).toBe(1);

  const before = examples;
  mock.make.entitledUser({ email: 'zoe@reader.example' });
  expect(await get()).not.toBe(first);
  expect(examples).toBe(before + 1);
  // Another session, another address.
  mock.sessions.create('one');
  expect(await get('/__mock/s/one/__mock/openapi.json')).toContain('/__mock/s/one');
  expect(await get('https://mock.example/__mock/openapi.json')).toContain('https://mock.example');
  expect(examples).toBe(before + 3);
  expect((await mock.fetch('/__mock/openapi/unknown.json')).status).toBe(404);
});
