import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { MockError } from 'briefs-mock';
import { setupMock } from 'briefs-mock/vitest';
import { beforeAll, describe, expect, it } from 'vitest';

interface Report {
  testResults: {
    name: string;
    status: string;
    assertionResults: { title: string; status: string; failureMessages: string[] }[];
  }[];
}

let report: Report;
beforeAll(async () => {
  report = await runFixture();
});

/** What Vitest reports of the project in `fixture/`. */
function runFixture(): Promise<Report> {
  const vitest = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs');
  const options = { cwd: join(import.meta.dirname, 'fixture'), env: { ...process.env, NO_COLOR: '1' } };
  return new Promise((resolve, reject) => {
    // It ends with a failure, as some of its tests do.
    execFile(process.execPath, [vitest, 'run', '--reporter=json'], options, (_, output, errors) => {
      try {
        resolve(JSON.parse(output));
      } catch {
        reject(new Error(output + errors));
      }
    });
  });
}

/** The tests of a file, by name: `passed`, or what their failures say. */
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

/** The failure that names requests, each with what to do about it. */
const unanswered = (...entries: [request: string, advice: string][]) => [
  `Error: The application sent requests that nothing answers:\n\n${entries.map((lines) => `  ${lines.join('\n    ')}`).join('\n')}`,
];
const handle = (method: string, url: string) =>
  `It is not the mock's. Give it a handler: server.use(http.${method}('${url}', …)).`;
const unhandledGet = (url: string) => unanswered([`GET ${url}`, handle('get', url)]);

describe('setupMock', () => {
  it('without a base URL, and from a snapshot, does the same', () => {
    expect(outcomesOf('anywhere')).toEqual({
      'all handlers taken away': unanswered([
        'GET https://api.example.com/below/public-api/v1/brief',
        "The mock's handlers are gone: server.resetHandlers(…) put others in their place.",
      ]),
      'a path that is too general to be the mock’s': unhandledGet('https://api.example.com/below/v1/anything'),
      'a test changes the baseline': 'passed',
      'the next one starts from the snapshot': 'passed',
    });
  });

  it('starts each test from the seeded state, and without the handlers of the one before', () => {
    expect(Object.values(outcomesOf('isolation'))).toEqual(Array(9).fill('passed'));
  });

  it('fails each test that sent a request which nothing answers, and no other', () => {
    const api = 'https://api.example.com/base';
    const telemetry = 'https://telemetry.example';
    expect(outcomesOf('unanswered')).toEqual({
      'another server': unanswered([`POST ${telemetry}/events?a=1`, handle('post', `${telemetry}/events`)]),
      'after a failure': 'passed',
      'not waited for': unhandledGet(`${telemetry}/late`),
      'with fake timers': unhandledGet(`${telemetry}/fake`),
      'by node:http': unhandledGet('http://telemetry.example/node'),
      'another base URL': unanswered([
        'GET https://api.exmaple.com/public-api/v1/brief',
        `The mock answers this path at ${api} alone: that is its \`baseUrl\`, and the application has another.`,
      ]),
      'a wrong path': unanswered([
        `GET ${api}/publc-api/v1/brief?a=1`,
        'The mock has no such path; the nearest is GET /public-api/v1/brief.',
      ]),
      'a service left out': unanswered([
        `GET ${api}/user-data/v1/user`,
        'This is the API user-data, which `services` leaves out.',
      ]),
      'a path that the mock has no route for': unanswered(
        [
          `GET ${api}/public-api/v1/briefs`,
          'There is no route GET /public-api/v1/briefs; the nearest is GET /public-api/v1/brief',
        ],
        [`PUT ${api}/public-api/v1/brief`, '/public-api/v1/brief does not answer PUT; it answers GET, HEAD, OPTIONS'],
        [`GET ${api}/public-api/v3/brief`, '/public-api has no version v3; the nearest is GET /public-api/v1/brief'],
      ),
      'a refusal of the mock': 'passed',
      'a wrong path that the test means': 'passed',
      several: unanswered(
        [`GET ${telemetry}/one`, handle('get', `${telemetry}/one`)],
        [`GET ${telemetry}/two`, handle('get', `${telemetry}/two`)],
      ),
      'a test that fails by itself': [
        expect.stringContaining('expected 1 to be 2'),
        ...unhandledGet(`${telemetry}/too`),
      ],
      'a handler of its own': 'passed',
      'all handlers taken away': unanswered([
        `GET ${api}/public-api/v1/brief`,
        "The mock's handlers are gone: server.resetHandlers(…) put others in their place.",
      ]),
    });
  });

  it('does so in a page that jsdom plays', () => {
    expect(outcomesOf('unanswered-in-jsdom')).toEqual({
      'by XMLHttpRequest': unhandledGet('https://telemetry.example/xhr'),
      'by XMLHttpRequest, not waited for': unanswered([
        'PUT http://localhost:3000/settings',
        handle('put', 'http://localhost:3000/settings'),
      ]),
      'after that': 'passed',
    });
  });

  it('holds a request of a beforeAll against the first test', () => {
    expect(outcomesOf('unanswered-in-hooks')).toEqual({
      'the first test': unanswered(
        ['GET https://telemetry.example/before', handle('get', 'https://telemetry.example/before')],
        [
          'GET /public-api/v1/briefs',
          'There is no route GET /public-api/v1/briefs; the nearest is GET /public-api/v1/brief',
        ],
      ),
      'the second test': 'passed',
    });
  });

  it('holds a request after the last test against the file', () => {
    expect(outcomesOf('unanswered-at-the-end')).toEqual({ 'the last test': 'passed' });
    expect(reportOf('unanswered-at-the-end').status).toBe('failed');
  });

  it('belongs to the describe that it is called in', () => {
    expect(reportOf('two-mocks').assertionResults.map(({ status }) => status)).toEqual(Array(3).fill('passed'));
  });

  it('is all that there is', async () => {
    expect(Object.keys(await import('briefs-mock/vitest'))).toEqual(['setupMock']);
  });

  it('refuses options that there are not, and services', () => {
    expect(() => setupMock({ scenaro: 'newsroom' } as never)).toThrow(MockError);
    expect(() => setupMock({ services: ['pubic-api'] })).toThrow(/pubic-api.*public-api/);
  });
});
