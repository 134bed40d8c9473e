import { createMock, MockError } from 'briefs-mock';
import { describe, expect, it } from 'vitest';
import { describeApi } from '../support/deliveries.js';
import { readingRoom } from '../support/reading-room.js';
import { type Naming, openPlace, visitsIn } from '../support/session-visits.js';

const LIST = '/public-api/v1/brief';
const sessions = { strict: true };
const namings: [string, Naming][] = [
  ['path', { prefix: 'one' }],
  ['header', { header: 'one' }],
  ['cookie', { cookie: 'mock_session=one' }],
];

describeApi('Strict sessions', (_, delivery) => {
  it.each(namings)(
    'an unknown session in the %s gets 400 and a message that says how to create it',
    async (_, naming) => {
      const { mock, visit } = await openPlace(delivery, { sessions });
      const ofPublic = await visit(LIST, naming);
      expect(ofPublic.status).toBe(400);
      expect(ofPublic.json).toEqual({
        data: null,
        error: [
          {
            status: 400,
            code: 'malformed_data',
            message: 'There is no session "one"; create it with POST /__mock/sessions',
          },
        ],
      });
      const ofUserData = await visit('/user-data/v1/user', naming);
      expect(ofUserData.status).toBe(400);
      expect(ofUserData.json).toMatchObject({ status_code: 400, data: null, error: { code: 'malformed_data' } });
      expect(mock.sessions.list()).toEqual([]);
      expect(visitsIn(mock)).toEqual({ 'no session': 2 });
    },
  );

  it.each(namings)('a session that was created can be named in the %s until it ends', async (_, naming) => {
    const { mock, visit } = await openPlace(delivery, { sessions });
    mock.sessions.create('one');
    expect((await visit(LIST, naming)).status).toBe(200);
    expect(visitsIn(mock)).toEqual({ one: 1, 'no session': 0 });
    mock.sessions.end('one');
    expect((await visit(LIST, naming)).status).toBe(400);
    expect(mock.sessions.list()).toEqual([]);
  });

  it('an invalid name gets an error about the name, not about an unknown session', async () => {
    const { visit } = await openPlace(delivery, { sessions });
    for (const naming of [{ prefix: 'a%20b' }, { header: '' }, { cookie: 'mock_session=..' }]) {
      const { status, json } = await visit(LIST, naming);
      expect(status).toBe(400);
      expect(json.error[0].message).toContain('1 to 64 letters');
    }
  });

  it('a request without a session is answered in the default state', async () => {
    const { visit } = await openPlace(delivery, { sessions });
    expect((await visit(LIST)).status).toBe(200);
  });
});

describe('Strict sessions: control calls', () => {
  const ask = async (mock: ReturnType<typeof createMock>, method: string, path: string, body?: object) => {
    const response = await mock.fetch(path, { method, ...(body && { body: JSON.stringify(body) }) });
    return { status: response.status, json: await response.json() };
  };

  it('a call in an unknown session gets 400 and changes nothing', async () => {
    const mock = createMock({ scenario: readingRoom, sessions });
    const before = mock.fingerprint();
    const { status, json } = await ask(mock, 'DELETE', '/__mock/s/one/__mock/data/user/1');
    expect(status).toBe(400);
    expect(json.error.message).toBe('There is no session "one"; create it with POST /__mock/sessions');
    expect(mock.fingerprint()).toBe(before);
    expect(mock.sessions.list()).toEqual([]);
  });

  it('POST /__mock/sessions creates a session, which can then be named', async () => {
    const mock = createMock({ scenario: readingRoom, sessions });
    expect((await ask(mock, 'POST', '/__mock/sessions', { id: 'one' })).status).toBe(200);
    expect((await ask(mock, 'DELETE', '/__mock/s/one/__mock/data/user/1')).status).toBe(200);
    expect([mock.data.user.count(), mock.sessions.get('one').data.user.count()]).toEqual([4, 3]);
  });
});

describe('The option sessions', () => {
  it.each([
    [{ strict: 'yes' }, 'sessions.strict'],
    [{ max: 0 }, 'sessions.max'],
    [{ max: 1.5 }, 'sessions.max'],
    [{ max: 100_001 }, 'sessions.max'],
    [{ idleSeconds: 0 }, 'sessions.idleSeconds'],
    [{ idleSeconds: -1 }, 'sessions.idleSeconds'],
    [{ idleSeconds: Number.POSITIVE_INFINITY }, 'sessions.idleSeconds'],
    [{ idle: 5 }, 'sessions.idle'],
    [5, 'sessions'],
  ])('rejects %j with an error for %s', (sessions, path) => {
    const create = () => createMock({ sessions: sessions as never });
    expect(create).toThrow(MockError);
    expect(create).toThrow(new RegExp(`^${path}: `));
  });
});
