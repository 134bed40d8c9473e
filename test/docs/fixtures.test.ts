import { createMock, defineScenario } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { expect, test } from 'vitest';

// The fixtures example of README.md, and a test with its own scenario.

test('a restore undoes later changes, and the reset of a fork does not affect the original', () => {
  const mock = createMock({ scenario: newsroom });
  const seeded = mock.fingerprint();
  const bo = mock.data.user.create({ fname: 'Bo', lname: 'Ek', email: 'bo@acme.example' });
  mock.data.brief_entitlement.create({ email: bo.email, brief_slug: 'energy-today' });
  mock.data.brief.update({ where: { slug: { equals: 'energy-today' } }, data: { is_active: false } });

  const before = mock.snapshot(); // plain JSON
  mock.clock.advance({ days: 1 }); // it is now 5 March
  mock.restore(before);
  const other = mock.fork(); // an isolated copy

  expect(mock.fingerprint()).toBe(before.fingerprint);
  other.reset();
  expect(other.fingerprint()).toBe(seeded);
  expect(mock.fingerprint()).toBe(before.fingerprint);
});

test('a mock starts with the records of a custom scenario', async () => {
  const oneReader = defineScenario({
    name: 'one-reader',
    description: 'A single reader and a public brief',
    clock: '2026-03-04T09:00:00Z',
    personas: [{ key: 'bo', email: 'bo@acme.example', token: 'bo-token', description: 'the reader' }],
    seed: ({ data }) => {
      data.user.create({ fname: 'Bo', lname: 'Ek', email: 'bo@acme.example' });
      const brief = data.brief.create({ name: 'Morning', is_public: true });
      data.brief_document.create({ brief_id: brief.id, date: '2026-03-04' });
    },
  });

  const mock = createMock({ scenario: oneReader });
  const response = await mock.fetch('/public-api/v1/brief', { headers: { authorization: 'Bearer bo-token' } });
  expect((await response.json()).data).toEqual([{ name: 'Morning', slug: 'morning' }]);
});
