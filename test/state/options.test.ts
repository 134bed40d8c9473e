import { createMock } from 'briefs-mock';
import { createHandlers } from 'briefs-mock/handlers';
import { createServer } from 'briefs-mock/server';
import { describe, expect, it } from 'vitest';
import { refusalOf, tableOf, world } from '../support/state-world.js';

describe('State: invalid options', () => {
  const wanted = 'must be a scenario, created with defineScenario';
  it.each([
    ['a name as scenario', { scenario: 'newsroom' }, `scenario: ${wanted}, but is "newsroom"`],
    ['null as scenario', { scenario: null }, `scenario: ${wanted}, but is null`],
    ['an incomplete scenario', { scenario: { name: 'x' } }, `scenario: ${wanted}, but is {"name":"x"}`],
    ['a name in a list of scenarios', { scenarios: [world, 'empty'] }, `scenarios.1: ${wanted}, but is "empty"`],
    ...['history', 'journal', 'sessions', 'persist', 'speed'].map((name): [string, object, unknown] => [
      `null as ${name}`,
      { [name]: null },
      expect.stringContaining(`${name}: must be`),
    ]),
    [
      'an invalid date as clock',
      { clock: new Date('x') },
      expect.stringContaining('clock: Invalid Date is not a valid time; use ISO 8601'),
    ],
    [
      'a name in place of the list of scenarios',
      { scenarios: world.name },
      `scenarios: must be an array, but is "${world.name}"`,
    ],
  ])('createMock() rejects %s', (_, options, message) => {
    expect(refusalOf(() => createMock(options as never))).toMatchObject({ code: 'malformed_data', message });
  });

  it.each<[string, unknown]>([
    ['a text that is not a URL', 'api.example.com'],
    ['a number', 5],
    ['null', null],
    ['a URL with a query', 'https://api.example.com/?a=1'],
    ['a URL with a fragment', 'https://api.example.com/#a'],
    ['a pattern of URLs', 'https://*.example.com'],
  ])('createHandlers() rejects %s as base URL', (_, baseUrl) => {
    const { message } = refusalOf(() => createHandlers(createMock(), { baseUrl: baseUrl as never }));
    expect(message).toBe(
      `baseUrl: must be an http(s) URL without a query, fragment or *, but is ${JSON.stringify(baseUrl)}`,
    );
  });

  it.each([
    ['createMock()', (baseUrl: string) => createMock({ baseUrl })],
    ['createHandlers()', (baseUrl: string) => createHandlers(createMock(), { baseUrl })],
  ])('%s rejects a path as base URL outside of a page, and says what to write', (_, create) => {
    expect(refusalOf(() => create('/api'))).toMatchObject({
      code: 'malformed_data',
      message: 'baseUrl: must be an absolute URL outside of a page, such as "http://localhost/api", but is "/api"',
    });
    expect(refusalOf(() => create('//api.example')).message).toContain('must be an http(s) URL');
  });

  it.each([
    ['a name in place of a list', 'public-api', 'services: must be an array, but is "public-api"'],
    ['an unknown service', ['briefs'], 'There is no service "briefs"; the services are '],
    [
      'an empty list',
      [],
      'services: must name at least one of public-api, user-data, user-preference, or be left out, but is []',
    ],
  ])('createHandlers() rejects %s as services', (_, services, message) => {
    const { code, message: actual } = refusalOf(() => createHandlers(createMock(), { services: services as never }));
    expect(code).toBe('malformed_data');
    expect(actual).toContain(message);
  });
});

describe('State: invalid arguments of createServer() and createHandlers()', () => {
  const mock = createMock();
  it.each([
    [
      'an unknown option of createServer()',
      () => createServer(mock, { prt: 0 } as never),
      'createServer has no option prt; it',
    ],
    [
      'an unknown option of control',
      () => createServer(mock, { control: { tokn: 's3cret' } as never }),
      'control has no opt',
    ],
    ['true as control', () => createServer(mock, { control: true as never }), 'control takes an object, not'],
    ['a string as control', () => createServer(mock, { control: 's3cret' as never }), 'control takes an object'],
    ['a missing mock', () => createServer({} as never), 'createServer takes a mock created by createMock, not {}'],
    [
      'options in place of the mock',
      () => createHandlers({ scenario: world } as never),
      'createHandlers takes a mock created by createMock',
    ],
    [
      'an unknown option of createHandlers()',
      () => createHandlers(mock, { service: [] } as never),
      'createHandlers has no option service; ',
    ],
  ])('%s: rejected with malformed_data', (_, make, message) => {
    const refused = refusalOf(make);
    expect(refused.code).toBe('malformed_data');
    expect(refused.message).toContain(message);
  });
});

describe('State: invalid arguments of mock.reset()', () => {
  it.each([
    ['newsroom', 'reset takes an object, not "newsroom"'],
    [null, 'reset takes an object, not null'],
    [{ sceanrio: 'newsroom' }, 'reset has no option sceanrio; it has scenario, seed; did you mean scenario?'],
  ])('%j: rejected with a message that names reset', (baseline, message) => {
    const mock = createMock({ scenario: world });
    const { code, message: actual } = refusalOf(() => mock.reset(baseline as never));
    expect([code, actual]).toEqual(['malformed_data', message]);
  });
});

describe('State: values that are not JSON', () => {
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  const values = {
    'an object without prototype': Object.create(null),
    'a symbol': Symbol('x'),
    'a function': () => 1,
    'a bigint': 10n,
    'an object that contains itself': circle,
    'an object whose toString() throws': {
      toString() {
        throw new Error('not a text');
      },
    },
    'an object whose toJSON() throws': {
      toJSON() {
        throw new Error('not JSON');
      },
    },
  };
  it.each(Object.entries(values))('every method rejects %s with a short message', (_, value) => {
    const mock = createMock({ scenario: world });
    const calls = [
      () => tableOf(mock, 'bookmark').create({ ...mock.data.bookmark.findFirst({ where: {} }), brief_gid: value }),
      () => tableOf(mock, 'user').create({ email: value, fname: 'A', lname: 'B' }),
      () => tableOf(mock, 'user').create(typeof value === 'object' ? { id: value } : (value as never)),
      () => tableOf(mock, 'user').findMany({ where: { id: { equals: value } } }),
      () => tableOf(mock, 'user').findMany({ orderBy: { id: value as never } }),
      () => tableOf(mock, 'user').findMany({ take: value as never }),
      () => createMock({ scenario: value as never }),
      () => createMock({ seed: value as never }),
      () => createMock({ clock: { now: value as never } }),
      () => mock.tokenFor(value as never),
      () => mock.sessions.get(value as never),
      () => mock.snapshots.restore(value as never),
      () => mock.apis([value as never]),
    ];
    for (const call of calls) expect(refusalOf(call).message.length).toBeLessThan(500);
  });

  it('a message contains only the start of a long value', () => {
    const { message } = refusalOf(() => createMock({ scenario: 'x'.repeat(10_000) as never }));
    expect(message.length).toBeLessThan(400);
    expect(message).toContain(`"${'x'.repeat(150)}`);
  });
});
