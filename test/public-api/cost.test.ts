import { createMock, defineScenario, type Mock } from 'briefs-mock';
import { beforeAll, describe, expect, it } from 'vitest';

/**
 * A state with so many users, a tenth of whom have marked the same brief. What it costs is counted in records looked at, so
 * that the machine does not matter.
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

/** Records that each of the requests looks at, one after the other. */
async function visits(mock: Mock): Promise<Record<string, number>> {
  const authorization = `Bearer ${mock.tokenFor('user50@crowd.example')}`;
  const counted: Record<string, number> = {};
  for (const [method, path] of requests) {
    const before = mock.visits;
    const { status } = await mock.fetch(`/public-api/v1${path}`, { method, headers: { authorization } });
    expect(status, `${method} ${path}`).toBe(200);
    counted[`${method} ${path}`] = mock.visits - before;
  }
  return counted;
}

describe('What a request costs', () => {
  let few: Record<string, number>;
  let many: Record<string, number>;
  beforeAll(async () => {
    few = await visits(crowd(100));
    many = await visits(crowd(100_000));
  });

  it.each(requests.map((request) => request.join(' ')))(
    '%s looks at as many records among 100,000 users',
    (request) => {
      expect(few[request]).toBeGreaterThan(0);
      expect(many[request]).toBe(few[request]);
      expect(many[request]).toBeLessThanOrEqual(40);
    },
  );
});
