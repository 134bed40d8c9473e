import { createMock, replay, type Trace } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { describe, expect, it } from 'vitest';
import { describeControl } from '../support/deliveries.js';

const scenarios = [newsroom];
const USER = '/user-data/v1/user';
const json = { 'content-type': 'application/json' };
const alice = { headers: { authorization: 'Bearer alice-token' } };
const plain = (trace: Trace): Trace => JSON.parse(JSON.stringify(trace));

describe('A trace without secrets', () => {
  it('hides what the journal hides, keeps the rest, and is replayed without what has lost something', async () => {
    const mock = createMock({ scenario: newsroom });
    await mock.fetch('/public-api/v1/brief', alice);
    await mock.fetch('/public-api/v1/brief?access_token=hush-1&brief=x', alice);
    await mock.fetch(USER, { method: 'POST', headers: json, body: '{"fname": "Bo", "password": "hush-2"}' });
    expect(JSON.stringify(mock.trace())).toMatch(/hush-1.*hush-2/);
    const trace = mock.trace({ redact: true });
    expect(JSON.stringify(trace)).not.toContain('hush');
    expect(trace.entries).toMatchObject([
      { headers: { authorization: 'Bearer alice-token' } },
      { path: '/public-api/v1/brief?access_token=%5Bhidden%5D&brief=x', redacted: 'request' },
      { redacted: 'request' },
    ]);
    expect(trace.entries[0]).toEqual(mock.trace().entries[0]);
    const { requests, differences, redacted, fingerprint } = await replay(plain(trace), { scenarios });
    expect({ requests, differences, redacted, fingerprint }).toEqual({
      requests: 1,
      differences: [],
      redacted: { requests: 2 },
      fingerprint: undefined,
    });
  });

  it('is replayed up to a request that has lost something and wrote, because what follows depends on it', async () => {
    const mock = createMock({ scenario: newsroom });
    await mock.fetch('/public-api/v1/brief', alice);
    const body = JSON.stringify([{ fname: 'Bo', lname: 'Ek', email: 'bo@acme.example' }]);
    await mock.fetch(`${USER}?token=hush`, { method: 'POST', headers: json, body });
    await mock.fetch(USER);
    const trace = plain(mock.trace({ redact: true }));
    expect(trace.entries[1]).toMatchObject({ redacted: 'request', revision: 1 });
    const { requests, differences, redacted } = await replay(trace, { scenarios });
    expect({ requests, differences, redacted }).toEqual({
      requests: 1,
      differences: [],
      redacted: { requests: 1, stoppedBefore: 2 },
    });
  });
});

describeControl('GET /__mock/trace?redact', (open) => {
  it('answers the trace without secrets', async () => {
    const { send } = await open();
    await send('GET', '/public-api/v1/brief?token=hush', { token: 'ann-token' });
    expect((await send('GET', '/__mock/trace')).text).toContain('hush');
    const { status, text } = await send('GET', '/__mock/trace?redact');
    expect([status, text.includes('hush')]).toEqual([200, false]);
  });
});
