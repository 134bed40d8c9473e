import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { describeApi } from '../support/deliveries.js';
import { askThrough } from '../support/plain-requests.js';

describeApi('Content-Encoding', (open, delivery) => {
  it('of a compressed body gets 415 in the format of each API', async () => {
    const ask = askThrough(delivery, await open());
    const sent = { headers: { 'content-encoding': 'gzip' }, body: gzipSync('[{"name":"A"}]') };
    for (const path of ['/user-data/v1/application', '/user-preference/v1/application']) {
      const answer = await ask('POST', path, sent);
      expect([answer.status, answer.headers.get('accept-encoding')]).toEqual([415, 'identity']);
      expect(await answer.json()).toMatchObject({
        data: null,
        error: { code: 'unsupported_media_type', message: expect.stringContaining('Content-Encoding is "gzip"') },
      });
    }
  });

  it('does not matter if no route reads the body', async () => {
    const { send } = await open();
    const sent = { token: 'ann-token', headers: { 'content-encoding': 'gzip' }, body: gzipSync('text') };
    expect((await send('POST', '/public-api/v1/bookmark/morning/1-104', sent)).status).toBe(200);
  });
});

describeApi('Content-type', (open) => {
  it.each([null, 'text/plain', 'application/x-www-form-urlencoded', 'nonsense'])(
    'X16: a request with the content type %s is accepted',
    async (type) => {
      const { send } = await open();
      const sent = { token: 'ann-token', headers: { 'content-type': type } };
      expect((await send('GET', '/public-api/v1/brief', sent)).status).toBe(200);
      expect((await send('POST', '/public-api/v1/bookmark/morning/1-104', sent)).status).toBe(200);
      expect((await send('DELETE', '/public-api/v1/bookmark/morning/1-104', sent)).status).toBe(200);
    },
  );

  it.each(['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON'])(
    'X16: a request with the content type %s is accepted with requireContentType',
    async (type) => {
      const { send } = await open({ behavior: { requireContentType: true } });
      const sent = { token: 'ann-token', headers: { 'content-type': type } };
      expect((await send('GET', '/public-api/v1/brief', sent)).status).toBe(200);
      expect((await send('POST', '/public-api/v1/bookmark/morning/1-104', sent)).status).toBe(200);
      expect((await send('DELETE', '/public-api/v1/bookmark/morning/1-104', sent)).status).toBe(200);
    },
  );

  it('X16: with requireContentType, the content type of a body that no route reads does not matter', async () => {
    const { send } = await open({ behavior: { requireContentType: true } });
    const sent = { token: 'ann-token', headers: { 'content-type': 'text/plain' }, body: 'any text' };
    expect((await send('POST', '/public-api/v1/bookmark/morning/1-104', sent)).status).toBe(200);
  });
});
