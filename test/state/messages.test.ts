import { createMock } from 'briefs-mock';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';

// As an application does whose own forms speak German.
beforeAll(() => void z.config(z.locales.de()));
afterAll(() => void z.config(z.locales.en()));

it('refusals are in English, whatever language an application has set for its own schemas', async () => {
  const mock = createMock();
  expect(z.string().safeParse(3).error?.issues[0]?.message).toContain('Ungültige');
  expect(() => mock.data.user.create({ fname: 3, email: 'bo@acme.example' } as never)).toThrow(
    'fname: Invalid input: expected string, received number; lname: is required',
  );
  const response = await mock.fetch('/user-data/v1/client', { method: 'POST', body: '[{"name": 3}]' });
  expect(JSON.stringify(await response.json())).toContain('expected string, received number');
});
