import { expect, it } from 'vitest';
import type { BookmarkRecord, Failure } from '../support/bodies.js';
import { type Api, describeApi } from '../support/deliveries.js';

/** Bookmarks a document with this header, and returns the e-mail in the bookmark, or `unauthorized` for a 401. */
async function whoIs({ send }: Api, authorization: string): Promise<string> {
  const answer = await send('POST', '/public-api/v1/bookmark/morning/1-104', { headers: { authorization } });
  if (answer.status === 200) return (answer.json as BookmarkRecord).data[0].email;
  expect(answer.status).toBe(401);
  expect((answer.json as Failure).error[0].code).toBe('unauthorized');
  return 'unauthorized';
}

function base64url(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function jwt(claims: unknown): string {
  const part = (value: unknown) => base64url(JSON.stringify(value));
  return `${part({ alg: 'none' })}.${part(claims)}.`;
}

describeApi('Authentication', (open) => {
  it('P2: the scheme Bearer is required and case-insensitive', async () => {
    const api = await open();
    for (const prefix of ['Bearer', 'bearer', 'BEARER', 'bEaReR', 'Bearer  ']) {
      expect(await whoIs(api, `${prefix} ann-token`)).toBe('ann@reader.example');
    }
    for (const header of ['ann-token', 'Basic ann-token', 'Token ann-token', 'Bearer', 'Bearer ', 'Bearerann-token']) {
      expect(await whoIs(api, header), header).toBe('unauthorized');
    }
  });

  it('P2: more than one token after Bearer gets 401', async () => {
    const api = await open();
    expect(await whoIs(api, 'Bearer ann-token ben-token')).toBe('unauthorized');
    expect(await whoIs(api, 'Bearer ann-token, Bearer ben-token')).toBe('unauthorized');
  });

  it('P1, P2: only issued tokens are valid, and they are case-sensitive', async () => {
    const api = await open();
    expect(await whoIs(api, `Bearer ${api.mock.tokenFor('ben@reader.example')}`)).toBe('ben@reader.example');
    for (const token of ['nobody', 'ANN-TOKEN', 'ann-toke', 'ann-token2', 'ann@reader.example', '__proto__']) {
      expect(await whoIs(api, `Bearer ${token}`), token).toBe('unauthorized');
    }
  });

  it('P1: every user of the seed has a token', async () => {
    const api = await open();
    for (const { email } of api.mock.data.user.getAll()) {
      expect(await whoIs(api, `Bearer ${api.mock.tokenFor(email)}`)).toBe(email);
    }
    expect(api.mock.data.access_token.count()).toBe(4);
  });

  it('P1: tokenFor() issues one token to a user who was created later, and returns it again', async () => {
    const api = await open();
    api.mock.data.user.create({ fname: 'Dov', lname: 'Dale', email: 'dov@reader.example' });
    const token = api.mock.tokenFor('dov@reader.example');
    expect(await whoIs(api, `Bearer ${token}`)).toBe('dov@reader.example');
    expect(api.mock.tokenFor('DOV@reader.example')).toBe(token);
  });

  it('P1: a token with a lifetime of 60 seconds is valid after 59 seconds and gets 401 after 60', async () => {
    const api = await open();
    const issued = await api.mock.fetch('/__mock/tokens', {
      method: 'POST',
      body: JSON.stringify({ email: 'ann@reader.example', expires_in: 60 }),
    });
    const { token } = (await issued.json()) as { token: string };
    expect(await whoIs(api, `Bearer ${token}`)).toBe('ann@reader.example');
    api.mock.clock.advance({ seconds: 59 });
    expect(await whoIs(api, `Bearer ${token}`)).toBe('ann@reader.example');
    api.mock.clock.advance({ seconds: 1 });
    expect(await whoIs(api, `Bearer ${token}`)).toBe('unauthorized');
    expect(await whoIs(api, 'Bearer ann-token')).toBe('ann@reader.example');
  });

  it('P1: tokenFor() issues a new token when the old one has expired', async () => {
    const api = await open();
    const { access_token } = api.mock.data;
    access_token.deleteMany({ where: {} });
    access_token.create({ token: 'short', email: 'ann@reader.example', expires_at: api.mock.clock.seconds + 10 });
    expect(api.mock.tokenFor('ann@reader.example')).toBe('short');
    api.mock.clock.advance({ seconds: 10 });
    const token = api.mock.tokenFor('ann@reader.example');
    expect(token).not.toBe('short');
    expect(await whoIs(api, `Bearer ${token}`)).toBe('ann@reader.example');
  });

  it('P1: expires_at must be in the years 0 to 9999', async () => {
    const api = await open();
    const { access_token } = api.mock.data;
    const email = 'ann@reader.example';
    const [first, last] = ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z'].map((day) => Date.parse(day) / 1000);
    access_token.create({ token: 'first', email, expires_at: first });
    access_token.create({ token: 'last', email, expires_at: last });
    expect(await whoIs(api, 'Bearer first')).toBe('unauthorized');
    expect(await whoIs(api, 'Bearer last')).toBe(email);
    for (const expires_at of [(first ?? 0) - 1, (last ?? 0) + 1]) {
      expect(() => access_token.create({ token: 'never', email, expires_at })).toThrow(
        /^access_token.create: expires_at: must be at (least|most) -?\d+, but is -?\d+$/,
      );
    }
  });

  it('P1: a token without a lifetime never expires', async () => {
    const api = await open();
    api.mock.clock.advance({ days: 365 * 50 });
    expect(await whoIs(api, 'Bearer ann-token')).toBe('ann@reader.example');
  });

  it('P24: the tokens of a deleted user get 401', async () => {
    const api = await open();
    api.mock.data.user.delete({ where: { email: { equals: 'ann@reader.example' } } });
    expect(await whoIs(api, 'Bearer ann-token')).toBe('unauthorized');
    expect(await whoIs(api, 'Bearer ben-token')).toBe('ben@reader.example');
  });

  it('P24: the tokens of a deleted user get 401 even when a new user has the same e-mail', async () => {
    const api = await open();
    api.mock.data.user.delete({ where: { email: { equals: 'ann@reader.example' } } });
    api.mock.data.user.create({ fname: 'Anna', lname: 'Ash', email: 'ann@reader.example' });
    expect(await whoIs(api, 'Bearer ann-token')).toBe('unauthorized');
  });
});

describeApi('tokens: jwt', (open) => {
  it('P2: the email claim identifies the user, whatever the signature', async () => {
    const api = await open({ behavior: { tokens: 'jwt' } });
    expect(await whoIs(api, `Bearer ${jwt({ email: 'ben@reader.example' })}`)).toBe('ben@reader.example');
    expect(await whoIs(api, `bearer ${jwt({ email: 'BEN@Reader.Example' })}`)).toBe('ben@reader.example');
    expect(await whoIs(api, `Bearer ${jwt({ email: 'ben@reader.example' })}c2lnbmVk`)).toBe('ben@reader.example');
  });

  it('P2: the sub claim identifies the user when there is no email claim', async () => {
    const api = await open({ behavior: { tokens: 'jwt' } });
    expect(await whoIs(api, `Bearer ${jwt({ sub: 'cleo@oak.example' })}`)).toBe('cleo@oak.example');
    const both = jwt({ sub: 'cleo@oak.example', email: 'ben@reader.example' });
    expect(await whoIs(api, `Bearer ${both}`)).toBe('ben@reader.example');
    for (const email of [null, '', 7]) {
      const token = jwt({ sub: 'cleo@oak.example', email });
      expect(await whoIs(api, `Bearer ${token}`)).toBe('cleo@oak.example');
    }
  });

  it('P2: claims are UTF-8 in base64url', async () => {
    const api = await open({ behavior: { tokens: 'jwt' } });
    api.mock.data.user.create({ fname: 'Zoë', lname: 'Ø', email: 'zoë.ÿþ~?>@reader.example' });
    const token = jwt({ email: 'zoë.ÿþ~?>@reader.example', name: '>>>???~~~' });
    expect(token).toMatch(/[-_]/);
    expect(await whoIs(api, `Bearer ${token}`)).toBe('zoë.ÿþ~?>@reader.example');
  });

  it.each([
    ['of an unknown user', jwt({ email: 'nobody@reader.example' })],
    ['without email and sub', jwt({ name: 'Ann' })],
    ['with a number as email', jwt({ email: 7 })],
    ['with null as claims', jwt(null)],
    ['that is not a JWT', 'not-a-jwt'],
    ['with invalid base64', 'a.!!!.c'],
    ['with invalid JSON', `a.${base64url('{')}.c`],
  ])('P2: a token %s gets 401', async (_, token) => {
    const api = await open({ behavior: { tokens: 'jwt' } });
    expect(await whoIs(api, `Bearer ${token}`)).toBe('unauthorized');
  });

  it('P2: the scheme Bearer is required', async () => {
    const api = await open({ behavior: { tokens: 'jwt' } });
    expect(await whoIs(api, jwt({ email: 'ben@reader.example' }))).toBe('unauthorized');
  });

  it('P24: a token of a deleted user gets 401', async () => {
    const api = await open({ behavior: { tokens: 'jwt' } });
    api.mock.data.user.delete({ where: { email: { equals: 'ben@reader.example' } } });
    expect(await whoIs(api, `Bearer ${jwt({ email: 'ben@reader.example' })}`)).toBe('unauthorized');
  });
});

describeApi('tokens: any', (open) => {
  it('P2: any token identifies the default user', async () => {
    const api = await open({ behavior: { tokens: 'any' } });
    for (const token of ['x', 'anything.at.all', jwt({ email: 'ben@reader.example' })]) {
      expect(await whoIs(api, `Bearer ${token}`)).toBe('ann@reader.example');
    }
  });

  it('P2: a token that is the e-mail of a user identifies that user', async () => {
    const api = await open({ behavior: { tokens: 'any' } });
    expect(await whoIs(api, 'Bearer ben@reader.example')).toBe('ben@reader.example');
    expect(await whoIs(api, 'Bearer CLEO@OAK.EXAMPLE')).toBe('cleo@oak.example');
    expect(await whoIs(api, 'Bearer stranger@reader.example')).toBe('ann@reader.example');
  });

  it('P2: an issued token identifies its owner', async () => {
    const api = await open({ behavior: { tokens: 'any' } });
    expect(await whoIs(api, 'Bearer cleo-token')).toBe('cleo@oak.example');
  });

  it('P2: the scheme Bearer and a token are required', async () => {
    const api = await open({ behavior: { tokens: 'any' } });
    for (const header of ['Bearer', 'Bearer ', 'x', 'Basic x']) {
      expect(await whoIs(api, header), header).toBe('unauthorized');
    }
    expect((await api.send('GET', '/public-api/v1/brief')).status).toBe(401);
  });

  it('P2: any token gets 401 when there are no users', async () => {
    const api = await open({ behavior: { tokens: 'any' } });
    api.mock.data.user.deleteMany({ where: {} });
    expect(await whoIs(api, 'Bearer x')).toBe('unauthorized');
  });
});
