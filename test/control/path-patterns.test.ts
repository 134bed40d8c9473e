import { createMock, type FaultRule, type MockError } from 'briefs-mock';
import { describe, expect, it } from 'vitest';
import { readingRoom } from '../support/reading-room.js';

const V1 = '/public-api/v1';

/** The message of the issue for the path, if the rule is rejected. */
function refusalOf(rule: FaultRule): string | undefined {
  try {
    createMock().faults.add(rule);
    return undefined;
  } catch (error) {
    return (error as MockError).issues.find(({ path }) => path === 'path')?.message;
  }
}

describe('The path of a fault rule and of a request count', () => {
  /** Sends the requests, and counts those that match the pattern. */
  async function countOf(pattern: string, paths: readonly string[]): Promise<number> {
    const mock = createMock({ scenario: readingRoom });
    for (const path of paths) await mock.fetch(path);
    return mock.requests.count({ path: pattern });
  }

  it.each([
    ['a parameter matches a parameter of the route', `${V1}/brief/:id`, [`${V1}/brief/morning`], 1],
    ['a parameter matches no literal segment of the route', `${V1}/:list`, [`${V1}/brief`, `${V1}/brif`], 1],
    ['a parameter matches any segment if no route matched', `${V1}/:list`, [`${V1}/brif`], 1],
    ['a literal segment matches nothing else if no route matched', `${V1}/brif`, [`${V1}/bref`, `${V1}/brif`], 1],
    [
      '* matches the rest of a segment',
      `${V1}/bri*`,
      [`${V1}/brief`, `${V1}/brief/morning`, `${V1}/bookmark/brief`],
      2,
    ],
    ['* after a slash does not match the path without it', `${V1}/brief/*`, [`${V1}/brief`, `${V1}/brief/morning`], 1],
    ['an escape is the character', `${V1}/brief/a%20caf%C3%A9`, [`${V1}/brief/a%20caf%c3%a9`, `${V1}/brief/a café`], 2],
    ['a character is its escape', `${V1}/brief/a café`, [`${V1}/brief/a%20caf%C3%A9`], 1],
    ['an escape before * is the character', `${V1}/brief/a%20*`, [`${V1}/brief/a%20b`], 1],
    ['an escaped % or / stays one', `${V1}/brief/5%25%2Fday`, [`${V1}/brief/5%25%2Fday`], 1],
    ['/ matches only itself', '/', ['/', V1], 1],
    ['without * a longer path does not match', `${V1}/brief`, [`${V1}/brief/morning`], 0],
    ['without * a shorter path does not match', `${V1}/brief/morning`, [`${V1}/brief`], 0],
  ])('%s', async (_, pattern, paths, count) => {
    expect(await countOf(pattern, paths)).toBe(count);
  });

  it('a fault rule applies to a request whose path is escaped as in the rule', async () => {
    const mock = createMock({ scenario: readingRoom });
    mock.faults.add({ path: `${V1}/brief/a%20b`, status: 503 });
    expect((await mock.fetch(`${V1}/brief/a%20b`)).status).toBe(503);
  });

  it.each([
    '/user-data/v1/client/1*',
    '/user-data/v1/client/*',
    '/user-data/v1/cli*',
    '/user-data/v1/client/',
    '/public-api/v1/brief/a%2Ab',
  ])('a fault rule with the path %s is accepted, because it can match a route', (path) => {
    expect(refusalOf({ path, status: 503 })).toBeUndefined();
  });

  it.each(['/user-data/v1/clx*', '/user-data/v1/client/1/*', '/user-data/v1/:table', '/user-data/v1'])(
    'a fault rule with the path %s is rejected, because it can match no route',
    (path) => {
      expect(refusalOf({ path, status: 503 })).toContain('matches no route');
    },
  );

  it.each([
    `${V1}/brief/**`,
    `${V1}/bookmark/*/x`,
    `${V1}/brief/morn*ing`,
    `${V1}/brief/morning?page=*`,
    `${V1}/brief/morning#*`,
  ])('a fault rule with the path %s is rejected, because no request fills a parameter with it', (path) => {
    expect(refusalOf({ path, status: 503 })).toMatch(/but (can|must not) have .*; the nearest route is /);
  });

  it.each([
    ['/public-api/v1/bookmarks/*', '/public-api/v1/bookmark/*'],
    ['/public-api/v1/breif/*', '/public-api/v1/brief/*'],
    ['/public-api/v1/bokmark*', '/public-api/v1/bookmark/*'],
    ['/publik-api/*', '/public-api/*'],
    ['/bookmarks/*', '/public-api/v1/bookmark/*'],
    ['/user-data/v2/clients/*', '/user-data/v1/client/*'],
  ])('the nearest route of %s is %s, which matches routes', (path, nearest) => {
    expect(refusalOf({ path, status: 503 })).toBe(
      `is "${path}", which matches no route; the nearest route is ${nearest}`,
    );
    expect(refusalOf({ path: nearest, status: 503 })).toBeUndefined();
  });

  it.each(['/foo/*', '/x*'])('%s is near to no route', (path) => {
    expect(refusalOf({ path, status: 503 })).toBe(`is "${path}", which matches no route`);
  });

  it('the nearest route is one with the method of the rule', () => {
    const path = '/user-data/v1/clients/1';
    const nearest = `is "${path}", which matches no route; the nearest route is`;
    expect(refusalOf({ method: 'PUT', path, status: 503 })).toBe(`${nearest} PUT /user-data/v1/client/:id`);
    expect(refusalOf({ path, status: 503 })).toBe(`${nearest} GET /user-data/v1/client/:id`);
  });
});
