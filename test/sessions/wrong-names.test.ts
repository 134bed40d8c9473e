import { expect, it } from 'vitest';
import { describeApi } from '../support/deliveries.js';
import { type Naming, openPlace } from '../support/session-visits.js';

const LIST = '/public-api/v1/brief';
const MARK = '/public-api/v1/bookmark/morning/1-104';

/** Invalid names in path, header and cookie. URLs resolve `.` and `..`, and headers lose spaces at their ends. */
const wrong: [string, Naming][] = [
  ['an empty name in the path', { prefix: '' }],
  ['an empty name in the header', { header: '' }],
  ['an empty name in the cookie', { cookie: 'mock_session=' }],
  ['an empty name in one of several cookies', { cookie: 'a=1; mock_session=; b=2' }],
  ['empty quotes in the cookie', { cookie: 'mock_session=""' }],
  ['a dot in the header', { header: '.' }],
  ['two dots in the header', { header: '..' }],
  ['two dots in the cookie', { cookie: 'mock_session=..' }],
  ['65 characters in the path', { prefix: 'a'.repeat(65) }],
  ['65 characters in the header', { header: 'a'.repeat(65) }],
  ['65 characters in the cookie', { cookie: `mock_session=${'a'.repeat(65)}` }],
  ['a space in the path', { prefix: 'a%20b' }],
  ['a space in the header', { header: 'a b' }],
  ['a space in the cookie', { cookie: 'mock_session=a b' }],
  ['an encoded space in the cookie', { cookie: 'mock_session=a%20b' }],
  ['a slash in the path', { prefix: 'a%2Fb' }],
  ['a slash in the header', { header: 'a/b' }],
  ['a slash in the cookie', { cookie: 'mock_session=a%2Fb' }],
  ['a percent sign in the path', { prefix: 'a%25b' }],
  ['a percent sign without two digits in the path', { prefix: 'a%b' }],
  ['a percent sign in the header', { header: 'a%62' }],
  ['an accented letter in the path', { prefix: 'é' }],
  ['an accented letter in the header', { header: 'é' }],
  ['an accented letter in the cookie', { cookie: 'mock_session=é' }],
  ['an encoded accented letter in the cookie', { cookie: 'mock_session=%C3%A9' }],
  ['half an encoded letter in the cookie', { cookie: 'mock_session=%C3' }],
  ['a quote in the middle of the cookie', { cookie: 'mock_session=a"b' }],
  ['a backslash in the cookie', { cookie: 'mock_session=a\\b' }],
  ['a comma in the cookie', { cookie: 'mock_session=a,b' }],
  ['an emoji in the path', { prefix: '🚀' }],
  ['two names in the header', { header: 'a, b' }],
];

describeApi('Sessions: invalid names', (_, delivery) => {
  it.each(wrong)('%s gets 400 in the error format of the API, and creates no session', async (_, naming) => {
    const { mock, visit } = await openPlace(delivery);
    const before = mock.fingerprint();
    const ofPublic = await visit(MARK, naming, { method: 'POST' });
    expect(ofPublic).toMatchObject({ status: 400, json: { data: null } });
    expect(ofPublic.json.error).toEqual([
      { status: 400, code: 'malformed_data', message: expect.stringContaining('1 to 64 letters, digits') },
    ]);
    const user = { method: 'POST', body: '[{"fname":"Bo","lname":"Ek","email":"bo@oak.example"}]' };
    for (const path of ['/user-data/v1/user', '/user-preference/v1/application']) {
      const { status, headers, json } = await visit(path, naming, user);
      expect(status).toBe(400);
      expect(json).toMatchObject({ status_code: 400, data: null, error: { code: 'malformed_data' } });
      expect(json.error.issues).toEqual([
        { path: 'session', message: expect.stringContaining('must be a name of 1 to 64 letters') },
      ]);
      expect(headers.get('x-request-id')).toBe(json.request_id);
    }
    expect(mock.sessions.list()).toEqual([]);
    expect(mock.fingerprint()).toBe(before);
    expect(mock.requests.all().map(({ status, reason }) => [status, reason])).toEqual(
      Array(3).fill([400, expect.stringContaining('session: must be a name')]),
    );
  });

  it.each<[string, Naming]>([
    ['the path', { prefix: 'a%20b', header: 'one', cookie: 'mock_session=one' }],
    ['the header', { header: '', cookie: 'mock_session=one' }],
  ])('an invalid name in %s gets 400, even if a valid name follows', async (_, naming) => {
    const { mock, visit } = await openPlace(delivery);
    expect((await visit(LIST, naming)).status).toBe(400);
    expect(mock.sessions.list()).toEqual([]);
  });
});
