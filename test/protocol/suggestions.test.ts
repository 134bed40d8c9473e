import { createMock, defineRoute } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { createServer } from 'briefs-mock/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readingRoom } from '../support/reading-room.js';

const PUBLIC = '/public-api/v1';

/** The message of an answer, in the format of any of the APIs. */
async function messageOf(answer: Response): Promise<string> {
  const { error } = (await answer.json()) as { error: { message: string } | [{ message: string }] };
  return (Array.isArray(error) ? error[0] : error).message;
}

function start(options = {}) {
  const mock = createMock({ scenario: readingRoom, ...options });
  const ask = async (method: string, path: string) =>
    messageOf(await mock.fetch(path, { method, headers: { authorization: 'Bearer ann-token' } }));
  return { mock, ask };
}

describe('The nearest route', () => {
  it.each([
    ['POST', `${PUBLIC}/bookmark/x`, `POST ${PUBLIC}/bookmark/:brief_slug/:brief_gid`],
    ['DELETE', `${PUBLIC}/bookmark`, `DELETE ${PUBLIC}/bookmark/:brief_slug/:brief_gid`],
    ['GET', '/user-data/v1/users', 'GET /user-data/v1/user'],
    ['PATCH', '/user-data/v1/users/3', 'PUT /user-data/v1/user/:id'],
    ['GET', '/user-data/v1/brief_entitlements', 'GET /user-data/v1/brief-entitlement'],
    ['GET', '/user-data/v1/entitlement-brief', 'GET /user-data/v1/brief-entitlement'],
    ['GET', '/user-data/v1/entitlements-briefs', 'GET /user-data/v1/brief-entitlement'],
    ['GET', '/user-data/v1/USER/3', 'GET /user-data/v1/user/:id'],
    ['GET', '/user-data/client/3', 'GET /user-data/v1/client/:id'],
    ['GET', '/brief', `GET ${PUBLIC}/brief`],
    ['GET', '/user-data/v1/a-very-long-name-of-something-else/user', 'GET /user-data/v1/user'],
  ])('X5: of %s %s is %s', async (method, path, nearest) => {
    const { ask } = start();
    expect(await ask(method, path)).toBe(`There is no route ${method} ${path}; the nearest route is ${nearest}`);
  });

  it.each([
    ['256 characters', '/'.padEnd(256, 'x')],
    ['12 segments', '/x'.repeat(12)],
  ])('X5: what a path has after its first %s does not count', async (_, first) => {
    const { ask } = start();
    const last = '/user-data/v1/user';
    expect(await ask('GET', first.slice(0, -last.length) + last)).toContain(`; the nearest route is GET ${last}`);
    expect(await ask('GET', first + last)).toContain('; the APIs are at ');
  });

  it('X5: is rather one with a typo than one with the words in another order', async () => {
    const paths = ['/shop/v1/summer-fruit', '/shop/v1/fruit-summerx'];
    const { ask } = start({ routes: paths.map((path) => defineRoute({ method: 'GET', path, handle: () => 1 })) });
    expect(await ask('GET', '/shop/v1/fruit-summer')).toContain(`; the nearest route is GET ${paths[1]}`);
  });

  it('X5: of a path to which a proxy has added something comes with the option that names it', async () => {
    const { ask } = start();
    const hint = 'if a proxy adds /mock/api, start the server with --public-url';
    const nearest = `the nearest route is GET ${PUBLIC}/brief/:brief_slug`;
    expect(await ask('GET', `/mock/api${PUBLIC}/brief/morning`)).toContain(`; ${nearest}; ${hint}`);
  });

  it('X5: of a path that repeats the path of the base URL says so', async () => {
    const mock = createMock({ baseUrl: 'https://h.example/api' });
    expect(await messageOf(await mock.fetch(`/api${PUBLIC}/brief`))).toBe(
      `There is no route GET /api${PUBLIC}/brief; the nearest route is GET ${PUBLIC}/brief; the URL has /api twice, once from the base URL: leave it out of the path`,
    );
    expect(await messageOf(await mock.fetch(`/mock${PUBLIC}/brief`))).toContain('; if a proxy adds /mock, start');
  });

  it.each([`${PUBLIC}/brief/a/b/c`, `${PUBLIC}/brief//s`, `/${PUBLIC}/brief`])(
    'X5: of %s, to which no proxy has added anything, comes without this option',
    async (path) => {
      const { ask } = start();
      expect(await ask('GET', path)).toMatch(/; the nearest route is GET [^;]+$/);
    },
  );

  it('X5: comes with what to do if the base URL contains the path of an API', async () => {
    const baseUrl = 'https://api.example.com/v1-proxy/public-api/v1';
    const mock = createMock({ baseUrl });
    const nearest = `the nearest route is GET ${PUBLIC}/bookmark/article`;
    expect(await messageOf(await mock.fetch(`${baseUrl}/bookmark/article`))).toBe(
      `There is no route GET /bookmark/article; ${nearest}; the base URL must end before ${PUBLIC}, which every path has itself`,
    );
  });

  it.each(['/', '/favicon.ico', '/foo', '/v1/foo', '/api', '/foo/v1/us'])(
    'X5: GET %s is not similar to a route, so the error says what there is',
    async (path) => {
      const { ask, mock } = start();
      const apis = 'the APIs are at /public-api, /user-data and /user-preference';
      const problem = `There is no route GET ${path}; ${apis}`;
      expect(await ask('GET', path)).toBe(`${problem}; GET /__mock/openapi.json describes them`);
      const server = await createServer(mock, { port: 0 }).listen();
      onTestFinished(() => server.close());
      expect(await messageOf(await fetch(server.url + path))).toBe(
        `${problem}; GET /__mock/openapi.json describes them`,
      );
      // The page itself is part of the build.
      expect((await fetch(`${server.url}/__mock/docs`, { method: 'POST' })).headers.get('allow')).toBe('GET, HEAD');
    },
  );

  it('X5: with the control API turned off, the error names only the APIs', async () => {
    const server = await createServer(createMock(), { port: 0, control: false }).listen();
    onTestFinished(() => server.close());
    expect(await messageOf(await fetch(server.url))).toBe(
      'There is no route GET /; the APIs are at /public-api, /user-data and /user-preference',
    );
  });
});

describe('An unknown name', () => {
  it.each([
    ['GET', `${PUBLIC}/brief/mornin`, 'There is no brief mornin; did you mean morning?'],
    ['GET', `${PUBLIC}/brief/Morning`, 'There is no brief Morning; did you mean morning?'],
    ['GET', `${PUBLIC}/brief/core_note`, 'There is no brief core_note; did you mean core-notes?'],
    ['GET', `${PUBLIC}/brief/xyzzy`, 'There is no brief xyzzy'],
    // It is inactive, so it is not suggested.
    ['GET', `${PUBLIC}/brief/retire`, 'There is no brief retire'],
    // Document 1-105 is not published yet.
    ['GET', `${PUBLIC}/brief/morning/1-10`, 'Brief morning has no document 1-10; did you mean 1-102, 1-103 or 1-104?'],
    ['GET', `${PUBLIC}/brief/morning/9999999`, 'Brief morning has no document 9999999'],
    ['POST', `${PUBLIC}/bookmark/mornin/1-104`, 'There is no brief mornin; did you mean morning?'],
    [
      'POST',
      `${PUBLIC}/bookmark/morning/1-104/harvest-begin`,
      'Document 1-104 has no article harvest-begin; did you mean harvest_begins?',
    ],
    ['GET', `${PUBLIC}/brief/steel`, 'There is no brief steel; did you mean steel-wire?'],
    ['GET', '/__mock/data/brief/b77', 'There is no brief b77; did you mean b7?'],
    ['GET', '/__mock/snapshots/befor', 'There is no snapshot "befor"; did you mean before?'],
    ['GET', '/__mock/sessions/worker-l', 'There is no session "worker-l"; the nearest name is "worker-1"'],
    ['GET', '/user-data/v1/client/77', 'There is no client 77'],
  ])('%s %s: %s', async (method, path, message) => {
    const { mock, ask } = start();
    mock.snapshots.keep('before');
    mock.sessions.create('worker-1');
    expect(await ask(method, path)).toBe(message);
  });

  it('an e-mail without a user names similar ones', () => {
    const { mock } = start();
    expect(() => mock.tokenFor('anne@reader.example')).toThrow(
      'There is no user "anne@reader.example"; did you mean ann@reader.example?',
    );
  });

  it('a token is never suggested', async () => {
    const { ask } = start();
    expect(await ask('GET', '/__mock/data/access_token/ann-toke')).toBe('There is no access_token ann-toke');
  });

  it('P7: with hideUnentitled, nothing is suggested, so that unknown and hidden briefs get the same answer', async () => {
    const { ask } = start({ behavior: { hideUnentitled: true } });
    expect(await ask('GET', `${PUBLIC}/brief/oak-inside`)).toBe('There is no brief oak-inside');
    expect(await ask('GET', `${PUBLIC}/brief/oak-insider`)).toBe('There is no brief oak-insider');
  });

  it('among more than 1,000 records nothing is compared', async () => {
    const { mock, ask } = start();
    mock.make.brief.many(1000, (i) => ({ slug: `brief-number-${i}` }));
    const before = mock.recordsRead;
    expect(await ask('GET', `${PUBLIC}/brief/mornin`)).toBe('There is no brief mornin');
    expect(mock.recordsRead - before).toBeLessThan(10);
  });
});

describe('Names that somebody meant', () => {
  const mock = createMock({ scenario: newsroom });
  const ask = async (authorization?: string) => {
    const response = await mock.fetch('/public-api/v1/brief', authorization ? { headers: { authorization } } : {});
    return [response.status, await messageOf(response)];
  };
  const getOne = 'get one with mock.tokenFor(email), or with POST /__mock/tokens';

  it.each([
    ['alcie@acme.example', 'alice@acme.example'],
    ['alice@acme.com', 'alice@acme.example'],
    ['Alice', 'alice@acme.example'],
  ])('tokenFor(%j): did you mean %s?', (email, meant) => {
    expect(() => mock.tokenFor(email)).toThrow(`There is no user ${JSON.stringify(email)}; did you mean ${meant}?`);
  });

  it('make and data: the records whose key or e-mail is similar', () => {
    expect(() => mock.make.entitledUser({ brief_slug: 'frontpage' })).toThrow(
      'brief_entitlement.create: brief_slug: there is no brief frontpage; did you mean front-page?',
    );
    const entitlement = { email: 'alcie@acme.example', brief_slug: 'front-page' };
    expect(() => mock.data.brief_entitlement.create(entitlement)).toThrow(
      'email: there is no user alcie@acme.example; did you mean alice@acme.example?',
    );
  });

  it('P1: an unknown token: where to get one, and in the journal a similar one of a persona', async () => {
    const unknown = `The token was not issued by this mock; ${getOne}`;
    expect(await ask('Bearer alcie-token')).toEqual([401, unknown]);
    expect(mock.requests.all().at(-1)?.reason).toBe(`${unknown}; did you mean alice-token?`);
    expect(await ask('Bearer something-else')).toEqual([401, unknown]);
    expect(await ask()).toEqual([401, `The header Authorization: Bearer <token> is required; ${getOne}`]);
  });

  it('P1: a generated token is a secret, which is never suggested', async () => {
    const fork = mock.fork();
    fork.make.user({ email: 'bo@acme.example' });
    const token = fork.tokenFor('bo@acme.example');
    const similar = `${token.startsWith('0') ? '1' : '0'}${token.slice(1)}`;
    const response = await fork.fetch('/public-api/v1/brief', { headers: { authorization: `Bearer ${similar}` } });
    expect(await messageOf(response)).toBe(`The token was not issued by this mock; ${getOne}`);
    expect(fork.requests.all().at(-1)?.reason).not.toContain('did you mean');
  });
});
