import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MockError, replay, type Trace } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { setupMock } from 'briefs-mock/vitest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

interface Report {
  testResults: {
    name: string;
    status: string;
    assertionResults: { title: string; status: string; failureMessages: string[] }[];
  }[];
}

const fixture = join(import.meta.dirname, 'fixture');
/** The folder to which failed tests write their traces. */
const traces = join(fixture, 'mock-traces');

const EARLIER = 'traces.fixture.ts-a-trace-of-an-earlier-run-is-removed-if-the-test-passes.trace.json';
const UNKNOWN = 'unknown.fixture.ts-is-not-run.trace.json';

let report: Report;
let printed: string;
beforeAll(async () => {
  rmSync(traces, { recursive: true, force: true });
  mkdirSync(traces);
  writeFileSync(join(traces, EARLIER), 'of an earlier run');
  writeFileSync(join(traces, UNKNOWN), 'of a test that was not run');
  ({ report, printed } = await runFixture());
});
afterAll(() => rmSync(traces, { recursive: true, force: true }));

/** Runs Vitest in `fixture/` and returns its report and what it prints. */
async function runFixture(): Promise<{ report: Report; printed: string }> {
  const vitest = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs');
  const folder = mkdtempSync(join(tmpdir(), 'briefs-mock-vitest-'));
  const file = join(folder, 'report.json');
  const words = [vitest, 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const options = { cwd: fixture, env: { ...process.env, NO_COLOR: '1' }, maxBuffer: 2 ** 26 };
  try {
    return await new Promise((resolve, reject) => {
      // Vitest exits with an error, because some tests of the fixture fail on purpose.
      execFile(process.execPath, words, options, (_, output, errors) => {
        try {
          resolve({ report: JSON.parse(readFileSync(file, 'utf8')), printed: output + errors });
        } catch {
          reject(new Error(output + errors));
        }
      });
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Maps the title of each test of a file to `passed` or to its failure messages. */
function outcomesOf(file: string): Record<string, unknown> {
  return Object.fromEntries(
    reportOf(file).assertionResults.map(({ title, status, failureMessages }) => [
      title,
      status === 'passed' ? status : failureMessages.map(withoutStack),
    ]),
  );
}

function reportOf(file: string) {
  const found = report.testResults.find(({ name }) => name.endsWith(`/${file}.fixture.ts`));
  if (found === undefined) throw new Error(`Vitest did not run ${file}`);
  return found;
}

const withoutStack = (message: string) => message.replace(/\s+at [^\n]+:\d+:\d+\)?(\n|$)[\s\S]*/, '');

/** The failure message that lists requests, each with advice. */
const unanswered = (...entries: [request: string, advice: string][]) => [
  `Error: The application sent requests that no handler or route answers:\n\n${entries.map((lines) => `  ${lines.join('\n    ')}`).join('\n')}`,
];
const handle = (method: string, url: string) =>
  `This URL is not part of the mocked APIs. Add a handler: server.use(http.${method}('${url}', …)).`;
const unhandledGet = (url: string) => unanswered([`GET ${url}`, handle('get', url)]);

describe('setupMock', () => {
  it('works without a base URL, and with a snapshot', () => {
    expect(outcomesOf('anywhere')).toEqual({
      'removes all handlers': unanswered([
        'GET https://api.example.com/public-api/v1/brief',
        "The mock's handlers were removed: server.resetHandlers(…) replaced them. Call it without arguments.",
      ]),
      'requests a path below another one': unanswered([
        'GET https://api.example.com/below/public-api/v1/brief',
        "Without a `baseUrl`, the mock answers this path only at the start of the URL's path. Add `baseUrl: 'https://api.example.com/below'`.",
      ]),
      'requests a path that is too general to belong to the mock': unhandledGet(
        'https://api.example.com/below/v1/anything',
      ),
      'changes the baseline': 'passed',
      'starts from the snapshot after a test that changed the baseline': 'passed',
    });
  });

  it('starts each test from the seeded state, and without the handlers of the test before', () => {
    expect(Object.values(outcomesOf('isolation'))).toEqual(Array(11).fill('passed'));
  });

  it('says that the base URL must not contain the path of an API', () => {
    const origin = 'https://api.example.com';
    const api = `${origin}/public-api/v1`;
    expect(outcomesOf('base-of-an-api')).toEqual({
      'requests a path below a base URL that contains the path of an API': unanswered([
        `GET ${api}/bookmark/article`,
        `The \`baseUrl\`, ${api}, contains the path of an API, which the mock adds itself. Use \`baseUrl: '${origin}'\`.`,
      ]),
    });
  });

  it('fails each test that sent an unanswered request, and no other test', () => {
    const api = 'https://api.example.com/base';
    const telemetry = 'https://telemetry.example';
    expect(outcomesOf('unanswered')).toEqual({
      'requests another server': unanswered([`POST ${telemetry}/events?a=1`, handle('post', `${telemetry}/events`)]),
      'sends only answered requests, after a test that fails': 'passed',
      'does not await its request': unhandledGet(`${telemetry}/late`),
      'uses fake timers': unhandledGet(`${telemetry}/fake`),
      'uses node:http': unhandledGet('http://telemetry.example/node'),
      'requests another base URL': unanswered([
        'GET https://api.exmaple.com/public-api/v1/brief',
        `The mock answers this path only below its \`baseUrl\`, ${api}. Use the same base URL in the application.`,
      ]),
      'requests a path of no API': unanswered([
        `GET ${api}/publc-api/v1/brief?a=1`,
        'The mock has no route for this path; the nearest route is GET /public-api/v1/brief.',
      ]),
      'requests an API that services leaves out': unanswered([
        `GET ${api}/user-data/v1/user`,
        'This path belongs to the API user-data. Add it to the option `services`.',
      ]),
      'requests paths without a route': unanswered(
        [
          `GET ${api}/public-api/v1/briefs`,
          'There is no route GET /public-api/v1/briefs; the nearest route is GET /public-api/v1/brief',
        ],
        [
          `PUT ${api}/public-api/v1/brief`,
          '/public-api/v1/brief does not support PUT; allowed methods: GET, HEAD, OPTIONS',
        ],
        [
          `GET ${api}/public-api/v3/brief`,
          '/public-api has no version v3; the nearest route is GET /public-api/v1/brief',
        ],
      ),
      'resets the mock after a request to a path without a route': unanswered([
        `GET ${api}/public-api/v1/briefs`,
        'There is no route GET /public-api/v1/briefs; the nearest route is GET /public-api/v1/brief',
      ]),
      'gets an error and a preflight from the mock': 'passed',
      'requests an unknown path on purpose and clears the journal': 'passed',
      'requests another server and a path of no API on purpose and clears the journal': 'passed',
      'requests another server after it has cleared the journal': unhandledGet(`${telemetry}/kept`),
      'resets the mock after a request to another server': unhandledGet(`${telemetry}/reset`),
      'requests a path without a route in a session': unanswered([
        `GET ${api}/public-api/v1/briefs`,
        'There is no route GET /public-api/v1/briefs; the nearest route is GET /public-api/v1/brief',
      ]),
      'requests it on purpose and clears the journal of the session': 'passed',
      'sends several requests': unanswered(
        [`GET ${telemetry}/one`, handle('get', `${telemetry}/one`)],
        [`GET ${telemetry}/two`, handle('get', `${telemetry}/two`)],
      ),
      'fails by itself, too': [expect.stringContaining('expected 1 to be 2'), ...unhandledGet(`${telemetry}/too`)],
      'adds a handler for another server': 'passed',
      'removes all handlers': unanswered([
        `GET ${api}/public-api/v1/brief`,
        "The mock's handlers were removed: server.resetHandlers(…) replaced them. Call it without arguments.",
      ]),
    });
  });

  it('fails a test that sent an unanswered request in jsdom', () => {
    expect(outcomesOf('unanswered-in-jsdom')).toEqual({
      'uses XMLHttpRequest': unhandledGet('https://telemetry.example/xhr'),
      'uses XMLHttpRequest and does not await the response': unanswered([
        'PUT http://localhost:3000/settings',
        handle('put', 'http://localhost:3000/settings'),
      ]),
      'sends no request, after a test that fails': 'passed',
    });
  });

  it('fails the first test for an unanswered request in beforeAll', () => {
    expect(outcomesOf('unanswered-in-hooks')).toEqual({
      'the first test': unanswered(
        ['GET https://telemetry.example/before', handle('get', 'https://telemetry.example/before')],
        [
          'GET /public-api/v1/briefs',
          'There is no route GET /public-api/v1/briefs; the nearest route is GET /public-api/v1/brief',
        ],
      ),
      'the second test': 'passed',
    });
  });

  it('neither skips the hooks of others nor is skipped when one of them fails', () => {
    const inAHook = [expect.stringContaining('expected true to be false')];
    expect(outcomesOf('other-hooks')).toEqual({
      'sends an unanswered request': unhandledGet('https://telemetry.example/one'),
      'is cleaned up with an unanswered request, after the hooks ran for the test before': unhandledGet(
        'https://telemetry.example/cleanup',
      ),
      'fails in a hook': inAHook,
      'has no handler of the test that failed in a hook': unhandledGet('https://telemetry.example/two'),
      'fails in a hook again': inAHook,
      'has the time of the machine after them': 'passed',
    });
  });

  it('fails the file for an unanswered request after the last test, and ends all the same', () => {
    expect(outcomesOf('unanswered-at-the-end')).toEqual({
      'the last test': 'passed',
      'fetch is not intercepted afterwards': 'passed',
    });
    expect(reportOf('unanswered-at-the-end').status).toBe('failed');
  });

  it('applies only to the describe that it is called in', () => {
    const outcomes = reportOf('two-mocks').assertionResults.map(({ title, status }) => [title, status]);
    expect(outcomes.filter(([, status]) => status === 'failed')).toEqual([['fails still without handlers', 'failed']]);
    expect(outcomes).toHaveLength(8);
  });

  it('lets tests of a file run concurrently', () => {
    expect(outcomesOf('concurrent')).toEqual({
      'has its own fork: 1': 'passed',
      'has its own fork: 2': 'passed',
      'has its own fork: 3': 'passed',
      fails: [expect.stringContaining('expected 1 to be 2')],
      'sends a request that nothing answers': [
        expect.stringMatching(/\/other\n.*\n\nTests run concurrently: another one may have sent them\.$/),
      ],
    });
    expect(readdirSync(traces)).toContain('concurrent.fixture.ts-fails.trace.json');
  });

  it('refuses a block with its own mock that runs at the same time as tests outside of it', () => {
    const advice =
      'and one mock at a time can answer the requests of a test file; let them run one after the other, or call setupMock once for both, and give each test a mock.fork()';
    const refused = (block: string, other: string) =>
      `Error: setupMock in "${block}": "${other}" runs at the same time, ${advice}`;
    expect(outcomesOf('concurrent-mocks')).toEqual({
      'is answered by its own mock': 'passed',
      'is refused': [],
      'is refused, too': [refused('a block with a mock', 'is refused, too')],
      'the mock of the file answers': 'passed',
      'a test begins': 'passed',
    });
    expect(printed).toContain(refused('another block with a mock', 'a block with a mock'));
    expect(printed).toContain(refused('a block with a mock beside a test', 'a test begins'));
  });

  it('writes the trace of a failed test, which replays the same, and prints the command', async () => {
    const named = readdirSync(traces).filter((name) => name.startsWith('traces.'));
    expect(named).toEqual(['traces.fixture.ts-traces-fails-after-its-bookmark.trace.json']);
    const [file = ''] = named;
    expect(printed).toContain(`npx briefs-mock replay mock-traces/${file}\n`);
    const trace: Trace = JSON.parse(readFileSync(join(traces, file), 'utf8'));
    // The trace starts with this test, not with the one before it.
    expect(trace.entries).toMatchObject([
      { kind: 'call', call: 'data.bookmark.deleteMany' },
      { kind: 'request', method: 'POST', answer: { status: 200 } },
    ]);
    const { requests, differences, fingerprint, mock } = await replay(trace, { scenarios: [newsroom] });
    expect({ requests, differences, fingerprint }).toEqual({ requests: 1, differences: [], fingerprint: undefined });
    expect(mock.data.bookmark.count({ where: { email: { equals: 'alice@acme.example' } } })).toBe(1);
  });

  it('removes the trace of a test that passes again, and no other; its folder is not the one that Playwright empties', () => {
    expect(Object.values(outcomesOf('traces')).filter((outcome) => outcome === 'passed')).toHaveLength(4);
    expect(readdirSync(traces)).not.toContain(EARLIER);
    expect(readdirSync(traces).filter((name) => name.includes('at-last'))).toEqual([]);
    expect(readdirSync(traces)).toContain(UNKNOWN);
    expect(readdirSync(fixture)).not.toContain('test-results');
  });

  it('gives each failed test a trace of its own, also where names differ in punctuation, in case or not at all', () => {
    const named = readdirSync(traces).filter((name) => name.startsWith('trace-names.') || /long-|長/.test(name));
    const marks = named.map((name) => {
      const trace: Trace = JSON.parse(readFileSync(join(traces, name), 'utf8'));
      // The shell gets other letters in quotes.
      expect(printed.replaceAll("'", '')).toContain(`npx briefs-mock replay mock-traces/${name}\n`);
      return [
        name
          .replace(/^.*-is-cut_\w+/, 'cut')
          .replace(/^[長い名前]{39,40}(x*)_.*\.trace/, 'kanji$1.trace')
          .replace('trace-names.fixture.ts-', ''),
        JSON.stringify(trace.entries).match(/"display_name":"(.*?)"/)?.[1],
      ];
    });
    expect(Object.fromEntries(marks)).toEqual({
      'price-10.trace.json': 'below',
      'price-10_2.trace.json': 'above',
      'a-b.trace.json': 'with a slash',
      'a-b_2.trace.json': 'with a space, attempt 1',
      'A-B_3.trace.json': 'in capitals',
      'has-the-name-of-another-test.trace.json': 'first',
      'has-the-name-of-another-test_2.trace.json': 'second',
      'a-b-passes_2.trace.json': 'of the same words',
      'with-a-mock-of-its-own-is-traced.trace.json': 'in the inner mock',
      'kanji.trace.json': 'in kanji ',
      'kanjix.trace.json': 'in kanji x',
      'kanjixx.trace.json': 'in kanji xx',
      'cut.trace.json': expect.stringMatching(/^cut/),
    });
    expect(marks.flatMap(([, mark]) => (mark?.startsWith('cut') ? [mark] : [])).sort()).toEqual(['cut', 'cut as well']);
  });

  it('says that the folder for traces is a file to the test that fails, and lets others pass', () => {
    expect(outcomesOf('trace-folder')).toEqual({
      passes: 'passed',
      fails: [
        expect.stringContaining('expected 1 to be 2'),
        expect.stringContaining('MockError: traces: must be a folder, but vitest.config.ts cannot be one: EEXIST'),
      ],
    });
  });

  it('refuses to be called where it would do nothing: in a test, in beforeEach, or twice in a describe', () => {
    const misplaced = [
      'Error: setupMock: call it at the top level of a test file, or in describe, and not in a test or beforeEach',
    ];
    expect(outcomesOf('misplaced')).toEqual({
      'in a test': misplaced,
      'in a concurrent test': misplaced,
      'in beforeEach': misplaced,
      'has two mocks': [],
      'has no mock': 'passed',
      'has a mock': 'passed',
    });
    expect(printed).toContain(
      'Error: setupMock was called twice in "with two mocks" and its setup files; call it once, or the second in a describe\n',
    );
  });

  it('adds the latest refused requests to the failure of a test', () => {
    const failed = "AssertionError: expected 'the application' to be 'working' // Object.is equality";
    const unknown =
      'The token was not issued by this mock; get one with mock.tokenFor(email), or with POST /__mock/tokens';
    expect(outcomesOf('refused')).toEqual({
      'fails after refused requests': [
        [
          failed,
          '',
          'The mock refused:',
          `  GET /public-api/v1/brief 401: ${unknown}; did you mean alice-token?`,
          '  GET /user-data/v1/user 503: A fault rule answered 503',
          '  GET /public-api/v1/brief/nothing 404: There is no brief nothing',
          '  and 1 earlier',
        ].join('\n'),
      ],
      'fails without refused requests': [failed],
      'passes after a refused request': 'passed',
      'fails twice': [0, 1].map((attempt) =>
        [
          failed,
          '',
          'The mock refused:',
          `  GET /public-api/v1/brief/attempt-${attempt} 404: There is no brief attempt-${attempt}`,
        ].join('\n'),
      ),
    });
    expect(printed).toContain(`  GET /public-api/v1/brief 401: ${unknown}`);
  });

  it('adds the requests whose answers are held back to the failure of a test', () => {
    const failed = "AssertionError: expected 'the application' to be 'working' // Object.is equality";
    expect(outcomesOf('held')).toEqual({
      'waits in vain': [expect.any(String)],
      'fails after a refused request, and with others that wait': [
        [
          failed,
          '',
          'The mock refused:',
          '  GET /user-data/v1/user 503: A fault rule answered 503',
          '',
          'The mock holds back the answers to:',
          '  GET /public-api/v1/brief (rule 2)',
          '  GET /public-api/v1/brief (rule 2)',
          '  GET /public-api/v1/brief/nothing (rule 2)',
          '  and 1 earlier',
        ].join('\n'),
      ],
      'fails after the client has left': [
        `${failed}\n\nUntil the client left, the mock held back the answers to:\n  GET /public-api/v1/brief (rule 1)`,
      ],
      'fails after the answer was released': [failed],
    });
    // The report has only the stack of a test that timed out.
    expect(printed).toMatch(
      /Error: Test timed out in 50ms\.\n.*\n\nThe mock holds back the answers to:\n {2}GET \/public-api\/v1\/brief \(rule 1\)\n/,
    );
  });

  it('is the only export of briefs-mock/vitest', async () => {
    expect(Object.keys(await import('briefs-mock/vitest'))).toEqual(['setupMock']);
  });

  it('rejects unknown options and unknown services', () => {
    expect(() => setupMock({ scenaro: 'newsroom' } as never)).toThrow(MockError);
    expect(() => setupMock({ trces: 'all' } as never)).toThrow(
      /^setupMock has no option trces; it has traces, .*scenario,/,
    );
    expect(() => setupMock({ services: ['pubic-api' as never] })).toThrow(/pubic-api.*public-api/);
    expect(() => setupMock({ traces: 5 as never })).toThrow("traces: must be a folder, 'all' or false, but is 5");
    expect(() => setupMock({ systemTime: 'yes' as never })).toThrow('systemTime: must be true or false, but is "yes"');
  });

  it.each<[options: object | null, message: string]>([
    [null, 'setupMock takes an object, not null'],
    [{ handlers: null }, 'handlers: must be an array, but is null'],
    [{ handlers: {} }, 'handlers: must be an array, but is {}'],
    [{ handlers: [1] }, 'handlers.0: must be a handler of MSW, such as http.get(…), but is 1'],
    [{ handlers: [undefined] }, 'handlers.0: must be a handler of MSW, such as http.get(…), but is undefined'],
    [{ services: null }, 'services: must be an array, but is null'],
    [{ services: [] }, 'services: must name at least one of public-api, user-data, user-preference, or be left out'],
    [{ traces: '' }, `traces: must be a folder, 'all' or false, but is ""`],
    [{ behavior: null }, 'behavior takes an object, not null'],
    [{ behavior: 'x' }, 'behavior takes an object, not "x"'],
    [{ reportRequests: true, history: false }, 'reportRequests: needs a history, but history is false'],
  ])('refuses %j', (options, message) => {
    expect(() => setupMock(options as never)).toThrow(message);
  });
});
