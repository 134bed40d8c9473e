import { createMock, type Explanation, type Mock } from 'briefs-mock';
import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { BriefList, ControlFailure } from '../support/bodies.js';
import { describeControl } from '../support/deliveries.js';
import { runs } from '../support/state-runs.js';
import { refusalOf } from '../support/state-world.js';

describeControl('GET /__mock/explain', (open) => {
  async function openExplained() {
    const api = await open();
    const explain = async (email: string, brief: string) => {
      const { json } = await api.send<{ data: Explanation }>(
        'GET',
        `/__mock/explain?${new URLSearchParams({ email, brief })}`,
      );
      expect(json.data).toEqual(api.mock.explain({ email, brief }));
      return json.data;
    };
    return { ...api, explain };
  }
  const waysOf = ({ ways }: Explanation) => ways.filter(({ missing }) => missing.length === 0).map(({ way }) => way);

  it.each([
    ['noor@reader.example', 'morning', 'public'],
    ['noor@reader.example', 'core-notes', 'core'],
    ['ann@reader.example', 'steel-wire', 'brief_entitlement'],
    ['ben@reader.example', 'harbour-log', 'content_entitlement'],
    ['cleo@oak.example', 'oak-insider', 'client'],
  ])('P3: %s lists %s, because of: %s', async (email, brief, way) => {
    const { explain } = await openExplained();
    const explained = await explain(email, brief);
    expect(explained).toMatchObject({ email, brief, listed: true, missing: [] });
    expect(waysOf(explained)).toEqual([way]);
  });

  it('P3: says for each way what a user without an entitlement lacks', async () => {
    const { explain } = await openExplained();
    expect(await explain('noor@reader.example', 'oak-insider')).toEqual({
      email: 'noor@reader.example',
      brief: 'oak-insider',
      listed: false,
      missing: [],
      ways: [
        {
          way: 'public',
          missing: [{ table: 'brief', key: 'b5', values: { is_public: true }, message: 'the brief is not public' }],
        },
        {
          way: 'core',
          missing: [
            { table: 'brief', key: 'b5', values: { is_core: true }, message: 'the brief is not for all core users' },
          ],
        },
        {
          way: 'brief_entitlement',
          missing: [
            {
              table: 'brief_entitlement',
              key: null,
              values: { email: 'noor@reader.example', brief_slug: 'oak-insider' },
              message: 'the user has no brief entitlement for the brief',
            },
          ],
        },
        {
          way: 'content_entitlement',
          missing: [
            {
              table: 'application_user',
              key: null,
              values: { user_id: 4 },
              message: 'the user has no application user',
            },
            {
              table: 'content_entitlement',
              key: null,
              values: { content_type: 'brief', slug: 'oak-insider' },
              message: 'the user has no content entitlement for the brief',
            },
          ],
        },
        {
          way: 'client',
          missing: [
            { table: 'user', key: 4, values: {}, message: 'the user has no client' },
            {
              table: 'brief_client',
              key: null,
              values: { brief_id: 'b5' },
              message: 'the client has no relationship with the brief',
            },
          ],
        },
      ],
    });
  });

  it('P3, P24: names records that exist but are inactive or deleted', async () => {
    const { mock, explain } = await openExplained();
    mock.data.brief_client.update({ where: {}, data: { status: 'deleted' } });
    mock.data.client.update({ where: {}, data: { status: 'deleted' } });
    const client = (await explain('cleo@oak.example', 'oak-insider')).ways.find(({ way }) => way === 'client');
    expect(client?.missing).toMatchObject([
      { table: 'client', key: 1, values: { status: 'active' } },
      { table: 'brief_client', key: 1, values: { status: 'active' } },
    ]);
    const retired = await explain('ann@reader.example', 'retired');
    expect(retired).toMatchObject({
      listed: false,
      missing: [{ table: 'brief', key: 'b6', values: { is_active: true }, message: 'the brief is inactive' }],
    });
    expect(waysOf(retired)).toEqual(['public']);
  });

  it('X24: finds the user by the e-mail in any case, and the brief by its id', async () => {
    const { mock, explain } = await openExplained();
    expect(await explain('ANN@reader.example', 'b3')).toMatchObject({
      email: 'ann@reader.example',
      brief: 'steel-wire',
    });
    // A slug comes before an id.
    mock.data.brief.create({ id: 'b9', name: 'Named like an id', slug: 'b3' });
    expect(await explain('ann@reader.example', 'b3')).toMatchObject({ brief: 'b3', listed: false });
  });

  it('P3, P4: explains all briefs without a brief: the list of the user in its order, then the others', async () => {
    const { send, mock } = await open();
    const { json } = await send<{ data: Explanation[]; total: number }>(
      'GET',
      '/__mock/explain?email=Ann@reader.example',
    );
    expect(json.total).toBe(mock.data.brief.count());
    expect(json.data).toEqual(mock.explain({ email: 'ann@reader.example' }));
    const slugs = (listed: boolean) => json.data.filter((one) => one.listed === listed).map(({ brief }) => brief);
    expect(slugs(true)).toEqual(await listOf(mock, 'ann@reader.example'));
    expect(slugs(false)).toEqual(['harbour-log', 'oak-insider', 'retired']);
    expect(json.data.map(({ brief }) => brief)).toEqual([...slugs(true), ...slugs(false)]);
    for (const one of json.data) expect(one).toEqual(mock.explain({ email: one.email, brief: one.brief }));
  });

  it.each([
    [
      'email=anne@reader.example&brief=morning',
      404,
      'There is no user "anne@reader.example"; did you mean ann@reader.example?',
    ],
    ['email=ann@reader.example&brief=mornin', 404, 'There is no brief "mornin"; did you mean morning?'],
    ['email=ann@reader.example&brief=retire', 404, 'There is no brief "retire"; did you mean retired?'],
    ['email=anne@reader.example', 404, 'There is no user "anne@reader.example"; did you mean ann@reader.example?'],
    ['brief=morning', 400, 'email: is required'],
  ])('?%s gets %i: %s', async (query, status, message) => {
    const { send } = await open();
    const answer = await send<ControlFailure>('GET', `/__mock/explain?${query}`);
    expect([answer.status, answer.json.error.message]).toEqual([status, message]);
  });
});

describe('mock.explain()', () => {
  it('rejects what does not name a user and a brief', () => {
    const mock = createMock();
    const codeOf = (query: unknown) => refusalOf(() => mock.explain(query as never)).code;
    for (const query of [
      undefined,
      {},
      { email: 1, brief: 'x' },
      { email: 'a', brief: 1 },
      { email: 'a', brief: 'b', slug: 'c' },
    ]) {
      expect(codeOf(query)).toBe('malformed_data');
    }
    expect(codeOf({ email: 'ann@reader.example', brief: 'morning' })).toBe('not_found');
  });
});

// Properties run many times, so the default timeout is too short.
vi.setConfig({ testTimeout: 600_000 });

const status = fc.constantFrom('active' as const, 'deleted' as const);
const place = fc.nat({ max: 2 });

/** Up to three users, briefs and clients, with any links between them. */
const worlds = fc.record({
  briefs: fc.array(
    fc.record({
      is_active: fc.constantFrom(true, true, false),
      is_public: fc.constantFrom(false, false, true),
      is_core: fc.constantFrom(false, false, true),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  clients: fc.array(status, { minLength: 1, maxLength: 3 }),
  users: fc.array(fc.option(place), { minLength: 1, maxLength: 3 }),
  relationships: fc.array(fc.record({ brief: place, client: place, status }), { minLength: 3, maxLength: 8 }),
  briefEntitlements: fc.array(fc.record({ user: place, brief: place })),
  accounts: fc.array(place),
  contentEntitlements: fc.array(
    fc.record({ account: place, brief: place, content_type: fc.constantFrom('brief', 'podcast') }),
  ),
});

type World = typeof worlds extends fc.Arbitrary<infer Value> ? Value : never;

function mockOf(world: World): Mock {
  const mock = createMock();
  const { make } = mock;
  const briefs = world.briefs.map((flags) => make.brief(flags));
  const clients = world.clients.map((status) => make.client({ status }));
  const users = world.users.map((client) => make.user({ client_id: clients[client ?? -1]?.id ?? null }));
  const accounts = world.accounts.flatMap((user) => {
    const { id } = users[user] ?? {};
    return id === undefined ? [] : [make.application_user({ user_id: id, application_id: make.application().id })];
  });
  /** Creates a record unless a part of it does not exist, or it exists already. */
  const link = <Part>(parts: readonly (Part | undefined)[], create: () => unknown) => {
    if (parts.includes(undefined)) return;
    try {
      create();
    } catch (error) {
      expect(error).toMatchObject({ code: 'conflict' });
    }
  };
  for (const { brief, client, status } of world.relationships) {
    const [brief_id, client_id] = [briefs[brief]?.id, clients[client]?.id];
    link([brief_id, client_id], () => make.brief_client({ brief_id, client_id, status }));
  }
  for (const { user, brief } of world.briefEntitlements) {
    const [email, brief_slug] = [users[user]?.email, briefs[brief]?.slug];
    link([email, brief_slug], () => make.brief_entitlement({ email, brief_slug }));
  }
  for (const { account, brief, content_type } of world.contentEntitlements) {
    const [application_user_id, slug] = [accounts[account]?.id, briefs[brief]?.slug];
    link([application_user_id, slug], () => make.content_entitlement({ application_user_id, slug, content_type }));
  }
  return mock;
}

async function listOf(mock: Mock, email: string): Promise<string[]> {
  const authorization = `Bearer ${mock.tokenFor(email)}`;
  const response = await mock.fetch('/public-api/v1/brief', { headers: { authorization } });
  return ((await response.json()) as BriefList).data.map(({ slug }) => slug);
}

/** Creates and changes what is missing, with new records where the explanation leaves a choice. */
function supply(mock: Mock, missing: Explanation['missing']): void {
  const chosen: Record<string, number> = {};
  for (const { table, key, values } of missing) {
    if (key === null) {
      const make = mock.make[table] as (columns: object) => { id: number };
      const { id } = make({ ...chosen, ...values });
      if (table === 'application_user') chosen.application_user_id = id;
    } else {
      if (table === 'user') chosen.client_id = mock.make.client().id;
      const data = mock.data[table] as unknown as { update: (query: object) => unknown };
      expect(
        data.update({ where: { id: { equals: key } }, data: { ...values, ...(table === 'user' && chosen) } }),
      ).not.toBe(null);
    }
  }
}

it('P3: in any state, an explanation agrees with the list, and what it misses in any one way is what to add', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, async (world) => {
      const mock = mockOf(world);
      for (const { email } of mock.data.user.getAll()) {
        const list = await listOf(mock, email);
        for (const { slug } of mock.data.brief.getAll()) {
          const { listed, missing, ways } = mock.explain({ email, brief: slug });
          expect(listed).toBe(list.includes(slug));
          expect(listed).toBe(missing.length === 0 && ways.some((one) => one.missing.length === 0));
          if (listed) continue;
          for (const one of ways) {
            const fork = mock.fork();
            supply(fork, [...missing, ...one.missing]);
            expect(await listOf(fork, email), one.way).toContain(slug);
            const after = fork.explain({ email, brief: slug });
            expect(after.ways.find(({ way }) => way === one.way)?.missing).toEqual([]);
          }
        }
      }
    }),
    runs('explanation', 400, 100),
  );
});
