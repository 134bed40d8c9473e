import { request } from 'node:http';
import { createMock, defineRoute, type Mock, MockError, replay } from 'briefs-mock';
import { RemoteMock } from 'briefs-mock/playwright';
import { empty, newsroom, powerUser } from 'briefs-mock/seeds';
import { createServer } from 'briefs-mock/server';
import * as fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { describeControl } from '../support/deliveries.js';
import { runs } from '../support/state-runs.js';

type Runner = 'vitest' | 'playwright';
type Brief = ReturnType<Mock['data']['brief']['getAll']>[number];
type BriefDocument = ReturnType<Mock['data']['brief_document']['getAll']>[number];
type Entitlement = ReturnType<Mock['data']['brief_entitlement']['getAll']>[number];
type Body = (fixtures: { mock: unknown }) => Promise<void>;

const alice = { authorization: 'Bearer alice-token' };
const json = { 'content-type': 'application/json' };
const BOOKMARK = '/public-api/v1/bookmark/front-page/1-2026030301';

async function codeOf(mock: Mock, runner: Runner, since?: number): Promise<string> {
  const query = since === undefined ? '' : `&since=${since}`;
  const { data } = await (await mock.fetch(`/__mock/trace/test?runner=${runner}${query}`)).json();
  return data.code;
}

/** Checks that this package exports what a file imports of it. */
async function checkImports(code: string): Promise<void> {
  for (const [, names = '', module = ''] of code.matchAll(/^import \{ (.*) \} from '(briefs-mock\/.*)';/gm)) {
    expect(Object.keys(await import(module))).toEqual(expect.arrayContaining(names.split(', ')));
  }
}

/** Runs the only test of a file, with what it imports. */
async function runCode(code: string, imported: Record<string, unknown>, mock?: unknown): Promise<void> {
  await checkImports(code);
  let body: Body | undefined;
  const names = { ...imported, expect, test: (_: string, given: Body) => (body = given) };
  const statements = code.replaceAll(/^import .*$/gm, '');
  new Function(...Object.keys(names), statements)(...Object.values(names));
  await body?.({ mock });
}

const setUp = { empty, newsroom, powerUser, setupMock: (options: object) => ({ mock: createMock(options) }) };

/** Runs the test that Vitest would run. */
async function runVitest(mock: Mock, since?: number): Promise<string> {
  const code = await codeOf(mock, 'vitest', since);
  await runCode(code, setUp);
  return code;
}

const steps: readonly ((mock: Mock, n: number) => unknown)[] = [
  (mock) => mock.fetch(BOOKMARK, { method: 'POST', headers: alice }),
  (mock) => mock.fetch(BOOKMARK, { method: 'DELETE', headers: alice }),
  (mock, n) => mock.fetch(`/public-api/v1/bookmark/brief?limit=${n + 1}`, { headers: alice }),
  (mock, n) => mock.fetch('/user-data/v1/user', post({ fname: 'Bo', lname: "O'Ek", email: `bo${n}@acme.example` })),
  (mock) => mock.fetch('/user-data/v1/user', post({ fname: '"\u2028\\' })),
  (mock, n) => mock.fetch('/user-data/v1/client', post({ name: `Client ${n}` })),
  (mock, n) => mock.make.entitledUser({ email: `cy${n}${mock.revision}@acme.example` }),
  (mock) => mock.data.bookmark.deleteMany({ where: { email: { equals: 'alice@acme.example' } } }),
  (mock, n) => mock.data.brief.update({ where: { slug: { equals: 'front-page' } }, data: { is_active: n % 2 === 0 } }),
  (mock, n) => mock.clock.advance({ minutes: n }),
  (mock, n) => mock.faults.add({ path: '/public-api/*', status: 503, times: 2, skip: n % 2 }),
  (mock) => mock.faults.add({ path: '/user-data/*', method: 'POST', status: [500, 200, 429], times: 5 }),
  (mock) => mock.faults.clear(),
];

/** Calls that go to another state, and others that change records which it has. */
const returns: typeof steps = [
  ...steps.slice(0, 2),
  (mock) => mock.data.bookmark.delete({ where: {} }),
  (mock, n) => mock.data.user.delete({ where: { id: { equals: n + 1 } } }),
  (mock, n) => mock.rewind(Math.max(0, mock.revision - n)),
  (mock) => mock.snapshots.keep('here'),
  (mock) => mock.snapshots.list().length > 0 && mock.snapshots.restore('here'),
  (mock) => mock.restore(mock.snapshot()),
  (mock) => mock.reset(),
  (mock, n) => mock.reset({ seed: 1 + (n % 2) }),
];

function post(body: unknown): RequestInit {
  return { method: 'POST', headers: json, body: JSON.stringify(body) };
}

describe('A test that is written from a trace', () => {
  it('brings the mock to the situation, sends the requests, and expects what they changed', async () => {
    const mock = createMock({ scenario: newsroom, behavior: { repeatBookmark: 'conflict' } });
    mock.data.user.create({ fname: 'Bo', lname: 'Ek', email: 'bo@acme.example' });
    mock.clock.advance({ days: 1 });
    const since = mock.revision;
    mock.faults.add({ path: '/public-api/v1/brief', status: 503, times: 1, delay_ms: 5 });
    await mock.fetch('/public-api/v1/brief', { headers: alice });
    await mock.fetch(BOOKMARK, { method: 'POST', headers: alice });
    await mock.fetch(BOOKMARK, { method: 'POST', headers: alice });
    const code = await runVitest(mock, since);
    expect(code).toContain(
      "setupMock({ scenario: newsroom, seed: 1, baseUrl: 'https://api.example.com', behavior: { repeatBookmark: 'conflict' } })",
    );
    expect(code).toContain('// The rule also had delay_ms: 5.');
  });

  it('is the test that the docs show', async () => {
    const mock = createMock({ scenario: newsroom });
    mock.faults.add({ path: '/public-api/v1/brief', status: 503, times: 1 });
    await mock.fetch('/public-api/v1/brief', { headers: alice });
    await mock.fetch(BOOKMARK, { method: 'POST', headers: alice });
    await expect(await runVitest(mock)).toMatchFileSnapshot('../docs/written-test.test.ts');
  });

  it('fails if the mock answers otherwise', async () => {
    const mock = createMock({ scenario: newsroom });
    await mock.fetch(BOOKMARK, { method: 'POST', headers: alice });
    const code = await codeOf(mock, 'vitest');
    const other = { ...setUp, setupMock: () => ({ mock: createMock({ scenario: powerUser }) }) };
    await expect(runCode(code, other)).rejects.toThrow(/expected .?0 to be 1/);
    await expect(
      runCode(code.replace("brief_slug: 'front-page'", "brief_slug: 'energy-today'"), setUp),
    ).rejects.toThrow();
  });

  it('passes for any history, from any revision', async () => {
    const command = fc.tuple(fc.nat(steps.length - 1), fc.nat(5));
    await fc.assert(
      fc.asyncProperty(fc.array(command, { maxLength: 10 }), fc.nat(), async (commands, from) => {
        const mock = createMock({ scenario: newsroom, seed: 3 });
        for (const [step, n] of commands) await steps[step]?.(mock, n);
        await runVitest(mock, from % (mock.revision + 1));
      }),
      runs('written tests', 60),
    );
  });

  it('passes for any history with resets, restores and rewinds, or is refused if it begins after them', async () => {
    const command = fc.tuple(fc.nat(returns.length - 1), fc.nat(5));
    await fc.assert(
      fc.asyncProperty(fc.array(command, { maxLength: 8 }), fc.nat(), async (commands, from) => {
        const mock = createMock({ scenario: newsroom });
        for (const [step, n] of commands) await returns[step]?.(mock, n);
        await runVitest(mock);
        const since = from % (mock.revision + 1);
        const { status } = await mock.fetch(`/__mock/trace/test?since=${since}`);
        if (status !== 409) await runVitest(mock, since);
      }),
      runs('written tests', 20),
    );
  });

  it('resets, and imports the scenario and takes the seed that a reset changed to', async () => {
    const mock = createMock({ scenario: newsroom, scenarios: [empty] });
    mock.data.user.delete({ where: { id: { equals: 3 } } });
    const since = mock.revision;
    mock.reset();
    await mock.fetch(BOOKMARK, { method: 'POST', headers: alice });
    mock.reset({ seed: 5 });
    await mock.fetch('/user-data/v1/user', post({ fname: 'Bo', lname: 'Ek', email: 'bo@acme.example' }));
    expect(await runVitest(mock, since)).toContain(
      '// reset\n  mock.reset({ seed: 5 });\n  const mark = mock.revision;',
    );
    expect(await runVitest(mock)).toContain('// reset\n  mock.reset();');
    await mock.fetch('/__mock/reset', post({ scenario: 'empty' }));
    await mock.fetch('/user-data/v1/user', post({ fname: 'Bo', lname: 'Ek', email: 'bo@acme.example' }));
    const code = await runVitest(mock);
    expect(code).toContain("import { empty, newsroom } from 'briefs-mock/seeds';");
    expect(code).toContain('// POST /__mock/reset\n  mock.reset({ scenario: empty });');
    const { mock: replayed } = await replay(mock.trace(), { scenarios: [newsroom, empty] });
    expect(await codeOf(replayed, 'vitest')).toBe(code);
  });

  it('goes back to a state that it has had where the session was rewound or restored', async () => {
    const mock = createMock({ scenario: newsroom });
    await mock.fetch('/__mock/data/bookmark/1', { method: 'DELETE' });
    const since = mock.revision;
    mock.rewind(0);
    await mock.fetch(BOOKMARK, { method: 'POST', headers: alice });
    mock.snapshots.keep('marked');
    mock.faults.add({ path: '/public-api/v1/brief', status: 503 });
    mock.data.user.delete({ where: { id: { equals: 3 } } });
    mock.snapshots.restore('marked');
    await mock.fetch('/public-api/v1/brief', { headers: alice });
    await mock.fetch(BOOKMARK, { method: 'DELETE', headers: alice });
    const code = await runVitest(mock, since);
    expect(code).toContain('// rewind\n  mock.rewind(mark2);');
    expect(code).toContain('// snapshots.restore\n  mock.rewind(mark3);\n  mock.faults.clear();');
    expect(await runVitest(mock)).toContain('// rewind\n  mock.rewind(mark);');
  });

  const setEmail = ({ data }: Mock, id: number, email: string) =>
    data.user.update({ where: { id: { equals: id } }, data: { email } });
  const setParent = ({ data }: Mock, id: number, parent: number | null) =>
    data.preference_hierarchy.update({ where: { id: { equals: id } }, data: { parent } });
  const setDomain = ({ data }: Mock, id: number, domain: readonly string[] | null) =>
    data.client.update({ where: { id: { equals: id } }, data: { domain: domain && [...domain] } });
  const setSlug = ({ data }: Mock, id: string, slug: string) =>
    data.brief.update({ where: { id: { equals: id } }, data: { slug } });
  it.each<[string, (mock: Mock) => void, string]>([
    [
      'a user takes the e-mail that another one had',
      (mock) => {
        setEmail(mock, 2, 'other@acme.example');
        setEmail(mock, 1, 'bruno@acme.example');
      },
      'other@acme.example',
    ],
    [
      'two users swap their e-mails',
      (mock) => {
        setEmail(mock, 1, 'other@acme.example');
        setEmail(mock, 2, 'alice@acme.example');
        setEmail(mock, 1, 'bruno@acme.example');
      },
      '// Another record takes the email before this one gets its own.',
    ],
    [
      'three briefs swap their slugs',
      (mock) => {
        const [a, b, c] = mock.data.brief.getAll() as [Brief, Brief, Brief];
        setSlug(mock, a.id, 'other');
        setSlug(mock, b.id, a.slug);
        setSlug(mock, c.id, b.slug);
        setSlug(mock, a.id, c.slug);
      },
      'temporary-',
    ],
    [
      'a record refers to one that was created later',
      (mock) => {
        const ids = [1, 2, 3].map(() => mock.make.preference_hierarchy().id) as [number, number, number];
        setParent(mock, ids[1], ids[2]);
        setParent(mock, ids[0], ids[1]);
      },
      'data: { parent: 9 }',
    ],
    [
      'a parent and its child are inverted',
      (mock) => {
        setParent(mock, 2, null);
        setParent(mock, 1, 2);
      },
      'data: { parent: null }',
    ],
    [
      'a record that others refer to is replaced by one of the same name',
      (mock) => {
        const [feature] = mock.data.feature.getAll();
        const { id, name, app_id } = feature as NonNullable<typeof feature>;
        mock.data.feature.update({ where: { id: { equals: id } }, data: { name: 'Former' } });
        const next = mock.make.feature({ name, app_id });
        const where = { feature_id: { equals: id } };
        mock.data.feature_package.updateMany({ where, data: { feature_id: next.id } });
        mock.data.feature.delete({ where: { id: { equals: id } } });
      },
      'temporary-',
    ],
    [
      'D5: a client gets domains that exclude users of it',
      (mock) => {
        const { id } = mock.make.client({ domain: null });
        const { id: client_id } = mock.make.client({ domain: ['a.example'] });
        for (const email of ['one@a.example', 'two@b.example']) mock.make.user({ email, client_id: id });
        setDomain(mock, id, ['a.example']);
        setDomain(mock, client_id, ['b.example']);
        mock.make.user({ email: 'three@b.example', client_id });
        setDomain(mock, client_id, ['a.example']);
        mock.make.user({ email: 'four@a.example', client_id });
      },
      "data: { domain: ['a.example'] }",
    ],
    [
      'D5: a client allows any e-mail for a while',
      (mock) => {
        setDomain(mock, 2, null);
        mock.make.user({ email: 'one@b.example', client_id: 2 });
        setDomain(mock, 2, ['northwind.example']);
      },
      'data: { domain: null }',
    ],
    [
      'D5: a client gets domains that exclude a user whose name changes',
      (mock) => {
        mock.data.user.update({ where: { id: { equals: 1 } }, data: { fname: 'Al' } });
        setDomain(mock, 1, ['b.example']);
      },
      "data: { domain: ['b.example'] }",
    ],
    [
      'F5: a new category is below one that goes below a later one',
      (mock) => {
        const { id: above } = mock.make.preference_hierarchy({ parent: 2 });
        setParent(mock, 2, mock.make.preference_hierarchy().id);
        setParent(mock, 1, above);
      },
      'data: { parent: 8 }',
    ],
    [
      'D15: preferences change their types between moves of their values',
      (mock) => {
        const { data } = mock;
        const move = (id: number, preference_id: number) =>
          data.generic_preference.update({ where: { id: { equals: id } }, data: { preference_id } });
        const setType = (id: number, type: 'Entity' | 'Generic') =>
          data.preference.update({ where: { id: { equals: id } }, data: { type } });
        move(1, 4);
        setType(1, 'Entity');
        data.entity_preference.deleteMany({ where: { preference_id: { equals: 2 } } });
        setType(2, 'Generic');
        move(2, 2);
      },
      "data: { type: 'Entity' }",
    ],
    [
      'a document takes the gid of one that another brief had',
      (mock) => {
        const [document] = mock.data.brief_document.getAll() as [BriefDocument];
        const other = mock.data.brief.getAll().find(({ id }) => id !== document.brief_id) as Brief;
        mock.data.brief_document.delete({ where: { gid: { equals: document.gid } } });
        mock.make.brief_document({ gid: document.gid, brief_id: other.id, date: '2020-01-01' });
      },
      'mock.data.brief_document.delete',
    ],
  ])('arranges records in an order in which each is valid: %s', async (_, change, part) => {
    const mock = createMock({ scenario: newsroom });
    change(mock);
    await mock.fetch('/__mock/trace', { method: 'DELETE' });
    await mock.fetch('/public-api/v1/brief', { headers: alice });
    expect(await runVitest(mock)).toContain(part);
  });

  it('arranges any changes that the checks of the tables accept', async () => {
    const domains = [null, [], ['a.example'], ['b.example'], ['a.example', 'acme.example']];
    const emails = ['@a.example', '@b.example', '@acme.example'];
    const edits: readonly ((mock: Mock, a: number, b: number) => unknown)[] = [
      (mock, a) => mock.make.preference_hierarchy({ parent: a }),
      (mock, a, b) => setParent(mock, a, b),
      (mock, a, b) => setParent(mock, a, b === 1 ? null : b),
      (mock) => mock.make.client({ domain: null }),
      (mock, a, b) => setDomain(mock, a, domains[b % domains.length] ?? null),
      (mock, a, b) => mock.make.user({ email: `${mock.revision}${emails[b % 3]}`, client_id: a }),
      (mock, a, b) => setEmail(mock, a, `${mock.revision}${emails[b % 3]}`),
      (mock, a, b) => mock.data.user.update({ where: { id: { equals: a } }, data: { client_id: b } }),
      (mock, a, b) => mock.data.user.update({ where: { id: { equals: a } }, data: { fname: `Al${b}` } }),
    ];
    const edit = fc.tuple(fc.nat(edits.length - 1), fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }));
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { maxLength: 30 }), async (changes) => {
        const mock = createMock({ scenario: newsroom });
        for (const [which, a, b] of changes) {
          try {
            edits[which]?.(mock, a, b);
          } catch (error) {
            if (!(error instanceof MockError)) throw error;
          }
        }
        await mock.fetch('/__mock/trace', { method: 'DELETE' });
        await mock.fetch('/public-api/v1/brief', { headers: alice });
        const code = await codeOf(mock, 'vitest');
        const written = createMock({ scenario: newsroom });
        await runCode(code, { newsroom, setupMock: () => ({ mock: written }) });
        expect(written.changes({ since: 0 }).tables).toEqual(mock.changes({ since: 0 }).tables);
      }),
      runs('arranged records', 40),
    );
  });

  it('says what no order can arrange', async () => {
    const mock = createMock({ scenario: newsroom });
    const [one, other] = mock.data.brief_entitlement.getAll() as [Entitlement, Entitlement];
    const set = (id: number, brief_slug: string) =>
      mock.data.brief_entitlement.update({ where: { id: { equals: id } }, data: { brief_slug } });
    set(one.id, mock.make.brief({ slug: 'other' }).slug);
    set(other.id, one.brief_slug);
    set(one.id, other.brief_slug);
    await mock.fetch('/__mock/trace', { method: 'DELETE' });
    await mock.fetch('/public-api/v1/brief', { headers: alice });
    expect(await codeOf(mock, 'vitest')).toMatch(
      /\/\/ Write this by hand: .*\n {2}\/\/ mock\.data\.brief_entitlement\.update/,
    );
  });

  it('goes from the scenario to a state that it has not had', async () => {
    const mock = createMock({ scenario: newsroom });
    await mock.fetch(BOOKMARK, { method: 'POST', headers: alice });
    mock.snapshots.keep('marked');
    mock.reset();
    const since = mock.revision;
    mock.snapshots.restore('marked');
    await mock.fetch(BOOKMARK, { method: 'DELETE', headers: alice });
    expect(await runVitest(mock, since)).toMatch(/mock\.rewind\(mark2?\);\n {2}mock\.make\.bookmark/);
  });

  it('is refused if a restore went to a state that it cannot reach', async () => {
    const mock = createMock({ scenario: newsroom });
    mock.restore(createMock({ scenario: newsroom, seed: 5 }).snapshot());
    const answer = await mock.fetch('/__mock/trace/test');
    expect([answer.status, await answer.json()]).toMatchObject([
      409,
      {
        error: { code: 'conflict', message: expect.stringContaining('because entry 1 of the trace, restore, went to') },
      },
    ]);
    await mock.fetch(BOOKMARK, { method: 'POST', headers: alice });
    expect(await runVitest(mock, 1)).toContain('seed: 5');
  });

  it('leaves out a request that fetch cannot send', async () => {
    const server = await createServer(createMock({ scenario: newsroom }), { port: 0 }).listen();
    onTestFinished(() => server.close());
    await new Promise((resolve, reject) => {
      const sent = request(`${server.url}/public-api/v1/brief`, { method: 'TRACE' }, (answer) => {
        answer.resume().on('end', resolve);
      });
      sent.on('error', reject).end();
    });
    const code = await (await fetch(`${server.url}/__mock/trace/test`)).json();
    expect(code.data.code).toContain('// TRACE /public-api/v1/brief: answered 405; fetch cannot send it');
    await runCode(code.data.code, setUp);
  });

  it.each([
    ['too long', {}, 'x'.repeat(2 ** 21), 413],
    ['encoded', { 'content-encoding': 'gzip' }, '{}', 415],
  ])('leaves out a request whose body could not be read, because it is %s', async (_, headers, body, status) => {
    const mock = createMock({ scenario: newsroom });
    const init = { method: 'POST', headers: { ...json, ...headers }, body };
    expect((await mock.fetch('/user-data/v1/client', init)).status).toBe(status);
    const note = `// POST /user-data/v1/client: answered ${status}; its body could not be read`;
    expect(await runVitest(mock)).toContain(note);
  });

  it.each(['\n', '\r', '\u2028', '\u2029'])('writes comments on one line, also of a path with %j', async (end) => {
    const mock = createMock({ scenario: newsroom });
    const id = `x${end}throw new Error()`;
    await mock.fetch('/__mock/data/brief', post({ id, name: 'X' }));
    await mock.fetch('/public-api/v1/brief', { headers: alice });
    await mock.fetch(`/__mock/data/brief/${encodeURIComponent(id)}`, { method: 'DELETE' });
    expect(await runVitest(mock)).toContain('// DELETE /__mock/data/brief/x throw new Error()\n');
  });

  it.each([
    ['/public-api/v1/nothing', true],
    ['/public-api/v1/bookmark/nothing/1-2026030301/1', false],
  ])('forgives requests without a route in Vitest, where they make tests fail: %s', async (path, isForgiven) => {
    const mock = createMock({ scenario: newsroom });
    await mock.fetch(path, { method: 'POST', headers: alice });
    const code = await runVitest(mock);
    expect(code.includes('mock.requests.clear();')).toBe(isForgiven);
    expect(await codeOf(mock, 'playwright')).not.toContain('clear()');
  });

  it('starts with what is left of a fault rule', async () => {
    const mock = createMock({ scenario: newsroom });
    mock.faults.add({ path: '/public-api/v1/brief', status: [503, 429], times: 5 });
    mock.faults.add({ path: '/public-api/v1/bookmark/brief', status: 500, times: 1 });
    const paths = ['brief', 'brief', 'bookmark/brief', 'brief'].map((name) => `/public-api/v1/${name}`);
    for (const path of paths) await mock.fetch(path, { headers: alice });
    mock.clock.advance({ days: 1 });
    const since = mock.revision;
    for (const path of paths) await mock.fetch(path, { headers: alice });
    const code = await runVitest(mock, since);
    expect(code).toContain("mock.faults.add({ path: '/public-api/v1/brief', status: [429, 503], times: 2 });");
    expect(code.match(/faults\.add/g)).toHaveLength(1);
  });

  it('starts with the answers of a fault rule that are next, without those that it left out at first', async () => {
    const mock = createMock({ scenario: newsroom });
    const path = '/public-api/v1/brief';
    const answers = [503, 429, 500].map((status) => ({ status, body: { status } }));
    mock.faults.add({ path, skip: 1, answers });
    for (let i = 0; i < 2; i++) await mock.fetch(path, { headers: alice });
    mock.clock.advance({ days: 1 });
    const since = mock.revision;
    await mock.fetch(path, { headers: alice });
    const code = await runVitest(mock, since);
    expect(code).not.toContain('skip');
    expect(code).toMatch(/status: 429.*status: 500.*status: 503.*times: 2/s);
  });

  it('starts with what is left of the `skip` of a fault rule, also if it left out requests before rules changed', async () => {
    const mock = createMock({ scenario: newsroom });
    const path = '/public-api/v1/brief';
    mock.faults.add({ path, status: 503, skip: 4, times: 1 });
    await mock.fetch(path, { headers: alice });
    mock.faults.add({ path: '/public-api/v1/bookmark/brief', status: 429 });
    await mock.fetch(path, { headers: alice });
    expect(mock.faults.all()).toMatchObject([{ skip: 4, skipped: 2, hits: 0 }, { hits: 0 }]);
    mock.clock.advance({ days: 1 });
    const since = mock.revision;
    for (let i = 0; i < 3; i++) await mock.fetch(path, { headers: alice });
    expect(await runVitest(mock, since)).toContain('skip: 2');
    expect(await runVitest(mock)).toContain('skip: 4');
  });

  it('adds a fault rule that applied to no request as it was added', async () => {
    const mock = createMock({ scenario: newsroom });
    mock.faults.add({ path: '/public-api/v1/brief', status: [503, 429] });
    await mock.fetch('/public-api/v1/bookmark/brief', { headers: alice });
    expect(await runVitest(mock)).toContain("mock.faults.add({ path: '/public-api/v1/brief', status: [503, 429] });");
  });

  it('lets no rule apply after one that only held the answer back', async () => {
    const mock = createMock({ scenario: newsroom });
    const path = '/public-api/v1/bookmark/brief';
    mock.faults.add({ path, hold: true });
    mock.faults.add({ path, status: 503 });
    const sent = mock.fetch(path, { headers: alice });
    await expect.poll(() => mock.faults.held()).toHaveLength(1);
    mock.faults.release();
    expect((await sent).status).toBe(200);
    expect(await runVitest(mock)).toContain('// The rule only had hold: true. In its place, one lets the mock answer');
  });

  it('says that a fault rule with a probability may apply to other requests', async () => {
    const mock = createMock({ scenario: newsroom });
    mock.faults.add({ path: '/public-api/v1/brief', status: 503, probability: 0 });
    await mock.fetch('/public-api/v1/brief', { headers: alice });
    const code = await runVitest(mock);
    expect(code).toContain('// By its probability, the rule may apply to other requests than it did.');
  });

  it.each([
    ['my-office', 'myOffice'],
    ['test', 'scenarioTest'],
    ['new', 'scenarioNew'],
    ['2024', 'scenario2024'],
    ['mark', 'scenarioMark'],
  ])('imports a scenario of yours from a file that you have: %s', async (name, exported) => {
    const mock = createMock({ scenario: { ...powerUser, name } });
    const code = await codeOf(mock, 'vitest');
    expect(code).toContain(`import { ${exported} } from './scenarios.js'; // yours: '${name}'`);
    expect(code).toContain(`setupMock({ scenario: ${exported}, `);
  });

  it('has the time of the mock, where that is not the time of the scenario', async () => {
    const clock = '2026-03-05T12:00:00Z';
    const mock = createMock({ scenario: newsroom, scenarios: [empty], clock });
    await mock.fetch(BOOKMARK, { method: 'POST', headers: alice });
    // The scenario has this document only at that time.
    await mock.fetch('/public-api/v1/bookmark/front-page/1-2026030501', { method: 'POST', headers: alice });
    mock.reset({ scenario: 'empty' });
    await mock.fetch('/user-data/v1/client', post({ name: 'Acme' }));
    const code = await runVitest(mock);
    expect(code).toContain(", clock: '2026-03-05T12:00:00.000Z' })");
    expect(code).not.toContain('clock.set');
    const written = await codeOf(mock, 'playwright');
    expect(written).toContain('// The server needs --clock 2026-03-05T12:00:00.000Z\n');
    expect(written).toContain("await mock.setClock({ now: '2026-03-05T12:00:00.000Z' });");
    const options = { scenario: newsroom, scenarios: [empty], clock };
    const server = await createServer(createMock(options), { port: 0 }).listen();
    onTestFinished(() => server.close());
    await runCode(written, {}, await RemoteMock.connect(server.url));
  });

  it('imports the routes of yours that its requests need', async () => {
    const handle = () => ({});
    const routes = [
      defineRoute({ method: 'GET', path: '/own/v1/a', handle }),
      defineRoute({ method: 'POST', path: '/own/v1/a', handle }),
      defineRoute({ method: 'GET', path: '/own/v1/b', handle }),
    ];
    const mock = createMock({ scenario: newsroom, routes });
    await mock.fetch('/user-data/v1/client');
    expect(await codeOf(mock, 'vitest')).not.toContain('routes');
    for (const method of ['POST', 'HEAD', 'POST']) await mock.fetch('/own/v1/a', { method });
    const code = await codeOf(mock, 'vitest');
    const yours = "'POST /own/v1/a', 'GET /own/v1/a'";
    expect(code).toContain(`import { routes } from './routes.js'; // yours: ${yours}\n`);
    expect(code).toContain("baseUrl: 'https://api.example.com', routes });");
    await runCode(code, { ...setUp, routes });
  });

  it('passes in Playwright, in a session of a server', async () => {
    const server = await createServer(createMock({ scenario: newsroom, scenarios: [powerUser] }), { port: 0 }).listen();
    onTestFinished(() => server.close());
    const remote = await RemoteMock.connect(server.url);
    const mock = createMock({ scenario: powerUser, seed: 7 });
    for (const [i, step] of steps.entries()) await step(mock, i);
    const code = await codeOf(mock, 'playwright', 2);
    expect(code).toContain("await mock.reset({ scenario: 'power-user', seed: 7 });");
    await runCode(code, {}, remote);
  });

  it('goes back in Playwright, too', async () => {
    const server = await createServer(createMock({ scenario: newsroom }), { port: 0 }).listen();
    onTestFinished(() => server.close());
    const mock = createMock({ scenario: newsroom });
    for (const [i, step] of returns.entries()) await step(mock, i);
    await mock.fetch(BOOKMARK, { method: 'POST', headers: alice });
    mock.rewind(mock.revision - 1);
    await mock.fetch(BOOKMARK, { method: 'POST', headers: alice });
    const code = await codeOf(mock, 'playwright');
    expect(code).toContain('await mock.rewind(mark');
    expect(code).toContain('await mock.reset({ seed: 2 });');
    await runCode(code, {}, await RemoteMock.connect(server.url));
  });

  it('expects 0 where -0 was sent, which JSON answers as 0', async () => {
    const mock = createMock({ scenario: newsroom });
    const value = '[{"preference_id": 1, "preference_value": "on", "schema_version": -0}]';
    await mock.fetch('/user-preference/v1/generic-preference', { method: 'POST', headers: json, body: value });
    const nested = '[{"user_email": "alice@acme.example", "preference_id": 1, "preference_value": {"days": [-0]}}]';
    await mock.fetch('/user-data/v1/user-preference', { method: 'POST', headers: json, body: nested });
    expect(
      mock.data.generic_preference.findFirst({
        where: { preference_value: { equals: 'on' }, schema_version: { equals: 0 } },
      })?.schema_version,
    ).toBe(0);
    await runVitest(mock);
    await runVitest(mock, mock.revision);
  });

  it('gives records the keys that they had, also after records that are gone', async () => {
    const mock = createMock({ scenario: newsroom });
    const first = mock.data.user.count() + 1;
    const user = (n: number) =>
      mock.fetch('/user-data/v1/user', post({ fname: 'Bo', lname: 'Ek', email: `bo${n}@acme.example` }));
    const removeUser = (id: number) => mock.fetch(`/user-data/v1/user/${id}`, { method: 'DELETE' });
    for (const n of [0, 1, 2, 3]) await user(n);
    for (const n of [0, 1, 3]) await removeUser(first + n);
    // The key of this one depends on that of a user who is gone.
    const { application_preference: owner } = mock.data.preference.getAll()[0] as { application_preference: number };
    mock.make.preference({ user_id: first + 2, application_preference: owner });
    mock.make.application_user({ user_id: first + 2, application_id: 1 });
    mock.data.application_user.delete({ where: { user_id: { equals: first + 2 } } });
    const since = mock.revision;
    await user(4);
    await mock.fetch(`/user-data/v1/user/${first + 4}`, { ...post({ fname: 'Cy' }), method: 'PUT' });
    mock.data.user.update({ where: { id: { equals: first + 2 } }, data: { fname: 'Di' } });
    const code = await runVitest(mock, since);
    expect(code).toContain(`// In user, the keys ${first} to ${first + 1} belonged to records that are gone.`);
    expect(code).toContain(`// In user, the key ${first + 3} belonged to a record that is gone.`);
    const server = await createServer(createMock({ scenario: newsroom }), { port: 0 }).listen();
    onTestFinished(() => server.close());
    await runCode(await codeOf(mock, 'playwright', since), {}, await RemoteMock.connect(server.url));
  });

  it('skips the keys of records that a call has created and removed', async () => {
    const mock = createMock({ scenario: newsroom });
    const id = mock.data.client.count() + 1;
    const changes = [
      { table: 'client', create: { name: 'A', short_name: 'a', display_name: 'A', type: 'x' } },
      { table: 'client', key: `${id}`, remove: true },
    ];
    expect((await mock.fetch('/__mock/data', post(changes))).status).toBe(200);
    await mock.fetch('/user-data/v1/client', post([{ name: 'B', short_name: 'b', display_name: 'B', type: 'x' }]));
    await mock.fetch(`/user-data/v1/client/${id + 1}`, { ...post({ display_name: 'C' }), method: 'PUT' });
    await runVitest(mock);
  });

  it('says where there are too many keys to skip', async () => {
    const mock = createMock({ scenario: newsroom });
    const first = mock.data.package.count() + 1;
    mock.make.package.many(1001, () => ({ description: 'gone' }));
    mock.data.package.deleteMany({ where: { description: { equals: 'gone' } } });
    const since = mock.revision;
    await mock.fetch(BOOKMARK, { method: 'POST', headers: alice });
    expect(await runVitest(mock, since)).toContain(
      `// Write this by hand: in package, the keys ${first} to ${first + 1000} must be skipped.`,
    );
  });

  it('has a clock that runs where that of the mock does, with the documents of the next days, and stops it', async () => {
    const options = { scenario: newsroom, clock: { now: '2026-03-05T12:00:00Z', frozen: false } };
    const mock = createMock(options);
    mock.clock.advance({ days: 3 });
    mock.reset();
    mock.clock.advance({ days: 3 });
    const path = '/public-api/v1/bookmark/front-page/1-2026030801';
    expect((await mock.fetch(path, { method: 'POST', headers: alice })).status).toBe(200);
    const code = await runVitest(mock);
    expect(code).toContain(", clock: { now: '2026-03-05T12:00:00.000Z', frozen: false } })");
    expect(code.match(/mock\.clock\.freeze\(\);/g)).toHaveLength(2);
    const written = await codeOf(mock, 'playwright');
    expect(written).toContain(
      '// The server needs --clock 2026-03-05T12:00:00.000Z and a clock that runs: "clock": { "frozen": false } in its config file\n',
    );
    const server = await createServer(createMock(options), { port: 0 }).listen();
    onTestFinished(() => server.close());
    await runCode(written, {}, await RemoteMock.connect(server.url));
  });

  it('has the times of the session after a reset that took the time of the machine', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-04T09:00:00Z') });
    onTestFinished(() => void vi.useRealTimers());
    const mock = createMock({ scenario: newsroom, clock: { now: 'now', frozen: true } });
    vi.setSystemTime('2026-03-04T10:00:00Z');
    mock.reset();
    await mock.fetch(BOOKMARK, { method: 'POST', headers: alice });
    vi.setSystemTime('2026-03-04T11:00:00Z');
    await runVitest(mock);
  });

  it('is refused if it begins in a snapshot with other articles under the ids of those of the scenario', async () => {
    const snapshot = createMock({ scenario: newsroom, clock: '2026-04-08T09:00:00Z' }).snapshot();
    const imported = createMock({ scenario: newsroom, snapshot });
    const restored = createMock({ scenario: newsroom });
    restored.restore(snapshot);
    for (const mock of [imported, restored]) {
      await mock.fetch('/user-data/v1/client', post([{ name: 'A', short_name: 'a', display_name: 'A', type: 'x' }]));
      const answer = await mock.fetch(`/__mock/trace/test?since=${mock.revision - 1}`);
      const message = expect.stringContaining('let it begin after a reset to another seed');
      expect([answer.status, await answer.json()]).toMatchObject([409, { error: { code: 'conflict', message } }]);
      mock.reset({ seed: 2 });
      await mock.fetch('/user-data/v1/client', post([{ name: 'A', short_name: 'a', display_name: 'A', type: 'x' }]));
      await runVitest(mock, mock.revision - 1);
    }
  });
});

describeControl('GET /__mock/trace/test', (open) => {
  it('rejects unknown runners, and revisions that are not kept', async () => {
    const { send } = await open();
    expect((await send('GET', '/__mock/trace/test?runner=jest')).json).toMatchObject({
      error: { message: 'runner: must be "vitest" or "playwright", but is "jest"' },
    });
    await send('PUT', '/__mock/clock', { body: { advance_seconds: 60 } });
    await send('DELETE', '/__mock/trace');
    expect((await send('GET', '/__mock/trace/test?since=0')).json).toMatchObject({
      error: { code: 'not_found', message: 'The trace of the session starts at revision 1, after revision 0' },
    });
    expect((await send('GET', '/__mock/trace/test?since=9')).json).toMatchObject({
      error: { code: 'not_found', message: 'There is no revision 9; the session keeps the revisions 0 to 1' },
    });
  });
});
