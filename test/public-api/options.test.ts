import { type BehaviorOptions, createMock, defineScenario, MockError, type MockOptions } from 'briefs-mock';
import { describe, expect, it } from 'vitest';
import { readingRoom } from '../support/reading-room.js';

/** Returns the error that createMock() throws. The options are invalid on purpose, hence the cast. */
function refusalOf(options: Record<string, unknown>): MockError {
  try {
    createMock(options as MockOptions);
  } catch (error) {
    if (error instanceof MockError) return error;
    throw error;
  }
  throw new Error(`createMock took ${JSON.stringify(options)}`);
}

describe('Behavior switches of a mock', () => {
  it.each<[string, keyof BehaviorOptions, unknown]>([
    ['P2', 'tokens', 'issued'],
    ['P7', 'hideUnentitled', false],
    ['P8', 'repeatBookmark', 'same'],
    ['P9', 'deleteMissingBookmark', 'not-found'],
    ['P16', 'webOrigin', 'https://briefs.example'],
    ['P19', 'articleGid', true],
    ['X16', 'requireContentType', false],
    ['X25', 'corsOrigin', '*'],
  ])('%s: %s is %j by default', (_, key, value) => {
    expect(createMock().behavior[key]).toEqual(value);
    expect(createMock({ behavior: {} }).behavior[key]).toEqual(value);
  });

  it('have the given values, and the others their defaults', () => {
    const { behavior } = createMock({ behavior: { repeatBookmark: 'conflict', articleGid: false } });
    expect(behavior).toEqual({ ...createMock().behavior, repeatBookmark: 'conflict', articleGid: false });
  });

  it('with an unknown name are rejected with the list of all switches', () => {
    const { code, message } = refusalOf({ behavior: { hideUnentitled: true, hideUnentilted: true } });
    expect(code).toBe('malformed_data');
    expect(message).toContain('hideUnentilted');
    for (const key of Object.keys(createMock().behavior)) expect(message).toContain(key);
  });

  it.each([
    ['P2', 'tokens', 'all', ['issued', 'jwt', 'any']],
    ['P7', 'hideUnentitled', 'yes', ['boolean']],
    ['P8', 'repeatBookmark', 'ignore', ['same', 'conflict']],
    ['P9', 'deleteMissingBookmark', 204, ['not-found', 'empty']],
    ['P16', 'webOrigin', 'briefs.example', ['URL']],
    ['P16', 'webOrigin', 'javascript:alert(1)', ['URL']],
    ['P19', 'articleGid', 0, ['boolean']],
    ['X16', 'requireContentType', null, ['boolean']],
    ['X25', 'corsOrigin', 'https://app.example', ['*']],
    ['X25', 'corsOrigin', [7], []],
    ['X25', 'corsOrigin', ['https://App.example'], ['as browsers send it']],
    ['X25', 'corsOrigin', ['https://app.example:443'], ['as browsers send it']],
    ['X25', 'corsOrigin', ['https://app.example/'], ['as browsers send it']],
    ['X25', 'corsOrigin', ['app.example'], ['https://app.example']],
    ['X25', 'corsOrigin', ['see https://app.example'], ['as browsers send it']],
    ['X25', 'corsOrigin', ['https://app.example/path'], ['as browsers send it']],
    ['X25', 'corsOrigin', ['https://[::'], ['as browsers send it']],
    ['X25', 'corsOrigin', ['Capacitor://localhost'], ['as browsers send it']],
    ['P16', 'webOrigin', 'https://briefs.example/?a=b', ['? or #']],
  ])('%s: %s may not be %j, and the message says what is allowed', (_, key, value, allowed) => {
    const { code, message } = refusalOf({ behavior: { [key]: value } });
    expect(code).toBe('malformed_data');
    expect(message).toContain(key);
    for (const part of allowed) expect(message).toContain(part);
  });
});

describe('Options of a mock', () => {
  it('with an unknown name are rejected with the list of all options', () => {
    const { code, message } = refusalOf({ scenaro: readingRoom });
    expect(code).toBe('malformed_data');
    expect(message).toContain('scenaro');
    for (const key of ['scenario', 'scenarios', 'seed', 'clock', 'baseUrl', 'behavior']) expect(message).toContain(key);
  });

  it.each([
    'api.example.com',
    '/api',
    '',
    'ftp://api.example',
    'https://api.example/?v=1',
    'https://api.example/#v1',
    7,
  ])('baseUrl may not be %j', (baseUrl) => {
    const { code, message } = refusalOf({ baseUrl });
    expect(code).toBe('malformed_data');
    expect(message).toContain('baseUrl');
  });

  it('the switches of a mock cannot be changed afterwards', () => {
    const given = { requestFrom: ['reader'] };
    const { behavior } = createMock({ behavior: given });
    expect(() => Object.assign(behavior, { repeatBookmark: 'conflict' })).toThrow(TypeError);
    expect(() => Object.assign(behavior.requestFrom ?? [], ['writer'])).toThrow(TypeError);
    given.requestFrom.push('writer');
    expect(behavior).toMatchObject({ repeatBookmark: 'same', requestFrom: ['reader'] });
  });

  it.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, '7', null])('seed may not be %j', (seed) => {
    const { code, message } = refusalOf({ seed });
    expect(code).toBe('malformed_data');
    expect(message).toContain('seed');
  });

  it.each([
    'yesterday',
    '2026-03-04',
    '2026-03-04T09:00:00',
    '2026-02-30T25:00:00Z',
    '',
    Number.NaN,
    new Date('nonsense'),
    { now: 'yesterday' },
    { frozen: 'no' },
    { now: '2026-03-04T09:00:00Z', froze: true },
    true,
  ])('clock may not be %j', (clock) => {
    expect(refusalOf({ clock }).code).toBe('malformed_data');
  });

  it.each([
    ['a string', '2026-04-01T12:00:00+02:00'],
    ['milliseconds', Date.parse('2026-04-01T10:00:00Z')],
    ['a Date', new Date('2026-04-01T10:00:00Z')],
    ['an object', { now: '2026-04-01T10:00:00Z', frozen: true }],
  ])('clock may be %s', (_, clock) => {
    const mock = createMock({ scenario: readingRoom, clock });
    expect(mock.clock.toString()).toBe('2026-04-01T10:00:00.000Z');
    expect(mock.clock.frozen).toBe(true);
  });

  it('a running clock starts at the time of the scenario', () => {
    const { clock } = createMock({ scenario: readingRoom, clock: { frozen: false } });
    expect(clock.frozen).toBe(false);
    expect(clock.now).toBeGreaterThanOrEqual(Date.parse('2026-03-04T09:00:00Z'));
  });

  it('have defaults: no records, seed 1 and no baseUrl', () => {
    const mock = createMock();
    for (const table of Object.values(mock.data)) expect(table.count()).toBe(0);
    expect(mock.seed).toBe(1);
    expect(mock.baseUrl).toBeUndefined();
  });

  it('a scenario with a broken reference makes createMock() throw not_found', () => {
    const broken = defineScenario({
      name: 'broken',
      description: 'refers to a brief that is not there',
      clock: '2026-03-04T09:00:00Z',
      personas: [],
      seed: ({ data }) => data.brief_document.create({ brief_id: 'none', date: '2026-03-04' }),
    });
    expect(refusalOf({ scenario: broken }).code).toBe('not_found');
  });

  it('a persona without a user in the scenario is rejected with the e-mail of the persona', () => {
    const nobody = defineScenario({
      name: 'nobody',
      description: 'a persona without a user',
      clock: '2026-03-04T09:00:00Z',
      personas: [{ key: 'bo', email: 'bo@acme.example', token: 'bo-token', description: 'missing' }],
      seed: () => {},
    });
    expect(refusalOf({ scenario: nobody }).message).toContain('bo@acme.example');
  });
});
