import { expect, it } from 'vitest';
import type { ControlFailure } from '../support/bodies.js';
import { describeControl } from '../support/deliveries.js';

interface Token {
  token: string;
  email: string;
  expires_at: number | null;
}

const NINE_O_CLOCK = Date.parse('2026-03-04T09:00:00Z') / 1000;

describeControl('POST /__mock/tokens', (open) => {
  it('P1: issues a token that never expires', async () => {
    const { send, as } = await open();
    const { status, json } = await send<Token>('POST', '/__mock/tokens', { body: { email: 'ann@reader.example' } });
    expect(status).toBe(200);
    expect(json).toEqual({ token: expect.stringMatching(/^\S+$/), email: 'ann@reader.example', expires_at: null });
    expect((await as(json.token).get('/brief/steel-wire')).status).toBe(200);
  });

  it('P1: issues a token that expires after expires_in seconds', async () => {
    const { send } = await open();
    const body = { email: 'ann@reader.example', expires_in: 3600 };
    const { json } = await send<Token>('POST', '/__mock/tokens', { body });
    expect(json.expires_at).toBe(NINE_O_CLOCK + 3600);
  });

  it('P1: issues a new token on each call, and the older tokens stay valid', async () => {
    const { send, as } = await open();
    const tokens = ['ann-token'];
    for (let n = 0; n < 3; n++) {
      tokens.push((await send<Token>('POST', '/__mock/tokens', { body: { email: 'ann@reader.example' } })).json.token);
    }
    expect(new Set(tokens).size).toBe(4);
    for (const token of tokens) expect((await as(token).get('/brief/steel-wire')).status).toBe(200);
  });

  it('X24: finds the user case-insensitively, and answers the e-mail as the user record has it', async () => {
    const { send } = await open();
    const { json } = await send<Token>('POST', '/__mock/tokens', { body: { email: 'ANN@Reader.Example' } });
    expect(json.email).toBe('ann@reader.example');
  });

  it('the same seed gives the same tokens, and another seed gives others', async () => {
    const { mock, send } = await open({ seed: 3 });
    const issue = async () =>
      (await send<Token>('POST', '/__mock/tokens', { body: { email: 'ann@reader.example' } })).json.token;
    const first = await issue();
    mock.reset();
    expect(await issue()).toBe(first);
    mock.reset({ seed: 4 });
    expect(await issue()).not.toBe(first);
  });

  it('an unknown e-mail gets 404', async () => {
    const { mock, send } = await open();
    const before = mock.fingerprint();
    const body = { email: 'nobody@reader.example' };
    const { status, json } = await send<ControlFailure>('POST', '/__mock/tokens', { body });
    expect(status).toBe(404);
    expect(json.error).toMatchObject({ code: 'not_found', message: expect.stringContaining('nobody@reader.example') });
    expect(mock.fingerprint()).toBe(before);
  });

  it.each([
    [{}, 'email'],
    [{ email: 7 }, 'email'],
    [{ email: null }, 'email'],
    [{ email: ['ann@reader.example'] }, 'email'],
    [{ email: 'ann@reader.example', expires_in: 0 }, 'expires_in'],
    [{ email: 'ann@reader.example', expires_in: -60 }, 'expires_in'],
    [{ email: 'ann@reader.example', expires_in: 1.5 }, 'expires_in'],
    [{ email: 'ann@reader.example', expires_in: '60' }, 'expires_in'],
    [{ email: 'ann@reader.example', expires_in: 1e300 }, 'expires_in'],
    [{ email: 'ann@reader.example', expire_in: 60 }, 'expire_in'],
  ])('the body %j gets 400, and the issue path is %s', async (body, path) => {
    const { mock, send } = await open();
    const before = mock.fingerprint();
    const { status, json } = await send<ControlFailure>('POST', '/__mock/tokens', { body });
    expect(status).toBe(400);
    expect(json.error.code).toBe('malformed_data');
    expect(json.error.issues?.map((issue) => issue.path)).toEqual([path]);
    expect(mock.fingerprint()).toBe(before);
  });

  it.each(['[]', '"ann@reader.example"', '7', 'null', '[{"email":"ann@reader.example"}]'])(
    'the body %s gets 400, since it is not an object',
    async (body) => {
      const { send } = await open();
      const { status, json } = await send<ControlFailure>('POST', '/__mock/tokens', { body });
      expect(status).toBe(400);
      expect(json.error.code).toBe('malformed_data');
    },
  );

  it('P1: mock.tokenFor() returns the valid token that lasts longest', async () => {
    const { mock } = await open();
    const email = 'ann@reader.example';
    for (const expiresIn of [5, 9, 7]) mock.tokenFor(email, { expiresIn });
    expect(mock.tokenFor(email)).toBe('ann-token');
    mock.data.access_token.delete({ where: { token: { equals: 'ann-token' } } });
    const longest = mock.tokenFor(email);
    expect(mock.data.access_token.findFirst({ where: { token: { equals: longest } } })?.expires_at).toBe(
      Math.max(
        ...mock.data.access_token.findMany({ where: { email: { equals: email } } }).map((one) => one.expires_at ?? 0),
      ),
    );
  });

  it('P1: mock.tokenFor() with expiresIn issues a token that expires after that many seconds', async () => {
    const { mock, as } = await open();
    const email = 'ann@reader.example';
    const token = mock.tokenFor(email, { expiresIn: 60 });
    expect(mock.tokenFor(email, { expiresIn: 60 })).not.toBe(token);
    mock.clock.advance({ seconds: 59 });
    expect((await as(token).get('/brief/steel-wire')).status).toBe(200);
    mock.clock.advance({ seconds: 1 });
    expect((await as(token).get('/brief/steel-wire')).status).toBe(401);
    expect(mock.tokenFor(email)).toBe('ann-token');
    expect(() => mock.tokenFor(email, { expiresIn: 0 })).toThrow('expiresIn: must be above 0, but is 0');
    expect(() => mock.tokenFor(email, null as never)).toThrow('tokenFor takes an object, not null');
    expect(() => mock.tokenFor(email, { expires_in: 1 } as never)).toThrow('tokenFor has no option expires_in');
    expect(() => mock.tokenFor('nobody@reader.example', { expiresIn: 1 })).toThrow('There is no user');
  });
});
