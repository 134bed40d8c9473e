import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { describeControl } from '../support/deliveries.js';
import { readingRoom } from '../support/reading-room.js';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

interface Health {
  status: string;
  version: string;
  scenario: string;
  seed: number;
  clock: string;
  fingerprint: string;
  sessions: number;
}

describeControl('GET /__mock/health', (open) => {
  it('answers the version and a summary of the state', async () => {
    const { mock, send } = await open({ seed: 11 });
    const { status, json } = await send<Health>('GET', '/__mock/health');
    expect(status).toBe(200);
    expect(json).toEqual({
      status: 'ok',
      version,
      scenario: readingRoom.name,
      seed: 11,
      clock: '2026-03-04T09:00:00.000Z',
      fingerprint: mock.fingerprint(),
      revision: 0,
      sessions: 0,
    });
  });

  it('needs no token and changes nothing', async () => {
    const { send } = await open();
    const first = (await send<Health>('GET', '/__mock/health')).json;
    expect((await send<Health>('GET', '/__mock/health')).json).toEqual(first);
  });

  it('shows changes of the clock and of the records', async () => {
    const { mock, ann, send } = await open();
    const first = (await send<Health>('GET', '/__mock/health')).json;
    mock.clock.advance({ minutes: 5 });
    const later = (await send<Health>('GET', '/__mock/health')).json;
    expect(later.clock).toBe('2026-03-04T09:05:00.000Z');
    await ann.post('/bookmark/morning/1-104');
    const marked = (await send<Health>('GET', '/__mock/health')).json;
    expect(new Set([first, later, marked].map(({ fingerprint }) => fingerprint)).size).toBe(3);
  });

  it('X17: answers HEAD', async () => {
    const { send } = await open();
    const { status, text } = await send('HEAD', '/__mock/health');
    expect(status).toBe(200);
    expect(text).toBe('');
  });
});
