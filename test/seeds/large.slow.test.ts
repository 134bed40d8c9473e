import { createHash } from 'node:crypto';
import { createMock, defineScenario, type ScenarioContext } from 'briefs-mock';
import { large } from 'briefs-mock/seeds';
import { describe, expect, it, vi } from 'vitest';
import { playOn } from '../support/scenario-api.js';
import { problemsOf, textsOf } from '../support/tool-texts.js';
import { fingerprintChanged } from './fingerprint-changed.js';

/** What `act` returns in another time zone than that of the machine. */
function inZone<Result>(TZ: string, act: () => Result): Result {
  vi.stubEnv('TZ', TZ);
  try {
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(TZ);
    return act();
  } finally {
    vi.unstubAllEnvs();
  }
}

/** Built once for all tests; a test that writes does so in a fork. */
const mock = inZone('Australia/Adelaide', () => createMock({ scenario: large, seed: 7 }));

describe('large', () => {
  it('has the fingerprint in large-fingerprint.txt, which vitest -u writes', async () => {
    await expect(`large 7 ${mock.fingerprint()}\n`, fingerprintChanged).toMatchFileSnapshot('large-fingerprint.txt');
  });

  it('has 100,000 users with one token each, and 200,000 entitlements', () => {
    const { user, access_token, brief_entitlement, content_entitlement, application_user } = mock.data;
    expect(user.count()).toBe(100_000);
    expect(access_token.count()).toBe(100_000);
    expect(brief_entitlement.count() + content_entitlement.count()).toBe(200_000);
    expect([brief_entitlement.count(), application_user.count()]).toEqual([100_000, 25_000]);
  });

  it('users have an e-mail of the domain of their client, and about 10 % are power users', () => {
    const clients = new Map(mock.data.client.getAll().map(({ id, domain }) => [id, domain?.[0]]));
    expect(clients.size).toBe(256);
    const users = mock.data.user.getAll();
    for (const { email, client_id } of users) {
      if (email.endsWith(`@${clients.get(client_id ?? 0)}`) && /^[a-z]+(\.[a-z]+\d*)?@/.test(email)) continue;
      expect.fail(`${email} is not an e-mail of client ${client_id}`);
    }
    const powerUsers = users.filter(({ user_type }) => user_type === 'power_user').length;
    expect(powerUsers).toBeGreaterThan(9_000);
    expect(powerUsers).toBeLessThan(11_000);
  });

  it('lina is entitled to at least three closed briefs, luis to at most one, and both read an open one', async () => {
    const { as, slugsOf } = playOn(mock);
    const open = ['front-page', 'health-watch', 'morning-briefing', 'regional-round-up'];
    const closed = async (key: string) => (await slugsOf(key)).filter((slug) => !open.includes(slug));
    expect((await closed('lina')).length).toBeGreaterThan(2);
    expect((await closed('luis')).length).toBeLessThan(2);
    for (const key of ['lina', 'luis']) {
      const { json } = await as<{ article: object[] }>(key, 'GET', '/brief/front-page');
      expect(json.data.article.length).toBeGreaterThan(3);
    }
  });

  it('user 50001 is found by id, is listed with one entitlement, and can bookmark a document', async () => {
    const copy = mock.fork();
    const [user] = copy.data.user.findMany({ where: { id: { equals: 50_001 } } });
    const { email = '' } = user ?? {};
    const call = async (path: string, init?: RequestInit) => {
      const response = await copy.fetch(path, init);
      return [response.status, await response.json()];
    };
    expect(await call('/user-data/v1/user/50001')).toMatchObject([200, { data: [user] }]);
    const entitlements = await call(`/user-data/v1/brief-entitlement?email=${email}`);
    expect(entitlements).toMatchObject([200, { total: 1, data: [{ email }] }]);
    const headers = { authorization: `Bearer ${copy.tokenFor(email)}` };
    const [, document] = await call('/public-api/v1/brief/front-page', { headers });
    const path = `/public-api/v1/bookmark/front-page/${document.data.gid}`;
    expect(await call(path, { method: 'POST', headers })).toMatchObject([200, { data: [{ email }] }]);
  });

  it('can be restored from a snapshot and reset', () => {
    const copy = mock.fork();
    const before = copy.snapshot();
    copy.data.user.delete({ where: { id: { equals: 1 } } });
    expect(copy.data.user.count()).toBe(99_999);
    copy.restore(before);
    expect(copy.data.user.count()).toBe(100_000);
    copy.data.user.deleteMany({ where: { id: { lte: 10 } } });
    copy.reset();
    expect(copy.data.user.count()).toBe(100_000);
  });

  it('each text of a tool for assistants is marked as data and short', async () => {
    const texts = await textsOf(mock.fork());
    expect(texts.length).toBeGreaterThan(30);
    for (const { name, text } of texts) expect([name, problemsOf(text)]).toEqual([name, []]);
  });

  it('creates the same records, whatever the time zone, and whatever id the counters start at', () => {
    const [west, east] = [
      inZone('America/New_York', () => madeFrom(1)),
      inZone('Pacific/Kiritimati', () => madeFrom(1_000)),
    ];
    expect(west).toBe(east);
  });
});

/** A digest of all records that the scenario creates when ids start at `first`, with ids relative to `first`. */
function madeFrom(first: number): string {
  const hash = createHash('sha256');
  const made = new Map<string, number>();
  const create = (table: string) => (values: Record<string, unknown>) => {
    const n = made.get(table) ?? 0;
    made.set(table, n + 1);
    const counted = Object.entries(values).map(([column, value]) =>
      /_id$/.test(column) && column !== 'legacy_id' && typeof value === 'number' ? value - first : value,
    );
    hash.update(JSON.stringify([table, counted]));
    return { id: first + n, ...values };
  };
  const data = new Proxy({}, { get: (_, table: string) => ({ create: create(table) }) }) as ScenarioContext['data'];
  const recorded = defineScenario({
    ...large,
    personas: [],
    seed: (context) => large.seed({ ...context, data }),
  });
  createMock({ scenario: recorded, seed: 1 });
  expect(made.get('user')).toBe(100_000);
  return hash.digest('hex');
}
