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
