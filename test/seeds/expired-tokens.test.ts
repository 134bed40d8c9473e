import { expiredTokens } from 'briefs-mock/seeds';
import { describe, expect, it } from 'vitest';
import { staged } from '../support/scenario-api.js';

const play = staged(expiredTokens);

describe('expired-tokens', () => {
  it.each(['/brief', '/brief/health-watch', '/bookmark/brief', '/bookmark/article'])(
    'edgar gets 401 from %s, with the time when the token expired',
    async (path) => {
      const { as } = play();
      const { status, json } = await as('edgar', 'GET', path);
      expect([status, json]).toMatchObject([401, { error: [{ code: 'unauthorized' }] }]);
      expect(JSON.stringify(json)).toContain('expired at 2026-03-03T09:00:00');
    },
  );

  it('tokenFor() issues edgar a new, valid token', async () => {
    const { mock } = play();
    const token = mock.tokenFor('edgar@mailbox.example');
    expect(token).not.toBe('edgar-token');
    const headers = { authorization: `Bearer ${token}` };
    expect((await mock.fetch('/public-api/v1/brief', { headers })).status).toBe(200);
  });

  it('the token of emma expires after a minute of the clock, and that of erik never does', async () => {
    const { mock, as } = play();
    const statusOf = async (key: string) => (await as(key, 'GET', '/brief')).status;
    expect([await statusOf('emma'), await statusOf('erik')]).toEqual([200, 200]);
    mock.clock.advance({ seconds: 59 });
    expect([await statusOf('emma'), await statusOf('erik')]).toEqual([200, 200]);
    mock.clock.advance({ seconds: 1 });
    expect([await statusOf('emma'), await statusOf('erik')]).toEqual([401, 200]);
    mock.clock.advance({ days: 365 });
    expect([await statusOf('emma'), await statusOf('erik')]).toEqual([401, 200]);
  });

  it('the earlier token of erik expires at the time of the clock', async () => {
    const { mock, as } = play();
    expect((await as('erik-old', 'GET', '/brief')).status).toBe(401);
    mock.clock.advance({ seconds: -1 });
    expect((await as('erik-old', 'GET', '/brief')).status).toBe(200);
  });
});
