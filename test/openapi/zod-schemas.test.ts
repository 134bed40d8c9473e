import { records, routes } from 'briefs-mock/schemas';
import { expect, it } from 'vitest';
import * as z from 'zod';
import * as mini from 'zod/mini';

it('schemas of zod, and functions of zod and zod/mini, take the schemas that briefs-mock/schemas exports', () => {
  const { reaction } = records;
  const article = mini.pick(reaction, { brief_gid: true, article_gid: true });
  const page = z.object({ article, mine: z.optional(article), all: z.array(mini.extend(article, { likes: z.int() })) });
  const known = { brief_gid: '1-1', article_gid: 'harvest' };
  expect(page.parse({ article: known, all: [{ ...known, likes: 2 }] })).toEqual({
    article: known,
    all: [{ ...known, likes: 2 }],
  });
  const { error } = page.safeParse({ article: {}, mine: known, all: [{ ...known, likes: '2' }] });
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([
    'article.brief_gid',
    'article.article_gid',
    'all.0.likes',
  ]);
});

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

it('the routes have the other paths of a route too', () => {
  expect(routes['GET /v1/brief/:brief_slug']).toBe(routes['GET /public-api/v1/brief/:brief_slug']);
  expect(routes['GET /v1/brief/:brief_slug']).toBeDefined();
});
