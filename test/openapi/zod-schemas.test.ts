import { records, routes } from 'briefs-mock/schemas';
import { expect, it } from 'vitest';
import * as z from 'zod';

it('z.toJSONSchema of zod takes all schemas that briefs-mock/schemas exports', () => {
  const parts = Object.values(routes).flatMap(({ params, query, body, item, response }) =>
    [params, query, body, item, response].filter((schema) => schema !== undefined),
  );
  const created = parts.map((schema) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  expect(created.length).toBeGreaterThan(300);
  expect(z.toJSONSchema(z.array(records.reaction))).toMatchObject({
    type: 'array',
    items: { type: 'object', additionalProperties: false, properties: { email: { type: 'string' } } },
  });
});
