import { createMock, defineScenario, type ScenarioContext } from 'briefs-mock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

describe('The messages of errors of mock.data', () => {
  const { data, make } = createMock();
  make.user({ email: 'ann@acme.example' });
  const ann = { email: { equals: 'ann@acme.example' } };

  it.each<[string, string, () => unknown]>([
    [
      'a missing column',
      'user.create: lname: is required',
      () => data.user.create({ fname: 'Bo', email: 'bo@b.example' } as never),
    ],
    [
      'a record without columns',
      'user.create: fname: is required; lname: is required; email: is required',
      () => data.user.create({} as never),
    ],
    [
      'text that is not an e-mail address',
      'user.create: email: must be an e-mail address, but is "bo"',
      () => make.user({ email: 'bo' }),
    ],
    [
      'text that is not a date',
      'brief_document.create: date: must be a date of the form YYYY-MM-DD, but is "today"',
      () => make.brief_document({ date: 'today' }),
    ],
    [
      'an integer that is too large',
      'article.create: position: must be at most 9007199254740991, but is 1e+300',
      () => make.article({ position: 1e300 }),
    ],
    [
      'another type',
      'user.update: fname: must be a string, but is 3',
      () => data.user.update({ where: ann, data: { fname: 3 as never } }),
    ],
    [
      'the result of an update function',
      'user.updateMany: fname: must be a string, but is []',
      () => data.user.updateMany({ where: ann, data: { fname: () => [] as never } }),
    ],
    [
      'a fraction',
      'client.update: legacy_id: must be an integer, but is 1.5',
      () => {
        make.client();
        data.client.update({ where: {}, data: { legacy_id: 1.5 } });
      },
    ],
    [
      'a number below the minimum',
      'article.create: position: must be at least 0, but is -1',
      () => make.article({ position: -1 }),
    ],
    [
      'a value that is not in the enum',
      'preference.create: type: must be "Entity" or "Generic", but is "Odd"',
      () => make.preference({ type: 'Odd' as never }),
    ],
    [
      'a record that is created for another',
      'user.create: client_id: there is no client 99',
      () => make.bookmark({ email: make.user({ client_id: 99 }).email }),
    ],
  ])('contain the table, the column and what is allowed: %s', (_, message, act) => {
    expect(act).toThrow(message);
  });

  it.each<[string, string, (context: ScenarioContext) => unknown]>([
    [
      'data.create',
      'Scenario wrong: user.create: fname: is required',
      ({ data }) => data.user.create({ email: 'bo@acme.example', lname: 'Ek' } as never),
    ],
    [
      'make',
      'Scenario wrong: user.create: email: must be an e-mail address, but is "bo"',
      ({ make }) => make.user({ email: 'bo' }),
    ],
    [
      'data.update',
      'Scenario wrong: brief.update: name: must not be empty',
      (context) => {
        context.make.brief();
        context.data.brief.update({ where: {}, data: { name: '' } });
      },
    ],
  ])('contain the names of the scenario and the table, for a record from %s', (_, message, seed) => {
    const scenario = defineScenario({
      name: 'wrong',
      description: 'an invalid record',
      clock: '2026-03-04T09:00:00Z',
      personas: [],
      seed: (context) => void seed(context),
    });
    expect(() => createMock({ scenario })).toThrow(message);
    expect(() => createMock({ scenarios: [scenario] }).reset({ scenario: 'wrong' })).toThrow(message);
  });
});

describe('The messages of personas', () => {
  it('name the scenario and the persona, for an invalid token', () => {
    const scenario = defineScenario({
      name: 'wrong',
      description: 'an invalid token',
      clock: '2026-03-04T09:00:00Z',
      personas: [{ key: 'bo', email: 'bo@acme.example', token: 'bo token', description: 'the reader' }],
      seed: ({ make }) => void make.user({ email: 'bo@acme.example' }),
    });
    expect(() => createMock({ scenario })).toThrow('Scenario wrong: persona bo: access_token: token: must');
  });
});

describe('The messages of options', () => {
  it.each<[string, string, () => unknown]>([
    ['a name for an integer', 'seed: must be an integer, but is "one"', () => createMock({ seed: 'one' as never })],
    [
      'an unknown field',
      'sessions.maximum: is unknown; allowed: strict, max, idleSeconds',
      () => createMock({ sessions: { maximum: 5 } as never }),
    ],
    [
      'a value that is not JSON',
      'body: must be a string, a number, a boolean, null, an array or an object, but is a function',
      () => createMock().faults.add({ status: 500, body: (() => 1) as never }),
    ],
    [
      'a part that is not JSON',
      'body: list.0: must be a string, a number, a boolean, null, an array or an object, but is Infinity',
      () => createMock().faults.add({ status: 500, body: { list: [Number.POSITIVE_INFINITY] } }),
    ],
  ])('say what is allowed: %s', (_, message, act) => {
    expect(act).toThrow(message);
  });
});

describe('With the German locale of zod in the application', () => {
  beforeAll(() => void z.config(z.locales.de()));
  afterAll(() => void z.config(z.locales.en()));

  it('error messages are in English', async () => {
    const mock = createMock();
    expect(z.string().safeParse(3).error?.issues[0]?.message).toContain('Ungültige');
    expect(() => mock.data.user.create({ fname: 3, email: 'bo@acme.example' } as never)).toThrow(
      'fname: must be a string, but is 3; lname: is required',
    );
    const response = await mock.fetch('/user-data/v1/client', { method: 'POST', body: '[{"name": 3}]' });
    expect(JSON.stringify(await response.json())).toContain('must be a string, but is 3');
  });
});
