import { createMock, defineScenario, type Mock } from 'briefs-mock';
import { beforeAll, describe, expect, it } from 'vitest';

/**
 * A mock with this many users, one in ten of whom has an entitlement and a bookmark for the same brief. The cost of a
 * request is the number of records that it reads, as this is the same on every machine.
 */
function crowd(users: number): Mock {
  const scenario = defineScenario({
    name: 'crowd',
    description: 'Many users',
    clock: '2026-03-04T09:00:00Z',
    personas: [],
    seed: ({ data }) => {
      data.brief.create({ id: 'b1', name: 'Held', slug: 'held' });
      data.brief.create({ id: 'b2', name: 'Public', slug: 'public', is_public: true });
      data.brief_document.create({ gid: '1-1', brief_id: 'b1', date: '2026-03-04' });
      data.article.create({ brief_gid: '1-1', gid: 'one', title: 'One' });
      data.article.create({ brief_gid: '1-1', gid: 'two', title: 'Two' });
      for (let n = 0; n < users; n++) {
        const email = `user${n}@crowd.example`;
        data.user.create({ fname: 'User', lname: 'Crowd', email });
        if (n % 10 > 0) continue;
        data.brief_entitlement.create({ email, brief_slug: 'held' });
        data.bookmark.create({ email, brief_slug: 'held', brief_gid: '1-1', article_gid: 'two' });
      }
    },
  });
  return createMock({ scenario });
}

const requests = [
  ['GET', '/brief'],
  ['GET', '/brief/held'],
  ['GET', '/brief/held/1-1'],
  ['POST', '/bookmark/held/1-1'],
  ['POST', '/bookmark/held/1-1/one'],
  ['GET', '/bookmark/brief'],
  ['GET', '/bookmark/article'],
  ['DELETE', '/bookmark/held/1-1'],
  ['DELETE', '/bookmark/held/1-1/one'],
] as const;

/** Maps each request to the number of records that it reads. */
async function visits(mock: Mock): Promise<Record<string, number>> {
  const authorization = `Bearer ${mock.tokenFor('user50@crowd.example')}`;
  const counted: Record<string, number> = {};
  for (const [method, path] of requests) {
    const before = mock.recordsRead;
    const { status } = await mock.fetch(`/public-api/v1${path}`, { method, headers: { authorization } });
    expect(status, `${method} ${path}`).toBe(200);
    counted[`${method} ${path}`] = mock.recordsRead - before;
  }
  return counted;
}

describe('The cost of a request', () => {
  let few: Record<string, number>;
  let many: Record<string, number>;
  beforeAll(async () => {
    few = await visits(crowd(100));
    many = await visits(crowd(10_000));
  });

  it.each(requests.map((request) => request.join(' ')))(
    '%s reads as many records among 10,000 users as among 100',
    (request) => {
      expect(few[request]).toBeGreaterThan(0);
      expect(many[request]).toBe(few[request]);
      expect(many[request]).toBeLessThanOrEqual(40);
    },
  );
});
