import { createMock, defineScenario, type MockOptions } from 'briefs-mock';
import { empty, newsroom } from 'briefs-mock/seeds';
import { expect, it } from 'vitest';

async function schemesOf(options: MockOptions): Promise<Record<string, object>> {
  const mock = createMock(options);
  const before = mock.fingerprint();
  const { components } = (await mock.openapi()) as unknown as {
    components: { securitySchemes: Record<string, object> };
  };
  expect(mock.fingerprint()).toBe(before);
  return components.securitySchemes;
}

it('the document contains the token of the first persona and the service token', async () => {
  const schemes = await schemesOf({ scenario: newsroom, behavior: { serviceToken: 's3cret' } });
  expect(schemes).toMatchObject({
    userToken: { 'x-token': 'alice-token', description: expect.stringContaining('alice@acme.example') },
    serviceToken: { 'x-token': 's3cret' },
  });
  expect(schemes.controlToken).not.toHaveProperty('x-token');
});

it('P24: the document does not contain an expired token', async () => {
  const mock = createMock({ scenario: newsroom });
  for (const { token } of mock.data.access_token.findMany({ where: { email: { equals: 'alice@acme.example' } } })) {
    mock.data.access_token.update({ where: { token: { equals: token } }, data: { expires_at: 0 } });
  }
  expect((await schemesOf({ snapshot: mock.snapshot() })).userToken).not.toHaveProperty('x-token');
});

it.each([
  ['[free](https://evil.example)@mailbox.example', '`', ''],
  ['<https://evil.example>@mailbox.example', '`', ''],
  ['`[free](https://evil.example)`@mailbox.example', '``', ' '],
  ['``[free](https://evil.example)@mailbox.example', '```', ' '],
])('the description contains the e-mail address %s as code of Markdown', async (email, fence, space) => {
  const scenario = defineScenario({
    ...newsroom,
    name: 'foreign-link',
    personas: [],
    seed: ({ make }) => void make.user({ email }),
  });
  const { userToken } = (await schemesOf({ scenario })) as { userToken: { description: string; 'x-token': string } };
  const code = (text: string, fence: string, space: string) => fence + space + text + space + fence;
  expect(userToken.description).toContain(
    `The token of ${code(email, fence, space)} is ${code(userToken['x-token'], '`', '')}.`,
  );
});

it('the document contains no token when there is no user and no token is required', async () => {
  const schemes = await schemesOf({ scenario: empty });
  expect(Object.keys(schemes).sort()).toEqual(['controlToken', 'serviceToken', 'userToken']);
  for (const scheme of Object.values(schemes)) expect(scheme).not.toHaveProperty('x-token');
});
