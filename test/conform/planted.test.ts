import { createMock } from 'briefs-mock';
import { baselineAfter, conform, isNew } from 'briefs-mock/conform';
import { newsroom } from 'briefs-mock/seeds';
import { expect, it } from 'vitest';
import { readers as tokens } from '../support/conform-target.js';

type Fetch = (request: Request) => Promise<Response>;

/** A server that differs from the mock in one way. */
type Plant = (fetch: Fetch) => Fetch;

// biome-ignore lint/suspicious/noExplicitAny: each plant knows what is in the answer that it changes.
type Change = (body: any, request: Request, status: number) => unknown;

/** Changes the bodies of the answers to a method and a path. */
function changing(method: string, path: RegExp, change: Change): Plant {
  return (fetch) => async (request) => {
    const response = await fetch(request);
    const { pathname } = new URL(request.url);
    if (request.method !== method || !path.test(pathname)) return response;
    const { status, headers } = response;
    return new Response(JSON.stringify(change(await response.json(), request, status)), { status, headers });
  };
}

/** Answers the successful requests with this method and path with 201. */
function answeringCreated(path: RegExp): Plant {
  return (fetch) => async (request) => {
    const response = await fetch(request);
    const isPlanted = request.method === 'POST' && response.status === 200 && path.test(new URL(request.url).pathname);
    return isPlanted ? new Response(response.body, { status: 201, headers: response.headers }) : response;
  };
}

const PACKAGES = '/user-data/v1/feature-package';

/** The feature packages of a deleted feature stay. */
const withoutCascade: Plant = (fetch) => {
  const kept: { feature_id: number }[] = [];
  const list = changing('GET', new RegExp(`^${PACKAGES}$`), (body) => ({ ...body, data: [...body.data, ...kept] }))(
    fetch,
  );
  return async (request) => {
    const [, id] = /^\/user-data\/v1\/feature\/(\d+)$/.exec(new URL(request.url).pathname) ?? [];
    if (request.method === 'DELETE' && id !== undefined) {
      const { data } = await (await fetch(new Request(new URL(PACKAGES, request.url)))).json();
      kept.push(...data.filter(({ feature_id }: { feature_id: number }) => feature_id === Number(id)));
    }
    return list(request);
  };
};

it.each<[string, Plant, string[]]>([
  [
    'a status',
    (fetch) => async (request) => {
      const { status, body, headers } = await fetch(request);
      return new Response(body, { status: status === 401 ? 403 : status, headers });
    },
    [
      'public-api/token/missing',
      'public-api/token/missing-everywhere',
      'public-api/token/missing-in-writes',
      'public-api/token/challenge',
      'public-api/token/bearer',
      'public-api/token/modes',
      'public-api/protocol/unauthorized',
    ],
  ],
  [
    'the status 201 of POST',
    answeringCreated(/./),
    ['public-api/status', 'user-data/status', 'user-preference/status'],
  ],
  [
    'a missing field',
    changing('GET', /^\/user-data\/v1\/application\/\d+$/, (body, _, status) => {
      if (status === 200) for (const row of [body.data].flat()) delete row.name;
      return body;
    }),
    ['user-data/application/read'],
  ],
  [
    'an order',
    changing('GET', /^\/public-api\/v1\/brief\/?$/, (body) => {
      body.data?.reverse();
      return body;
    }),
    ['public-api/brief/order'],
  ],
  [
    'a page with a record less',
    changing('GET', /^\/user-data\/v1\/brief-entitlement$/, (body, { url }) =>
      new URL(url).searchParams.has('page') ? { ...body, data: body.data?.slice(1) } : body,
    ),
    ['user-data/brief-entitlement/pages'],
  ],
  ['a cascade that does not happen', withoutCascade, ['user-data/feature/cascade']],
  [
    'an error body',
    changing('PUT', /^\/user-preference\/v1\/application\/\d+$/, (body, _, status) =>
      status === 200 ? body : { message: 'no' },
    ),
    [
      'user-preference/protocol/issues-of-object',
      'user-preference/protocol/missing-body',
      'user-preference/application/taken-name',
    ],
  ],
])('conform reports %s of a server, and nothing else', async (_, plant, expected) => {
  const mock = createMock({ scenario: newsroom });
  const { results } = await conform({ fetch: plant((request) => mock.fetch(request)), tokens, writes: true });
  const differing = results.filter(({ outcome }) => outcome === 'differs');
  expect(differing.map(({ id }) => id)).toEqual(expected);
});

it('X2: conform reports the status of a route once, for all its successes, and a baseline can list it', async () => {
  const mock = createMock({ scenario: newsroom });
  const fetch = answeringCreated(/^\/user-data\/v1\/client$/)(mock.fetch);
  const report = await conform({ fetch, writes: true, only: ['user-data/client'] });
  const [differing, ...others] = report.results.filter(({ outcome }) => outcome === 'differs');
  const [finding, ...more] = differing?.findings ?? [];
  expect([differing?.id, others, more]).toEqual(['user-data/status', [], []]);
  expect(finding).toMatchObject({
    where: '201 POST /user-data/v1/client: must have the status 200',
    problem: 'must have the status 200, but has 201',
    first: { request: 'POST /user-data/v1/client', status: 201, path: 'POST /user-data/v1/client' },
  });
  expect(finding?.count).toBeGreaterThan(1);
  const again = await conform({ fetch, writes: true, only: ['user-data/client'], baseline: baselineAfter(report) });
  expect(again.results.filter(isNew)).toEqual([]);
});
