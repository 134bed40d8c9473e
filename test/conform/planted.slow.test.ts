import { createMock } from 'briefs-mock';
import { baselineAfter, cases, conform, isNew } from 'briefs-mock/conform';
import { newsroom } from 'briefs-mock/seeds';
import { describe, expect, it } from 'vitest';
import { readers as tokens } from '../support/conform-target.js';
import {
  answering,
  changing,
  differingIn,
  type Fetch,
  type Json,
  type Plant,
  reportOf,
} from '../support/planted-server.js';

/** Answers the successful requests with this method and path with 201. */
function answeringCreated(path: RegExp): Plant {
  return (fetch) => async (request) => {
    const response = await fetch(request);
    const isPlanted = request.method === 'POST' && response.status === 200 && path.test(new URL(request.url).pathname);
    return isPlanted ? new Response(response.body, { status: 201, headers: response.headers }) : response;
  };
}

/** The failures of an API are `{"message": …}`. */
function withOtherFailures(api: string): Plant {
  return (fetch) => async (request) => {
    const response = await fetch(request);
    if (response.ok || !new URL(request.url).pathname.startsWith(`/${api}/`)) return response;
    return Response.json({ message: 'no' }, { status: response.status, headers: response.headers });
  };
}

const isFailure = (status: number) => status >= 400;

describe('conform reports of a server, and nothing else,', () => {
  it.each<[string, Plant, string[], string[]]>([
    [
      'a status',
      (fetch) => async (request) => {
        const { status, body, headers } = await fetch(request);
        return new Response(body, { status: status === 401 ? 403 : status, headers });
      },
      ['public-api/token', 'public-api/protocol'],
      [
        'public-api/token/missing',
        'public-api/token/missing-everywhere',
        'public-api/token/missing-in-writes',
        'public-api/token/bearer',
        'public-api/token/modes',
        'public-api/protocol/unauthorized',
        // The route may answer 403, but not with the code of 401.
        'public-api/bookmark/POST/:brief_slug/:brief_gid/form',
        'public-api/brief/GET/:brief_slug/form',
      ],
    ],
    [
      'X2: the status 201 of POST',
      answeringCreated(/./),
      ['user-data/client/create', 'user-preference/application/create', 'public-api/bookmark/add-brief'],
      ['public-api/status', 'user-data/status', 'user-preference/status'],
    ],
    [
      'P4: an order',
      changing('GET', /^\/public-api\/v1\/brief\/?$/, (body) => ({ ...body, data: body.data?.toReversed() })),
      ['public-api/brief'],
      ['public-api/brief/order'],
    ],
    [
      'a page with a record less',
      changing('GET', /^\/user-data\/v1\/brief-entitlement$/, (body, { url }, status) =>
        status === 200 && new URL(url).searchParams.has('page') ? { ...body, data: body.data.slice(1) } : body,
      ),
      ['user-data/brief-entitlement'],
      ['user-data/brief-entitlement/pages'],
    ],
    [
      'D22: entitled briefs in the order of creation',
      changing('GET', /^\/user-data\/v1\/application-entitled-brief$/, (body) => {
        const key = ({ is_default, id }: Json) => (is_default ? 0 : id);
        return { ...body, data: body.data?.toSorted((a: Json, b: Json) => key(a) - key(b)) };
      }),
      ['user-data/application-entitled-brief/order'],
      ['user-data/application-entitled-brief/order'],
    ],
    [
      'D21: entitlements in the order of their slugs',
      changing('POST', /^\/user-data\/v1\/brief-entitlement$/, (body) => {
        const key = ({ email, brief_slug }: Json) => `${email} ${brief_slug}`;
        return { ...body, data: body.data?.toSorted((a: Json, b: Json) => (key(a) < key(b) ? -1 : 1)) };
      }),
      ['user-data/brief-entitlement/order'],
      ['user-data/brief-entitlement/order'],
    ],
    [
      'D26: a sync that deletes first',
      (fetch) => async (request) => {
        if (!request.url.endsWith('/content-entitlement-sync')) return fetch(request);
        const isSync = ({ action }: Json) => Number(action === 'sync');
        const items: Json[] = await request.clone().json();
        const body = JSON.stringify(items.toSorted((a, b) => isSync(a) - isSync(b)));
        return fetch(new Request(request, { body }));
      },
      ['user-data/content-entitlement-sync/order'],
      ['user-data/content-entitlement-sync/order'],
    ],
    [
      'X3: the format of the failures of user-data',
      withOtherFailures('user-data'),
      ['user-data/application/missing', 'user-data/feature/required-name'],
      [
        'user-data/application/DELETE/:id/form',
        'user-data/application/GET/:id/form',
        'user-data/application/PUT/:id/form',
        'user-data/feature/POST/form',
        'user-data/feature/PUT/:id/form',
      ],
    ],
    [
      'X3: the format of the failures of user-preference',
      withOtherFailures('user-preference'),
      ['user-preference/application/unique-name'],
      ['user-preference/application/POST/form', 'user-preference/application/PUT/:id/form'],
    ],
    [
      'X24: an e-mail that must be written as the user has it',
      (fetch) => async (request) => {
        const copy = request.clone();
        const [item] = request.method === 'POST' ? [await copy.json()].flat() : [];
        const isOther = item?.user_email !== undefined && item.user_email !== item.user_email.toLowerCase();
        return isOther ? fetch(new Request(new URL('/user-data/v1/user/0', request.url))) : fetch(request);
      },
      ['user-data/user-preference/email', 'user-preference/preference/email'],
      ['user-data/user-preference/email-case', 'user-preference/preference/email-case'],
    ],
    [
      'a missing field',
      changing('GET', /^\/user-data\/v1\/application\/\d+$/, (body, _, status) => {
        if (status === 200) for (const row of [body.data].flat()) delete row.name;
        return body;
      }),
      ['user-data/application'],
      ['user-data/application/read', 'user-data/application/order', 'user-data/application/GET/:id/form'],
    ],
    [
      'a field that the APIs do not have, and that changes with each write',
      (fetch) => {
        let writes = 0;
        return async (request) => {
          if (request.method !== 'GET') writes++;
          const response = await fetch(request);
          if (!response.ok) return response;
          const body = await response.json();
          const data = [body.data].flat().map((record) => ({ ...record, version: writes }));
          return Response.json({ ...body, data: Array.isArray(body.data) ? data : data[0] });
        };
      },
      ['user-data/feature/delete', 'user-data/preference-hierarchy/delete'],
      [
        'user-data/application/DELETE/:id/form',
        'user-data/application/GET/form',
        'user-data/application/POST/form',
        'user-data/feature/DELETE/:id/form',
        'user-data/feature/GET/form',
        'user-data/feature/POST/form',
        'user-data/preference-hierarchy/DELETE/:id/form',
        'user-data/preference-hierarchy/GET/form',
        'user-data/preference-hierarchy/POST/form',
      ],
    ],
  ])('%s', async (_, plant, only, expected) => {
    expect([...(await differingIn(plant, ...only))].sort()).toEqual([...expected].sort());
  });

  it('P4: an inactive brief in the list of a reader who has an entitlement for it', async () => {
    const mock = createMock({ scenario: newsroom });
    const [brief] = mock.data.brief.findMany({ where: { is_active: { equals: false } } });
    const slug = brief?.slug ?? '';
    const plant = changing('GET', /^\/public-api\/v1\/brief$/, (body) => {
      const data = body.data && [...body.data, { name: brief?.name, slug }];
      const key = ({ name }: Json) => name.toLowerCase();
      return { ...body, data: data?.sort((a: Json, b: Json) => (key(a) < key(b) ? -1 : 1)) };
    });
    const run = async (fetch: Fetch) =>
      (await conform({ fetch, tokens, only: ['public-api/brief'] })).results
        .filter(({ outcome }) => outcome === 'differs')
        .map(({ id }) => id);
    expect(await run(mock.fetch)).toEqual([]);
    expect(await run(plant(mock.fetch))).toContain('public-api/brief/inactive');
  });
});

describe('conform does not demand of others', () => {
  it.each<[string, Plant, string[]]>([
    [
      'X3: issues in a failure, nor their form',
      answering(/^\/user-(data|preference)\//, isFailure, (body, { status, headers }) =>
        Response.json({ ...body, error: { ...body.error, issues: ['name'] } }, { status, headers }),
      ),
      ['user-data/client/', 'user-preference/application/', 'user-preference/protocol'],
    ],
    [
      'X5: a challenge beside 401',
      (fetch) => async (request) => {
        const response = await fetch(request);
        const headers = new Headers(response.headers);
        headers.delete('www-authenticate');
        return new Response(response.body, { status: response.status, headers });
      },
      ['public-api/token', 'public-api/protocol'],
    ],
    [
      'D22: no total beside the answer of a POST',
      (fetch) => async (request) => {
        const response = await fetch(request);
        if (request.method !== 'POST' || !response.ok) return response;
        const body = await response.json();
        return Response.json({ ...body, total: body.data.length }, { headers: response.headers });
      },
      ['user-data/client/create', 'user-data/brief-entitlement/'],
    ],
    [
      'D22: a total beside the answer of a POST',
      changing('POST', /./, ({ total: _, ...body }) => body),
      ['user-data/brief-entitlement/'],
    ],
  ])('%s', async (_, plant, only) => {
    expect(await differingIn(plant, ...only)).toEqual([]);
  });
});

it('conform encodes the slugs of briefs', async () => {
  const mock = createMock({ scenario: newsroom });
  for (const { id, slug } of mock.data.brief.getAll()) {
    mock.data.brief.update({ where: { id: { equals: id } }, data: { slug: `${slug}&a=1+%#` } });
  }
  const only = [
    'user-data/content-entitlement/slug',
    'user-data/content-entitlement-sync',
    'user-data/brief-entitlement/',
  ];
  const { results } = await conform({ fetch: mock.fetch, tokens, writes: true, only });
  expect(results.filter(({ outcome }) => outcome !== 'agrees')).toEqual([]);
});

describe('conform calibrates', () => {
  it('D13, D30: a server that appends and yet answers 409 to a PUT, which is a difference', async () => {
    const append = createMock({ scenario: newsroom, behavior: { setPreference: 'append' } });
    const plant: Plant = () => async (request) => {
      const { pathname } = new URL(request.url);
      const isMove =
        request.method === 'PUT' &&
        pathname.includes('/user-application-preference/') &&
        'app_preference_id' in (await request.clone().json());
      if (!isMove) return append.fetch(request);
      const { preference } = append.data;
      const id = Number(pathname.split('/').at(-1));
      const [moved] = preference.findMany({ where: { id: { equals: id } } });
      const target = (await request.clone().json()).app_preference_id;
      const taken = preference.findMany({ where: { user_id: { equals: moved?.user_id ?? 0 } } });
      if (!taken.some((one) => one.id !== id && one.application_preference === target)) return append.fetch(request);
      const error = { code: 'conflict', message: 'it exists' };
      return Response.json(
        { status_code: 409, request_id: crypto.randomUUID(), data: null, error },
        { status: 409, headers: { 'content-type': 'application/json' } },
      );
    };
    const { behavior, results } = await reportOf(plant, {
      only: ['setPreference', 'user-data/user-application-preference/update-collision'],
    });
    expect(behavior).toEqual({ setPreference: 'append' });
    const differing = results.filter(({ outcome, switch: key }) => outcome === 'differs' && key === undefined);
    expect(differing.map(({ id }) => id)).toEqual(['user-data/user-application-preference/update-collision']);
  });

  it('D23: no list of callers without a caller that the server accepts, and reports no difference', async () => {
    const mock = createMock({ scenario: newsroom, behavior: { requestFrom: ['web'] } });
    const options = { fetch: mock.fetch, tokens, writes: true, only: ['D23', 'D24', 'P3', 'requestFrom'] };
    const { results, switches, behavior } = await conform(options);
    expect(results.filter(({ outcome }) => outcome === 'differs')).toEqual([]);
    expect(switches.find((one) => one.switch === 'requestFrom')).toMatchObject({ side: 'could not tell' });
    expect(behavior).toEqual({});
    const withValue = await conform({ ...options, requestFrom: ['web'] });
    expect(withValue.behavior).toEqual({ requestFrom: ['web'] });
  });
});

describe('a rejected token is not a difference:', () => {
  const alice = 'alice@acme.example';
  const rejecting =
    (mock = createMock({ scenario: newsroom })): Fetch =>
    (request) =>
      mock.fetch(request);

  it('all tokens of readers', async () => {
    const expired = Object.fromEntries(Object.keys(tokens).map((email) => [email, 'expired']));
    const { results, problems, unusable } = await conform({
      fetch: rejecting(),
      tokens: { [alice]: 'expired' },
      only: ['public-api'],
    });
    expect(problems).toEqual([{ kind: 'token', message: `the server rejects the token of ${alice}` }]);
    expect(unusable).toBe(true);
    expect(results.filter(({ outcome }) => outcome !== 'could not tell')).toEqual([]);
    const several = await conform({ fetch: rejecting(), tokens: expired, only: ['public-api/brief'] });
    expect(several.problems[0]?.message).toBe(`the server rejects the tokens of ${Object.keys(expired).join(', ')}`);
  });

  it('one of several, and the others are compared', async () => {
    const { problems, unusable, results } = await conform({
      fetch: rejecting(),
      tokens: { ...tokens, [alice]: 'expired' },
      only: ['public-api/brief'],
    });
    expect(problems).toEqual([{ kind: 'token', message: `the server rejects the token of ${alice}` }]);
    expect(unusable).toBe(false);
    expect(results.some(({ outcome }) => outcome === 'agrees')).toBe(true);
  });

  it('the service token, missing or wrong', async () => {
    const server = createMock({ scenario: newsroom, behavior: { serviceToken: 's3cret' } });
    const run = (serviceToken?: string) =>
      conform({ fetch: server.fetch, serviceToken, only: ['user-data/client', 'user-preference/application'] });
    const asking = (api: string) => ({
      kind: 'token',
      message: `${api} asks for a service token (--service-token <token>)`,
    });
    expect((await run()).problems).toEqual([asking('user-data'), asking('user-preference')]);
    expect((await run('wrong')).problems).toEqual([
      { kind: 'token', message: 'user-data rejects the service token' },
      { kind: 'token', message: 'user-preference rejects the service token' },
    ]);
    expect((await run('s3cret')).problems).toEqual([]);
  });

  it('a server that answers 401 to everything has no differences', async () => {
    const fetch = async () => Response.json({ detail: 'Not authenticated' }, { status: 401 });
    const { results, problems } = await conform({ fetch, tokens: { [alice]: 'expired' }, writes: true });
    expect(results.filter(({ outcome }) => outcome !== 'could not tell')).toEqual([]);
    expect(problems.map(({ kind }) => kind)).toEqual(['token', 'token', 'token']);
  });
});

it('no text of a library is in a report of a server whose answers have another form', async () => {
  const strange: Plant[] = [
    (fetch) => async (request) => {
      const response = await fetch(request);
      return response.ok ? Response.json({ status_code: 200, data: null }) : response;
    },
    (fetch) => async (request) => {
      const response = await fetch(request);
      return response.ok ? Response.json([null, 'text', { data: [null] }]) : response;
    },
    (fetch) => async (request) => {
      const response = await fetch(request);
      return response.ok ? Response.json({ data: [null, { id: 'x' }, 7] }) : response;
    },
  ];
  for (const plant of strange) {
    const report = await reportOf(plant, { only: ['public-api', 'user-data/client', 'user-data/user-brief', 'D13'] });
    expect(JSON.stringify(report)).not.toMatch(/Cannot read|is not a function|undefined \(reading|not iterable/);
  }
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

it('a baseline keeps what a run lists for many answers, unless it compares all of them and finds it no more', async () => {
  const mock = createMock({ scenario: newsroom });
  const fetch = answeringCreated(/^\/user-data\/v1\/client$/)(mock.fetch);
  const only = ['user-data/client'];
  const baseline = baselineAfter(await conform({ fetch, writes: true, only }));
  expect(Object.keys(baseline.differences)).toEqual(['user-data/status']);
  const reading = await conform({ fetch, only, baseline });
  expect(reading.results.find(({ id }) => id === 'user-data/status')).toMatchObject({ outcome: 'agrees' });
  expect(baselineAfter(reading, baseline)).toEqual(baseline);
  const other = answeringCreated(/^\/user-data\/v1\/feature$/)(mock.fetch);
  const added = baselineAfter(
    await conform({ fetch: other, writes: true, only: ['user-data/feature'], baseline }),
    baseline,
  );
  expect(added.differences['user-data/status']?.where).toEqual([
    '201 POST /user-data/v1/client: must have the status 200',
    '201 POST /user-data/v1/feature: must have the status 200',
  ]);
  const whole = cases.filter(({ id }) => id.startsWith('user-data/client/'));
  const mended = await conform({ fetch: mock.fetch, writes: true, cases: whole, baseline });
  expect(baselineAfter(mended, baseline).differences).toEqual({});
});

it('conform says nothing about the form of answers whose statuses the mock does not have', async () => {
  const { fetch } = createMock({ scenario: newsroom });
  const failing = async (request: Request) =>
    request.url.endsWith('/package') ? Response.json({ error: 'overloaded' }, { status: 500 }) : fetch(request);
  const { results } = await conform({ fetch: failing, only: ['user-data/package'] });
  expect(results.map(({ id }) => id).filter((id) => id.startsWith('user-data/package/GET'))).toEqual([
    'user-data/package/GET/:id/form',
  ]);
});

describe('a difference says', () => {
  const differenceOf = async (plant: Plant, id: string) =>
    (await reportOf(plant, { only: [id] })).results.find((result) => result.id === id)?.difference;

  it('the place in the answer, also of a value that the case has computed', async () => {
    const plant = changing('GET', /^\/public-api\/v1\/brief\/[^/]+$/, (body) => {
      body.data?.date_option.picker.reverse();
      return body;
    });
    const difference = await differenceOf(plant, 'public-api/document/picker');
    expect(difference?.problems[0]?.path).toMatch(/^data\.date_option\.picker\.\d+$/);
  });

  it('which field of a listed record differs, in the words of the mock', async () => {
    const plant = changing('GET', /^\/user-data\/v1\/feature$/, (body) => ({
      ...body,
      data: body.data.map((feature: Json) => ({ ...feature, description: 'x'.repeat(1000) })),
    }));
    const difference = await differenceOf(plant, 'user-data/feature/list');
    expect(difference?.problems).toEqual([
      {
        path: expect.stringMatching(/^data\.\d+\.description$/),
        problem: expect.stringMatching(/^must be "conform-\S+", but is "x+…$/),
      },
    ]);
  });

  it('the message of the server, cut off when it is long', async () => {
    const plant = answering(
      /^\/user-data\/v1\/feature$/,
      (status) => status === 200,
      () =>
        Response.json(
          { status_code: 500, request_id: '', data: null, error: { code: 'error', message: 'y'.repeat(5000) } },
          { status: 500 },
        ),
    );
    const { results } = await reportOf(plant, { only: ['user-data/feature/'] });
    const texts = results.flatMap(({ missing = '', difference }) => [
      missing,
      ...(difference?.problems ?? []).map(({ problem }) => problem),
    ]);
    expect(Math.max(...texts.map((text) => text.length))).toBeLessThan(400);
  });

  it('the same place in a baseline, wherever the record is in the list', async () => {
    const plant = changing('GET', /^\/user-data\/v1\/feature$/, (body) => ({
      ...body,
      data: body.data.map((feature: Json) => ({ ...feature, description: 'other' })),
    }));
    const baseline = baselineAfter(await reportOf(plant, { only: ['user-data/feature/list'] }));
    expect(baseline.differences['user-data/feature/list']?.where).toEqual(['step 3: data[].description']);
  });
});

describe('conform uses what fits, wherever it is:', () => {
  const run = async (plant: Plant, id: string) =>
    (await reportOf(plant, { only: [id] })).results.find((result) => result.id === id);

  it('a brief with an older document that is not the first of the list', async () => {
    let slug: string | undefined;
    const plant = changing('GET', /^\/public-api\/v1\/brief\/[^/]+$/, (body) => {
      slug ??= body.data?.slug;
      if (body.data?.slug === slug) body.data.date_option.picker.splice(1);
      return body;
    });
    expect(await run(plant, 'public-api/document/older')).toMatchObject({ outcome: 'agrees' });
  });

  it('P21: an article without a rating in any document', async () => {
    const plant = changing('GET', /^\/public-api\/v1\/bookmark\/article$/, (body) => {
      for (const article of body.data ?? []) if (article.liked === false) article.liked = true;
      return body;
    });
    expect(await run(plant, 'public-api/bookmark-list/empty-fields')).toMatchObject({ outcome: 'differs' });
  });

  it('a reader who may read something', async () => {
    const [first] = Object.values(tokens);
    const plant = (fetch: Fetch) => async (request: Request) => {
      const response = await fetch(request);
      const isFirst = request.headers.get('authorization') === `Bearer ${first}`;
      const { pathname } = new URL(request.url);
      return isFirst && pathname === '/public-api/v1/brief' ? Response.json({ data: [] }) : response;
    };
    expect(await run(plant, 'public-api/document/by-gid')).toMatchObject({ outcome: 'agrees' });
  });
});
