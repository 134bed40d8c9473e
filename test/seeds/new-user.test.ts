import { newUser } from 'briefs-mock/seeds';
import { describe, expect, it } from 'vitest';
import { staged } from '../support/scenario-api.js';

const play = staged(newUser);

describe('new-user', () => {
  it('nina sees the public and the core brief, and gets 403 for the one that needs an entitlement', async () => {
    const { as, slugsOf } = play();
    expect(await slugsOf('nina')).toEqual(['health-watch', 'regional-round-up']);
    expect((await as('nina', 'GET', '/brief/energy-today')).status).toBe(403);
  });

  it('nina has no bookmarks and no reactions', async () => {
    const { as } = play();
    expect((await as('nina', 'GET', '/bookmark/brief')).json.data).toEqual([]);
    expect((await as('nina', 'GET', '/bookmark/article')).json.data).toEqual([]);
    const { data } = (await as<{ bookmarked: boolean; article: object[] }>('nina', 'GET', '/brief/health-watch')).json;
    expect(data.bookmarked).toBe(false);
    expect(data.article.length).toBeGreaterThan(3);
    for (const article of data.article) expect(article).toMatchObject({ bookmarked: false, liked: null });
  });

  it('no record but the user and the token of nina refers to her', async () => {
    const { mock, userData } = play();
    const nina = mock.data.user.findFirst({ where: { email: { equals: 'nina@mailbox.example' } } });
    expect(nina).toMatchObject({ client_id: null, user_type: 'normal' });
    expect(await userData.get('/brief-entitlement?email=nina@mailbox.example')).toEqual([]);
    expect(await userData.post('/get-preference', { user_id: [nina?.id] })).toEqual([]);
    const { user, access_token, ...others } = mock.snapshot().tables;
    expect(JSON.stringify(others)).not.toContain('nina@');
    expect(others.application_user.map(({ user_id }) => user_id)).not.toContain(nina?.id);
    expect(others.user_package.map(({ user_id }) => user_id)).not.toContain(nina?.id);
  });

  it('omar has one bookmark of each kind, and one record in each table that refers to users', async () => {
    const { mock, as, slugsOf } = play();
    expect(await slugsOf('omar')).toContain('energy-today');
    expect((await as('omar', 'GET', '/bookmark/brief')).json.data).toMatchObject([{ slug: 'energy-today' }]);
    expect((await as('omar', 'GET', '/bookmark/article')).json.data).toMatchObject([{ liked: true }]);
    for (const table of ['brief_entitlement', 'application_user', 'user_package', 'preference', 'reaction'] as const) {
      expect(mock.data[table].count(), table).toBe(1);
    }
  });
});
