import { readFileSync } from 'node:fs';
import { newsroom } from 'briefs-mock/seeds';
import { expect, it } from 'vitest';
import { describeApi, describeControl } from '../support/deliveries.js';
import { readingRoom } from '../support/reading-room.js';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

interface Health {
  status: string;
  version: string;
  scenario: string;
  seed: number;
  clock: string;
  fingerprint?: string;
  sessions: number;
}

describeControl('GET /__mock/health', (open) => {
  it('answers the version and a summary of the state', async () => {
    const { send } = await open({ seed: 11 });
    const { status, json } = await send<Health>('GET', '/__mock/health');
    expect(status).toBe(200);
    expect(json).toEqual({
      status: 'ok',
      version,
      scenario: readingRoom.name,
      seed: 11,
      clock: '2026-03-04T09:00:00.000Z',
      revision: 0,
      sessions: 0,
    });
  });

  it('answers the switches that are not at their defaults, with the service token hidden', async () => {
    const behavior = { hideUnentitled: true, hideDeleted: false, serviceToken: 'a-service-token' };
    const { send } = await open({ behavior });
    const { json } = await send<Health>('GET', '/__mock/health');
    expect(json).toMatchObject({ behavior: { hideUnentitled: true, serviceToken: '[hidden]' } });
    expect(JSON.stringify(json)).not.toMatch(/hideDeleted|a-service-token/);
  });

  it('answers the fingerprint of the state if it is asked for', async () => {
    const { mock, ann, send } = await open();
    const fingerprint = async (query = '?fingerprint') =>
      (await send<Health>('GET', `/__mock/health${query}`)).json.fingerprint;
    const first = mock.fingerprint();
    expect([await fingerprint(), await fingerprint('?fingerprint=true')]).toEqual([first, first]);
    await ann.post('/bookmark/morning/1-104');
    expect(await fingerprint()).toBe(mock.fingerprint());
    expect(mock.fingerprint()).not.toBe(first);
    expect((await send('GET', '/__mock/health?fingerprint=no')).status).toBe(400);
  });

  it('needs no token and changes nothing', async () => {
    const { send } = await open();
    const first = (await send<Health>('GET', '/__mock/health')).json;
    expect((await send<Health>('GET', '/__mock/health')).json).toEqual(first);
  });

  it('shows changes of the clock and of the records', async () => {
    const { mock, ann, send } = await open();
    const first = (await send<Health>('GET', '/__mock/health?fingerprint')).json;
    mock.clock.advance({ minutes: 5 });
    const later = (await send<Health>('GET', '/__mock/health?fingerprint')).json;
    expect(later.clock).toBe('2026-03-04T09:05:00.000Z');
    await ann.post('/bookmark/morning/1-104');
    const marked = (await send<Health>('GET', '/__mock/health?fingerprint')).json;
    expect(new Set([first, later, marked].map(({ fingerprint }) => fingerprint)).size).toBe(3);
  });

  it('X17: answers HEAD', async () => {
    const { send } = await open();
    const { status, text } = await send('HEAD', '/__mock/health');
    expect(status).toBe(200);
    expect(text).toBe('');
  });
});

// Over TCP the order also depends on which connection is ready first.
describeApi(
  'GET /__mock/health of a large state',
  (open) => {
    it('answers other requests while it computes the fingerprint', async () => {
      const { mock, send } = await open({ scenario: newsroom });
      const answered: string[] = [];
      const get = async (path: string) => {
        const { json } = await send<Health>('GET', path);
        answered.push(path);
        return json;
      };
      const [health] = await Promise.all([get('/__mock/health?fingerprint'), get('/__mock/live')]);
      expect(answered).toEqual(['/__mock/live', '/__mock/health?fingerprint']);
      expect(health.fingerprint).toBe(mock.fingerprint());
    });
  },
  ['fetch'],
);
