import type { MockOptions } from 'briefs-mock';
import { expect, it } from 'vitest';
import { describeControl } from '../support/deliveries.js';
import { openapi } from '../support/openapi-document.js';

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
