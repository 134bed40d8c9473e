import { createMock, type Mock, replay } from 'briefs-mock';
import { describe, expect, it } from 'vitest';
import { readingRoom } from '../support/reading-room.js';
import { upload } from '../support/upload.js';

/** The scenario has one application. */
const create = () => createMock({ scenario: readingRoom, sessions: { max: 1 } });

describe('A session that ends while a body arrives', () => {
  it.each<[string, (mock: Mock) => unknown]>([
    ['by DELETE', (mock) => mock.sessions.end('one')],
    ['because another one is created at the limit', (mock) => mock.sessions.create('two')],
    [
      'and starts again under the same name',
      (mock) => {
        mock.sessions.end('one');
        mock.sessions.create('one');
      },
    ],
  ])('%s: the request gets 409, and nothing is written', async (_, during) => {
    for (const path of ['/user-data/v1/application', '/__mock/data/application']) {
      const mock = create();
      mock.sessions.create('one');
      const answer = await upload(mock.fetch, path, () => during(mock));
      expect(answer.status).toBe(409);
      const { error } = (await answer.json()) as { error: { code: string; message: string } };
      expect([error.code, error.message]).toEqual([
        'conflict',
        'The session "one" ended before the request was handled, so nothing was changed; send the request again',
      ]);
      for (const { id } of mock.sessions.list()) expect(mock.sessions.get(id).data.application.count()).toBe(1);
    }
  });

  it.each<[string, (mock: Mock) => unknown]>([
    ['reset', (mock) => mock.reset()],
    ['restored', (mock) => mock.restore(mock.snapshot())],
  ])(
    '%s meanwhile: an API request gets 409, is not in the journal and the trace, and its id is not used twice',
    async (_, during) => {
      const all = create();
      const mock = all.sessions.create('one');
      const answer = await upload(all.fetch, '/user-data/v1/application', () => during(mock));
      expect([answer.status, (await answer.json()).error.message]).toEqual([
        409,
        'The session "one" was reset or restored before the request was handled, so nothing was changed; send the request again',
      ]);
      expect(mock.data.application.count()).toBe(1);
      await mock.fetch('/user-data/v1/application');
      expect(mock.requests.all().map(({ method }) => method)).toEqual(['GET']);
      const { mock: replayed, differences } = await replay(mock.trace(), { scenarios: [readingRoom] });
      expect([replayed.requests.count(), differences]).toEqual([1, []]);
    },
  );

  it('reset meanwhile: a control call writes after the reset', async () => {
    const mock = create();
    const one = mock.sessions.create('one');
    const answer = await upload(mock.fetch, '/__mock/data/application', () => one.reset());
    expect([answer.status, one.data.application.count()]).toEqual([200, 2]);
  });

  it('the mock of a session that ended before the request still works', async () => {
    const mock = create();
    const one = mock.sessions.create('one');
    mock.sessions.end('one');
    const init = { method: 'POST', body: '[{"name":"A"}]' };
    expect((await one.fetch('/user-data/v1/application', init)).status).toBe(200);
    expect(one.data.application.count()).toBe(2);
  });
});
