import { createMock } from 'briefs-mock';
import { createHandlers } from 'briefs-mock/handlers';
import { createServer } from 'briefs-mock/server';
import { describe, expect, it } from 'vitest';
import { refusalOf, tableOf, world } from '../support/state-world.js';

describe('State: options that cannot be meant', () => {
  const advice = 'and no scenario as defineScenario makes them';
  it.each([
    ['the name of a scenario', { scenario: 'newsroom' }, `scenario: is "newsroom", ${advice}`],
    ['no scenario at all', { scenario: null }, `scenario: is null, ${advice}`],
    ['half a scenario', { scenario: { name: 'x' } }, `scenario: is {"name":"x"}, ${advice}`],
    ['one of several', { scenarios: [world, 'empty'] }, `scenarios.1: is "empty", ${advice}`],
    ['one in the place of several', { scenarios: world.name }, `scenarios: is "${world.name}", not a list`],
  ])('State: createMock refuses %s', (_, options, message) => {
    expect(refusalOf(() => createMock(options as never))).toMatchObject({ code: 'malformed_data', message });
  });

  it.each<[string, unknown]>([
    ['what is no URL', 'api.example.com'],
    ['what is no text', 5],
    ['one with a query', 'https://api.example.com/?a=1'],
  ])('State: createHandlers refuses as base URL %s', (_, baseUrl) => {
    const { message } = refusalOf(() => createHandlers(createMock(), { baseUrl: baseUrl as never }));
    expect(message).toBe(`baseUrl: ${JSON.stringify(baseUrl)} is not an http(s) URL without ? and #`);
  });

  it.each([
    ['a name alone', 'public-api', 'services: is "public-api", not a list'],
    ['a name that no service has', ['briefs'], 'There is no service "briefs"; there are '],
  ])('State: createHandlers refuses as services %s', (_, services, message) => {
    const { code, message: told } = refusalOf(() => createHandlers(createMock(), { services: services as never }));
    expect(code).toBe('malformed_data');
    expect(told).toContain(message);
  });
});

describe('State: what deliveries are made of', () => {
  const mock = createMock();
  it.each([
    [
      'an option that there is not',
      () => createServer(mock, { prt: 0 } as never),
      'createServer has no option prt; it',
    ],
    [
      'a token by another name',
      () => createServer(mock, { control: { tokn: 's3cret' } as never }),
      'control has no opt',
    ],
    ['a control that is on', () => createServer(mock, { control: true as never }), 'control takes an object, not'],
    ['a control that is a text', () => createServer(mock, { control: 's3cret' as never }), 'control takes an object'],
    ['no mock', () => createServer({} as never), 'createServer takes a mock, which createMock makes, not {}'],
    ['options alone', () => createHandlers({ scenario: world } as never), 'createHandlers takes a mock, which creat'],
    ['another option', () => createHandlers(mock, { service: [] } as never), 'createHandlers has no option service; '],
  ])('State: they refuse %s', (_, make, message) => {
    const refused = refusalOf(make);
    expect(refused.code).toBe('malformed_data');
    expect(refused.message).toContain(message);
  });
});

describe('State: values that no record can have', () => {
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  const values = {
    'an object without prototype': Object.create(null),
    'a symbol': Symbol('x'),
    'a function': () => 1,
    'a bigint': 10n,
    'an object that holds itself': circle,
    'an object that cannot be a text': {
      toString() {
        throw new Error('not a text');
      },
    },
    'an object that cannot be JSON': {
      toJSON() {
        throw new Error('not JSON');
      },
    },
  };
  it.each(Object.entries(values))('State: %s is refused, wherever it is given', (_, value) => {
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

  it('State: a refusal shows the beginning of a long value', () => {
    const { message } = refusalOf(() => createMock({ scenario: 'x'.repeat(10_000) as never }));
    expect(message.length).toBeLessThan(400);
    expect(message).toContain(`"${'x'.repeat(150)}`);
  });
});
