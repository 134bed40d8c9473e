import { createMock, defineScenario } from 'briefs-mock';
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
      () => data.user.create({ fname: 'Bo', email: 'bo@b.example' }),
    ],
    [
      'another type',
      'user.update: fname: is 3, not a string',
      () => data.user.update({ where: ann, data: { fname: 3 as never } }),
    ],
    [
      'the result of an update function',
      'user.updateMany: fname: is [], not a string',
      () => data.user.updateMany({ where: ann, data: { fname: () => [] as never } }),
    ],
    [
      'a fraction',
      'client.update: legacy_id: is 1.5, not an integer',
      () => {
        make.client();
        data.client.update({ where: {}, data: { legacy_id: 1.5 } });
      },
    ],
    [
      'a number below the minimum',
      'article.create: position: is -1, not at least 0',
      () => make.article({ position: -1 }),
    ],
    [
      'a value that is not in the enum',
      'preference.create: type: is "Odd", not "Entity" or "Generic"',
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

  it('contain the name of the scenario', () => {
    const scenario = defineScenario({
      name: 'wrong',
      description: 'a user without a name',
      clock: '2026-03-04T09:00:00Z',
      personas: [],
      seed: (context) => void context.data.user.create({ email: 'bo@acme.example', lname: 'Ek' }),
    });
    expect(() => createMock({ scenario })).toThrow('Scenario wrong: user.create: fname: is required');
  });
});

describe('With the German locale of zod in the application', () => {
  beforeAll(() => void z.config(z.locales.de()));
  afterAll(() => void z.config(z.locales.en()));

  it('error messages are in English', async () => {
    const mock = createMock();
    expect(z.string().safeParse(3).error?.issues[0]?.message).toContain('Ungültige');
    expect(() => mock.data.user.create({ fname: 3, email: 'bo@acme.example' } as never)).toThrow(
      'fname: is 3, not a string; lname: is required',
    );
    const response = await mock.fetch('/user-data/v1/client', { method: 'POST', body: '[{"name": 3}]' });
    expect(JSON.stringify(await response.json())).toContain('is 3, not a string');
  });
});
