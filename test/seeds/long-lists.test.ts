import { longLists } from 'briefs-mock/seeds';
import { describe, expect, it } from 'vitest';
import { staged } from '../support/scenario-api.js';

const play = staged(longLists);
const PATH = '/user-data/v1/brief-entitlement';
type Items = { email: string }[];

describe('long-lists', () => {
  it('500 users are entitled to one brief: 20 pages of 24 items and a last page of 20', async () => {
    const { userData } = play();
    const emails: string[] = [];
    for (let page = 1; page <= 21; page++) {
      const { json } = await userData.send<Items>('GET', `${PATH}?brief_slug=energy-today&page=${page}`);
      expect([json.total, json.data.length]).toEqual([500, page < 21 ? 24 : 20]);
      emails.push(...json.data.map(({ email }) => email));
    }
    expect(new Set(emails).size).toBe(500);
    const beyond = await userData.send('GET', `${PATH}?brief_slug=energy-today&page=22`);
    expect(beyond.json).toMatchObject({ data: [], total: 500 });
  });

  it.each([
    ['size=500', 500],
    ['size=1000', 500],
    ['size=100&page=5', 100],
    ['size=7&page=72', 3],
  ])('%s answers %i items', async (query, length) => {
    const items = await play().userData.get(`/brief-entitlement?brief_slug=energy-today&${query}`);
    expect(items).toHaveLength(length);
  });

  it('lukas has 61 entitlements: pages of 24, 24 and 13 items, and 61 briefs in GET /brief', async () => {
    const { mock, as, userData, slugsOf } = play();
    const lengths: number[] = [];
    for (const page of [1, 2, 3]) {
      const { json } = await userData.send<Items>('GET', `${PATH}?email=lukas@acme.example&page=${page}`);
      expect(json.total).toBe(61);
      lengths.push(json.data.length);
    }
    expect(lengths).toEqual([24, 24, 13]);
    expect(await slugsOf('lukas')).toHaveLength(61);
    expect(mock.data.brief.count()).toBe(61);
    expect((await as('lukas', 'GET', '/brief/skane-round-up')).status).toBe(200);
  });

  it('lena is entitled to energy-today only', async () => {
    expect(await play().slugsOf('lena')).toEqual(['energy-today']);
  });

  it('users have names and e-mails, and entitlements have both values of two flags', () => {
    const { data } = play().mock;
    const users = data.user.getAll();
    expect(users).toHaveLength(500);
    for (const { fname, lname, email } of users) {
      for (const name of [fname, lname]) expect(name).toMatch(/^\p{Lu}\p{L}+$/u);
      expect(email).toMatch(/^[a-z]+(\.[a-z]+\d*)?@[a-z]+\.example$/);
    }
    const entitlements = data.brief_entitlement.getAll();
    expect(new Set(entitlements.map(({ is_subscribed }) => is_subscribed)).size).toBe(2);
    expect(new Set(entitlements.map(({ is_redacted }) => is_redacted)).size).toBe(2);
  });
});
