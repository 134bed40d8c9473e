import { execFileSync } from 'node:child_process';
import fs, {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createMock } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { createServer as createMockServer } from 'briefs-mock/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { CaptureFlags } from '../../src/cli/commands/capture.js';
import { columnClasses } from '../../src/model/column-classes.js';
import { replacePeople } from '../../tools/capture/replace.js';
import { captureIn, flagsFor } from '../support/capture-command.js';
import { temporaryFolder } from '../support/cli.js';
import { type OtherBackend, otherBackend, send } from '../support/other-backend.js';
import { replaceFs } from '../support/replace-fs.js';

const classes: Readonly<Record<string, Readonly<Record<string, string>>>> = columnClasses;

const created = 'briefs-mock: created the key capture.key: keep it out of version control, and use it again';

/** What an earlier capture may have left. */
const captured = '// Written by `briefs-mock capture`, which replaces it.\nexport const tables = {};\n';

describe('briefs-mock capture', () => {
  it('--json writes the whole report, which names no person', async () => {
    const folder = await temporaryFolder();
    const backend = await otherBackend();
    const { code } = await captureIn(folder, { ...flagsFor(backend), json: 'report.json' });
    expect(code).toBe(0);
    const text = readFileSync(join(folder, 'report.json'), 'utf8');
    expect(JSON.parse(text)).toMatchObject({
      target: backend.url,
      people: 9,
      tables: expect.arrayContaining([{ table: 'user', coverage: 'complete', seen: 9, written: 9 }]),
      kinds: expect.arrayContaining([
        expect.objectContaining({
          persona: 'client-relationship',
          people: 6,
          description: 'active client, client relationship',
        }),
      ]),
      contradictions: [],
      unknownFields: ['user.phone'],
      notes: [expect.stringMatching(/^not shown, but answered with 404: /)],
    });
    expect(text).not.toMatch(/quillfeather|harrow|wilhelmina/i);
  });

  it.skipIf(process.platform === 'win32')('--json writes the report to a pipe, too', async () => {
    const folder = await temporaryFolder();
    const pipe = join(folder, 'report.pipe');
    execFileSync('mkfifo', [pipe]);
    const read = readFile(pipe, 'utf8');
    const { code } = await captureIn(folder, { ...flagsFor(await otherBackend()), json: 'report.pipe' });
    expect(code).toBe(0);
    expect(JSON.parse(await read)).toMatchObject({ people: 9 });
    expect(readdirSync(folder).sort()).toEqual(['capture.key', 'report.pipe', 'staging.data.ts', 'staging.ts']);
  });

  it('an interruption after everything was read does not make it fail', async () => {
    const folder = await temporaryFolder();
    const { code, output } = await captureIn(folder, flagsFor(await otherBackend()), (...parts) => {
      process.emit('SIGINT');
      return replacePeople(...parts);
    });
    expect([code, output]).toEqual([0, expect.stringContaining('wrote staging.ts and staging.data.ts')]);
    expect(readdirSync(folder).sort()).toEqual(['capture.key', 'staging.data.ts', 'staging.ts']);
  });

  it('draws the words of a key again that are together another original', async () => {
    const folder = await temporaryFolder();
    writeFileSync(join(folder, 'capture.key'), 'qLvK-lbDc0iUBzajgjRjXpQIlo7SzpxzDkWMX2GZinY\n', { mode: 0o600 });
    expect(await captureIn(folder, flagsFor(await otherBackend()))).toMatchObject({ code: 0, errors: [] });
  });

  it('uses another key, which follows from the key, if a pseudonym is by chance another original', async () => {
    const folder = await temporaryFolder();
    const backend = await otherBackend();
    const [person] = backend.stored.people;
    backend.stored.people.push({ ...person, no: 60_000, mail: 'ines@x.example', org: null });
    // With it, the other domain gets a name that ends in x.example.
    writeFileSync(join(folder, 'capture.key'), 'a-key-of-a-capture-35\n', { mode: 0o600 });
    const capture = async () => {
      expect(await captureIn(folder, flagsFor(backend))).toMatchObject({ code: 0, errors: [] });
      return readFileSync(join(folder, 'staging.data.ts'), 'utf8');
    };
    const data = await capture();
    expect(data).not.toContain('x.example');
    expect(await capture()).toBe(data);
  });

  describe('--keep', () => {
    const serverOf = async (mock = createMock({ scenario: newsroom })) => {
      const server = await createMockServer(mock, { port: 0 }).listen();
      onTestFinished(() => server.close());
      return { from: server.url, token: { 'alice@acme.example': 'alice-token' }, users: 5 };
    };

    it.each([
      ['brief.slug', 'front-page'],
      ['brief.name', 'Front Page'],
      ['package.display_name', 'Essential'],
      ['client.name', 'Acme Industries plc'],
      ['user.fname', 'Alice'],
      ['user.email', 'alice@acme.example'],
    ])('%s stays, although other columns have words of it', async (column, value) => {
      const folder = await temporaryFolder();
      const { code, errors } = await captureIn(folder, { ...(await serverOf()), keep: [column] });
      expect([code, errors]).toEqual([0, [created]]);
      const [table = '', name = ''] = column.split('.');
      const rows = readFileSync(join(folder, 'staging.data.ts'), 'utf8').split(`\n  ${table}: [\n`)[1];
      expect(rows?.split('\n  ]')[0]).toContain(`"${name}":"${value}"`);
    });

    it('a word of a kept text is still reported in any other column', async () => {
      const folder = await temporaryFolder();
      const mock = createMock({ scenario: newsroom });
      mock.data.user.update({ where: { email: { equals: 'alice@acme.example' } }, data: { lname: 'Industries' } });
      const flags = { ...(await serverOf(mock)), keep: ['client.name'] };
      const { code, errors } = await captureIn(folder, flags, (tables, options) => {
        const result = replacePeople(tables, options);
        const user = result.tables.user?.map((row, i) => ({ ...row, lname: tables.user?.[i]?.lname })) ?? [];
        return { ...result, tables: { ...result.tables, user } };
      });
      expect([code, errors.at(-1)]).toEqual([
        1,
        'briefs-mock: data of real people is left in user.lname; nothing was written',
      ]);
    });
  });

  it('reads recorded traffic instead of a server, and counts the writes that it ignores', async () => {
    const folder = await temporaryFolder();
    const mock = createMock({ scenario: newsroom });
    const entries: unknown[] = [];
    const record = async (method: string, path: string, body?: unknown) => {
      const headers = [
        { name: 'Authorization', value: 'Bearer alice-token' },
        { name: 'Content-Type', value: 'application/json' },
      ];
      const init = { method, headers: headers.map(({ name, value }): [string, string] => [name, value]) };
      const answer = await mock.fetch(path, body === undefined ? init : { ...init, body: JSON.stringify(body) });
      const response = { status: answer.status, headers: [headers[1]], content: { text: await answer.text() } };
      const request = { method, url: `https://x.test${path}`, headers };
      entries.push({ startedDateTime: `2026-03-04T09:00:0${entries.length}Z`, time: 5, request, response });
      return answer.status;
    };
    for (const path of ['/public-api/v1/brief', '/public-api/v1/brief/front-page', '/public-api/v1/bookmark/brief'])
      expect(await record('GET', path)).toBe(200);
    expect(await record('POST', '/user-data/v1/feature', [{ app_id: 1, name: 'Written' }])).toBeLessThan(300);
    writeFileSync(join(folder, 'session.har'), JSON.stringify({ log: { entries } }));
    const { code, output, errors } = await captureIn(folder, { har: join(folder, 'session.har') });
    expect([code, errors]).toEqual([0, [created]]);
    expect(output).toMatch(/^captured 1 person from session\.har\n/);
    expect(output).toContain('1 recorded write is ignored; changes are captured as far as later reads show them\n');
    const data = readFileSync(join(folder, 'staging.data.ts'), 'utf8');
    expect(data).toContain('  brief_document: [\n');
    expect(data).not.toContain('  feature: [\n');
  });

  describe('of a recording', () => {
    const reader = [{ name: 'Authorization', value: 'Bearer of-a-reader' }];
    /** What is captured of GET requests and their answers. */
    const captureOf = async (
      answers: readonly (readonly [path: string, status: number, body: unknown, link?: string])[],
    ) => {
      const folder = await temporaryFolder();
      const entries = answers.map(([path, status, body, link], i) => ({
        startedDateTime: `2026-03-04T09:00:0${i}Z`,
        time: 5,
        request: { method: 'GET', url: `https://x.test${path}`, headers: reader },
        response: {
          status,
          headers: link === undefined ? [] : [{ name: 'Link', value: link }],
          content: { text: JSON.stringify(body) },
        },
      }));
      writeFileSync(join(folder, 'session.har'), JSON.stringify({ log: { entries } }));
      const result = await captureIn(folder, { har: join(folder, 'session.har'), json: 'report.json' });
      return { ...result, text: (file: string) => readFileSync(join(folder, file), 'utf8') };
    };
    const briefs = ['/public-api/v1/brief', 200, { data: [{ slug: 'steel', name: 'Steel' }] }] as const;

    it('a document whose day no answer shows is left out, and the report says so', async () => {
      const article = [{ gid: 'a', category: '', title: 'A', source: [], snippet: '' }];
      const data = { slug: 'steel', name: 'Steel', gid: 'issue-1', article };
      const { code, errors, text } = await captureOf([briefs, ['/public-api/v1/brief/steel', 200, { data }]]);
      expect([code, errors]).toEqual([0, [created]]);
      expect(text('staging.data.ts')).toMatch(/ brief: \[\n(?!.*brief_document)/s);
      expect(JSON.parse(text('report.json')).contradictions).toContainEqual(
        expect.objectContaining({ table: 'brief_document', column: 'date' }),
      );
    });

    it('the report does not repeat the paths of requests that name a person', async () => {
      const { code, output, text } = await captureOf([
        briefs,
        ['/user-data/v1/user/wilhelmina@quillfeather.test', 404, {}],
        ['/user-data/v1/feature', 403, {}],
      ]);
      expect(code).toBe(0);
      expect(output).toContain('not shown, but answered with 403: /user-data/v1/feature\n');
      expect(output + text('report.json')).not.toContain('wilhelmina');
    });

    it('the report does not repeat the names of fields that may be values', async () => {
      const record = { id: 1, sf_id: null, name: 'Gold', display_name: null, description: null, status: 'active' };
      const data = [{ ...record, price: 5, 'wilhelmina@quillfeather.test': 1, 'Wilhelmina Quill': 2 }];
      const { output, text } = await captureOf([briefs, ['/user-data/v1/package', 200, { data }]]);
      expect(output).toContain('left out 2 fields that the mock does not have, with a name that may be a value\n');
      expect(output).toContain('left out, because the mock does not have them: package.price\n');
      expect(output + text('report.json')).not.toMatch(/wilhelmina/i);
    });

    it('a brief is for all core users only if it is listed for somebody all of whose entitlements were seen', async () => {
      const email = 'zoe@quill.test';
      const flags = { is_default: false, is_redacted: false, is_admin: false, is_subscribed: true };
      const item = (id: number, brief_slug: string) => ({
        id,
        email,
        fname: 'Zoe',
        lname: 'Quill',
        brief_slug,
        ...flags,
      });
      const first = item(1, 'steel');
      const second = item(2, 'rails');
      const ofPerson = '/user-data/v1/brief-entitlement?email=zoe%40quill.test';
      const user = { id: 1, sf_id: null, fname: 'Zoe', lname: 'Quill', email, client_id: null, user_type: 'normal' };
      const shared = [
        ['/user-data/v1/user', 200, { data: [user] }],
        [
          '/user-data/v1/application-entitled-brief?email=ZOE%40quill.test',
          200,
          { data: [first, second, item(-1, 'ports')], total: 3 },
        ],
      ] as const;
      const page = (number: number, data: unknown[]) =>
        [`${ofPerson}&page=${number}&size=1`, 200, { data, total: 2 }] as const;
      const coreIn = async (...answers: Parameters<typeof captureOf>[0]) => {
        const { code, text } = await captureOf([...shared, ...answers]);
        expect(code).toBe(0);
        const notes: string[] = JSON.parse(text('report.json')).notes;
        const flagged = text('staging.data.ts').match(/"is_core":true/g) ?? [];
        return [flagged.length, notes.filter((note) => note.includes('core'))];
      };
      expect(await coreIn(page(1, [first]))).toEqual([0, []]);
      expect(await coreIn([`${ofPerson}&brief_slug=steel`, 200, { data: [first], total: 1 }])).toEqual([0, []]);
      expect(await coreIn(page(1, [first]), page(2, [second]))).toEqual([
        1,
        ['assumed of 1 brief: it is for all core users, because it is listed for somebody without an entitlement'],
      ]);
    });

    it.each([500, 404])('a later failure does not take the place of an answer: %i', async (status) => {
      const path = '/user-data/v1/package';
      const rest = { sf_id: null, display_name: null, description: null, status: 'active' };
      const data = [{ id: 1, name: 'Gold', ...rest }];
      const record = ['/user-data/v1/package/2', 200, { data: [{ id: 2, name: 'Silver', ...rest }] }] as const;
      const failures = [briefs, [path], [record[0]]].map(([path]) => [path, status, {}] as const);
      const { output, text } = await captureOf([briefs, [path, 200, { data }], record, ...failures]);
      expect(output).not.toContain('not shown');
      // Only of a record, 404 says that it is gone.
      expect(text('staging.data.ts').match(/ {2}(brief|package): \[\n( {4}.*\n)+/g)).toHaveLength(2);
      expect(text('staging.data.ts').includes('{"id":2,')).toBe(status !== 404);
    });

    it.each([
      { next: '/user-data/v1/package?page=2' },
      { total: 2 },
      { meta: { next_cursor: 'c2' } },
      { pagination: { hasMore: true } },
      { meta: { total: 2 } },
      '</user-data/v1/package?page=1>; rel="first", </user-data/v1/package?page=2>; rel="next"',
    ])('L6: a page of a list is not the whole table: %j', async (more) => {
      const data = [{ id: 1, sf_id: null, name: 'Gold', display_name: null, description: null, status: 'active' }];
      const path = '/user-data/v1/package';
      const { output } = await captureOf([
        briefs,
        typeof more === 'string' ? [path, 200, { data }, more] : [path, 200, { data, ...more }],
      ]);
      expect(output).toMatch(/^ {2}package +seen in part +1$/m);
      expect(output).toContain('shown in part, because the list says that it goes on: /user-data/v1/package\n');
    });

    it.each([briefs[0], '/public-api/v1/bookmark/article', '/user-data/v1/application-entitled-brief'])(
      'a page of a list of a person is named as such: %s',
      async (path) => {
        const { output } = await captureOf([briefs, [path, 200, { data: [], next: '?page=2' }]]);
        expect(output).toContain(`shown in part, because the list says that it goes on: ${path}\n`);
      },
    );

    it('a list with something else than records is read without it, and named', async () => {
      const client = { id: 1, name: 'Steel', short_name: 's', display_name: 'S', type: 'company', status: 'active' };
      const { code, output, text } = await captureOf([
        ['/user-data/v1/client', 200, { data: [null, client, 'x'] }],
        ['/user-data/v1/package', 200, [{ id: 1, name: 'Gold', status: 'active' }]],
      ]);
      expect(code).toBe(0);
      expect(output).toContain(
        'shown in part, because data has something else than records: /user-data/v1/client, /user-data/v1/package\n',
      );
      expect(text('staging.data.ts')).toMatch(/ client: \[\n {4}\{"id":1,/);
    });

    it('contradictions with the same text are one line', async () => {
      const users = [1, 2, 3].map((i) => ({
        id: `u-${i}`,
        fname: 'A',
        lname: 'B',
        email: `a${i}@x.test`,
        client_id: null,
      }));
      const { output } = await captureOf([briefs, ['/user-data/v1/user', 200, { data: users }]]);
      expect(output).toContain('contradiction: user, id: must be an integer; left out (3 times)\n');
    });

    it('a path with a percent sign that encodes nothing is passed over', async () => {
      const { code, errors } = await captureOf([briefs, ['/public-api/v1/brief/100%', 404, {}]]);
      expect([code, errors]).toEqual([0, [created]]);
    });
  });

  it.each([
    ['new-york.ts', 'newYork'],
    ['2026.ts', 'scenario2026'],
    ['export.ts', 'scenarioExport'],
    ['tables.ts', 'scenarioTables'],
    ['define-scenario.ts', 'scenarioDefineScenario'],
  ])('the scenario in %s has a name that the language allows', async (out, name) => {
    const folder = await temporaryFolder();
    const { code } = await captureIn(folder, { ...flagsFor(await otherBackend()), out });
    expect(code).toBe(0);
    expect(readFileSync(join(folder, out), 'utf8')).toContain(`export const ${name} = defineScenario({`);
  });

  it.each(['name', 'email', 'domains', 'text', 'unique', 'key', 'html', 'json', 'sources', 'word'] as const)(
    'L3: with %s not replaced, it fails, names a column, and writes nothing',
    async (off) => {
      const folder = await temporaryFolder();
      const { code, output, errors } = await captureIn(
        folder,
        { ...flagsFor(await otherBackend()), json: 'report.json' },
        (tables, options) => {
          const result = replacePeople(tables, options);
          const restored = Object.entries(result.tables).map(([table, rows]) => [
            table,
            rows.map((row, i) =>
              Object.fromEntries(
                Object.entries(row).map(([column, value]) => [
                  column,
                  classes[table]?.[column] === off ? tables[table]?.[i]?.[column] : value,
                ]),
              ),
            ),
          ]);
          return { ...result, tables: Object.fromEntries(restored) };
        },
      );
      expect([code, output, errors]).toEqual([
        1,
        '',
        [
          created,
          expect.stringMatching(
            /^briefs-mock: data of real people is left in [a-z_]+\.[a-z_]+.*; nothing was written$/,
          ),
        ],
      ]);
      const places = [...(errors[1] as string).matchAll(/([a-z_]+)\.([a-z_]+)/g)];
      expect(places.map(([, table = '', column = '']) => classes[table]?.[column])).toContain(off);
      expect(readdirSync(folder)).toEqual(['capture.key']);
    },
  );
});

describe('briefs-mock capture: bad input is one line, and nothing is written', () => {
  it.each<[string, Partial<CaptureFlags>, string]>([
    ['no source', {}, 'nothing to capture is given; give one of --from <url> and --har <file>'],
    ['two sources', { from: 'http://x.test', har: 'x.har' }, '--from and --har exclude each other'],
    ['an address that is none', { from: 'staging' }, '--from: must be an http(s) URL without a query, fragment or *'],
    ['a token with a recording', { har: 'x.har', serviceToken: 'x' }, '--service-token cannot be used with --har'],
    ['a timeout with a recording', { har: 'x.har', timeout: 3 }, '--timeout cannot be used with --har'],
    [
      'another extension',
      { from: 'http://x.test', out: 'x.json' },
      '--out must end in .ts, .mts, .js, .mjs, but is x.json',
    ],
    ['a name that imports read otherwise', { from: 'http://x.test', out: 'a#b.ts' }, 'must not have #, ? or %'],
    [
      'no such column',
      { har: 'x.har', keep: ['user.nick'] },
      '--keep takes table.column, such as user.fname, and not user.nick; the columns are id',
    ],
  ])('%s', async (_, flags, message) => {
    const folder = await temporaryFolder();
    const { code, errors } = await captureIn(folder, flags);
    expect([code, errors]).toEqual([2, [expect.stringContaining(message)]]);
    expect(readdirSync(folder)).toEqual([]);
  });

  type Answer = Parameters<typeof send>;
  const answered = (...answer: Answer) => {
    send(...answer);
    return true;
  };

  it.each<[string, OtherBackend['intercept'], number, string]>([
    ['a slow server', () => true, 3, 'was not answered within 1 s'],
    [
      '429 for an hour',
      (_, response) => answered(response, 429, '', { 'retry-after': '3600' }),
      4,
      'the server limits requests (429), and asks to wait 3600 s',
    ],
    [
      'HTML',
      (_, response) => answered(response, 200, '<!doctype html>', { 'content-type': 'text/html' }),
      5,
      'is answered with HTML instead of JSON (200)',
    ],
    ['text', (_, response) => answered(response, 200, 'fine'), 5, 'is answered with text that is not JSON (200)'],
    [
      'a redirect',
      (_, response) => answered(response, 302, '', { location: '/login' }),
      6,
      'is redirected to /login; is a login missing?',
    ],
    ['500', (_, response) => answered(response, 500, '{}'), 7, 'is answered with 500'],
    [
      'a closed connection',
      (_, response) => response.destroy().destroyed,
      7,
      'was not answered: the server closed the connection',
    ],
    [
      '404 to everything',
      (_, response) => answered(response, 404, '{}'),
      8,
      'it shows nothing; are the URL and the tokens right?',
    ],
    [
      '403 to everything',
      (_, response) => answered(response, 403, '{}'),
      8,
      'it shows nothing; are the URL and the tokens right?',
    ],
    [
      '401 to the service token',
      (_, response) => answered(response, 401, '{}'),
      11,
      'the server rejects the service token',
    ],
  ])('%s', async (_, intercept, code, message) => {
    const folder = await temporaryFolder();
    const backend = await otherBackend();
    backend.intercept = intercept;
    const result = await captureIn(folder, { ...flagsFor(backend), ...(code === 3 && { timeout: 1 }) });
    expect(result).toEqual({
      code,
      output: '',
      errors: [created, expect.stringMatching(/^briefs-mock: http:\/\/127\.0\.0\.1:\d+ cannot be captured: /)],
    });
    expect(result.errors[1]).toContain(message);
    expect(readdirSync(folder)).toEqual(['capture.key']);
  });

  it('a server that refuses connections', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const from = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await new Promise((resolve) => server.close(resolve));
    const folder = await temporaryFolder();
    const { code, errors } = await captureIn(folder, { from });
    expect([code, errors]).toEqual([7, [created, expect.stringContaining('nothing listens there (ECONNREFUSED)')]]);
    expect(readdirSync(folder)).toEqual(['capture.key']);
  });

  it('the rejected token of a reader is named by the e-mail, and what was read is kept for the next run', async () => {
    const folder = await temporaryFolder();
    const flags = flagsFor(await otherBackend());
    const [email = ''] = Object.keys(flags.token);
    const { code, errors } = await captureIn(folder, { ...flags, token: { ...flags.token, [email]: 'expired' } });
    expect([code, errors]).toEqual([
      11,
      [
        created,
        'briefs-mock: run it again to continue; until then, staging.ts.work has data of real people',
        `briefs-mock: ${flags.from} cannot be captured: the server rejects the token of ${email}`,
      ],
    ]);
    expect(readdirSync(folder).sort()).toEqual(['capture.key', 'staging.ts.work']);
    expect((await captureIn(folder, flags)).code).toBe(0);
    expect(existsSync(join(folder, 'staging.ts.work'))).toBe(false);
  });

  it('a recording that is not one', async () => {
    const folder = await temporaryFolder();
    const har = join(folder, 'x.har');
    writeFileSync(har, '{"log":');
    const { code, errors } = await captureIn(folder, { har });
    expect([code, errors]).toEqual([1, [expect.stringContaining('the recording x.har cannot be read: ')]]);
    expect(readdirSync(folder)).toEqual(['x.har']);
    writeFileSync(har, '{"log":{"entries":[]}}');
    const { code: empty, errors: nothing } = await captureIn(folder, { har });
    const message = 'x.har cannot be captured: it shows nothing of the three APIs; record a page that reads from them';
    expect([empty, nothing]).toEqual([9, [created, `briefs-mock: ${message}`]]);
  });

  it('the work file of another server', async () => {
    const folder = await temporaryFolder();
    writeFileSync(
      join(folder, 'staging.ts.work'),
      '{"format":"briefs-mock/capture-work","target":"https://a.test"}\n{"path":"/x","query":"","status":200}\n',
    );
    const { code, errors } = await captureIn(folder, { from: 'https://b.test' });
    expect([code, errors.at(-1)]).toEqual([
      2,
      'briefs-mock: the work file staging.ts.work has what an interrupted capture of https://a.test has read; delete it, or choose another --out',
    ]);
  });

  it.each(['my notes\n', '\n', '{"format":"other"}\n', '[1]'])('a work file that is not one: %j', async (text) => {
    const folder = await temporaryFolder();
    const work = join(folder, 'staging.ts.work');
    writeFileSync(work, text);
    const backend = await otherBackend();
    expect(await captureIn(folder, flagsFor(backend))).toEqual({
      code: 2,
      output: '',
      errors: [
        created,
        'briefs-mock: the work file staging.ts.work is not one of a capture; delete it, or choose another --out',
      ],
    });
    expect(backend.requests).toEqual([]);
    expect(readFileSync(work, 'utf8')).toBe(text);
  });

  it.each(['staging.ts', 'staging.data.ts'])('%s that was written by hand', async (file) => {
    const folder = await temporaryFolder();
    writeFileSync(join(folder, file), 'export const staging = {};\n');
    const backend = await otherBackend();
    let asked = 0;
    backend.intercept = () => ++asked === 0;
    expect(await captureIn(folder, flagsFor(backend))).toEqual({
      code: 2,
      output: '',
      errors: [
        `briefs-mock: ${file} was not written by capture, and is not replaced; move or delete it, or choose another --out`,
      ],
    });
    expect(asked).toBe(0);
    expect(readdirSync(folder)).toEqual([file]);
    expect(readFileSync(join(folder, file), 'utf8')).toBe('export const staging = {};\n');
  });

  it.each(['staging.ts', 'staging.data.ts', 'report.json'])(
    '%s that is read-only, before anything is read',
    async (file) => {
      const folder = await temporaryFolder();
      writeFileSync(join(folder, file), captured);
      chmodSync(join(folder, file), 0o444);
      const backend = await otherBackend();
      expect(await captureIn(folder, { ...flagsFor(backend), json: 'report.json' })).toEqual({
        code: 1,
        output: '',
        errors: [`briefs-mock: ${file} cannot be written: ${file} is read-only`],
      });
      expect(backend.requests).toEqual([]);
      expect(readdirSync(folder)).toEqual([file]);
      expect(readFileSync(join(folder, file), 'utf8')).toBe(captured);
    },
  );

  it.each([
    ['staging.ts', '--out'],
    ['staging.data.ts', 'the data file of --out'],
    ['capture.key', '--key-file'],
    ['staging.ts.work', 'the work file of --out'],
  ])('--json %s, which is also %s', async (json, other) => {
    const folder = await temporaryFolder();
    const backend = await otherBackend();
    const { code, errors } = await captureIn(folder, { ...flagsFor(backend), json });
    const message = `briefs-mock: ${other} and --json both name ${json}; choose another file for one of them`;
    expect([code, errors, backend.requests]).toEqual([2, [message], []]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('--json that is the recording, by another path', async () => {
    const folder = await temporaryFolder();
    const har = join(folder, 'x.har');
    writeFileSync(har, '{"log":{"entries":[]}}');
    symlinkSync(har, join(folder, 'link.json'));
    const { code, errors } = await captureIn(folder, { har, json: 'link.json' });
    expect([code, errors]).toEqual([2, [expect.stringContaining('--har and --json both name link.json')]]);
    expect(readFileSync(har, 'utf8')).toBe('{"log":{"entries":[]}}');
  });

  it('no service token for a server that requires one', async () => {
    const folder = await temporaryFolder();
    const { url } = await otherBackend();
    const { code, errors } = await captureIn(folder, { from: url });
    const asks = 'user-data asks for a service token (--service-token <token>)';
    expect([code, errors]).toEqual([11, [created, expect.stringContaining(`${url} cannot be captured: ${asks}`)]]);
  });

  it('a file that cannot be replaced at the last moment: the others are as they were', async () => {
    const folder = await temporaryFolder();
    writeFileSync(join(folder, 'staging.data.ts'), captured);
    replaceFs(fs.promises, 'rename', (real) => async (from, to) => {
      if (String(to).endsWith('report.json')) throw Object.assign(new Error('EBUSY: busy'), { code: 'EBUSY' });
      return real(from, to);
    });
    const { code, errors } = await captureIn(folder, { ...flagsFor(await otherBackend()), json: 'report.json' });
    expect([code, errors.at(-1)]).toEqual([1, expect.stringContaining('cannot be written: EBUSY')]);
    expect(readFileSync(join(folder, 'staging.data.ts'), 'utf8')).toBe(captured);
    expect(readdirSync(folder).filter((file) => /^(staging\.ts|report\.json)$|\.tmp$/.test(file))).toEqual([]);
  });
});

describe('briefs-mock capture: the key', () => {
  it('is closed to others, and never printed', async () => {
    const folder = await temporaryFolder();
    const key = join(folder, 'capture.key');
    writeFileSync(key, 'a-secret-that-is-never-printed');
    chmodSync(key, 0o644);
    const { code, output, errors } = await captureIn(folder, {
      ...flagsFor(await otherBackend()),
      json: 'report.json',
    });
    expect([code, errors]).toEqual([
      0,
      ['briefs-mock: others could read the key capture.key; now only you can (mode 600)'],
    ]);
    expect(statSync(key).mode & 0o777).toBe(0o600);
    const files = ['report.json', 'staging.ts', 'staging.data.ts'].map((file) =>
      readFileSync(join(folder, file), 'utf8'),
    );
    expect([output, ...errors, ...files].join('\n')).not.toContain('never-printed');
  });

  it('that is short or in no folder is refused, and not printed', async () => {
    const folder = await temporaryFolder();
    const key = join(folder, 'capture.key');
    writeFileSync(key, 'short', { mode: 0o600 });
    const from = 'http://x.test';
    expect(await captureIn(folder, { from })).toMatchObject({
      code: 1,
      errors: ['briefs-mock: the key file capture.key cannot be used: it must have 16 characters or more'],
    });
    const { code, errors } = await captureIn(folder, { from, keyFile: 'nowhere/capture.key' });
    expect([code, errors]).toEqual([1, [expect.stringContaining('the key file nowhere/capture.key cannot be used: ')]]);
  });

  it('a folder, and a file without a key, keep their modes', async () => {
    const folder = await temporaryFolder();
    mkdirSync(join(folder, 'keys'));
    writeFileSync(join(folder, 'short.key'), 'short');
    for (const [keyFile, mode, problem] of [
      ['keys', 0o755, 'it is a folder, not a file (EISDIR)'],
      ['short.key', 0o644, 'it must have 16 characters or more'],
    ] as const) {
      chmodSync(join(folder, keyFile), mode);
      expect(await captureIn(folder, { from: 'http://x.test', keyFile })).toEqual({
        code: 1,
        output: '',
        errors: [`briefs-mock: the key file ${keyFile} cannot be used: ${problem}`],
      });
      expect(statSync(join(folder, keyFile)).mode & 0o777).toBe(mode);
    }
  });
});

describe('briefs-mock capture is polite', () => {
  it('waits as long as Retry-After says, asks again after a closed connection, and leaves out what the token may not read', async () => {
    const folder = await temporaryFolder();
    const backend = await otherBackend();
    let [limited, closed] = [0, 0];
    backend.intercept = ({ url }, response) => {
      if (url === '/user-data/v1/client' && limited++ === 0) send(response, 429, '', { 'retry-after': '0' });
      else if (url === '/user-data/v1/brief-client' && closed++ === 0) response.destroy();
      else if (url === '/user-data/v1/user-preference') send(response, 403, { error: 'not yours' });
      else return false;
      return true;
    };
    const { code, output } = await captureIn(folder, flagsFor(backend));
    expect(code).toBe(0);
    expect([limited, closed]).toEqual([2, 2]);
    expect(output).toContain('not shown, but answered with 403: /user-data/v1/user-preference\n');
  });
});
