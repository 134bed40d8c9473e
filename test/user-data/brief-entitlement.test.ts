import { describe, expect, it } from 'vitest';
import { open, type UserData } from '../support/user-data.js';

interface Entitlement {
  id: number;
  email: string;
  brief_slug: string;
  is_default: boolean;
}

const flags = { is_default: false, is_redacted: false, is_admin: false, is_subscribed: true };
const ann = { email: 'ann@acme.example', fname: 'Ann', lname: 'Arden' };
const ben = { email: 'ben@oak.example', fname: 'Ben', lname: 'Brook' };
const dina = { email: 'dina@free.example', fname: 'Dina', lname: 'Dale' };
const annClosed = { id: 4, ...ann, ...flags, brief_slug: 'closed', is_redacted: true };
const PATH = '/brief-entitlement';

async function page({ send }: UserData, query: string) {
  const { status, text, json } = await send<Entitlement[]>('GET', `/user-data/v1${PATH}?${query}`);
  expect(status, text).toBe(200);
  return { data: json.data, total: json.total };
}

describe('Brief entitlement: GET', () => {
  it('D20: says whether there is an entitlement, not whether the brief can be read', async () => {
    const { get } = open();
    const of = (email: string, slug: string) => get(`${PATH}?email=${email}&brief_slug=${slug}`);
    // Closed is inactive, Core Notes can be read by everyone, and Ben reads Oak Insider through his client.
    expect(await of(ann.email, 'closed')).toMatchObject({ is_entitled: true, entitlement: annClosed });
    expect(await of(ann.email, 'core-notes')).toMatchObject({ is_entitled: false, entitlement: null });
    expect(await of(ben.email, 'oak-insider')).toMatchObject({ is_entitled: false, entitlement: null });
  });
});

describe('D19: pages of brief entitlements', () => {
  /** Dina is entitled to 30 briefs, and 30 users are entitled to Gazette. */
  function openWithThirty(): UserData {
    const api = open();
    for (let n = 1; n <= 30; n++) {
      const slug = `brief-${n}`;
      const email = `reader${n}@free.example`;
      api.mock.data.brief.create({ id: `x${n}`, name: slug, slug });
      api.mock.data.brief_entitlement.create({ email: dina.email, brief_slug: slug });
      api.mock.data.user.create({ fname: 'Reader', lname: 'Free', email });
      api.mock.data.brief_entitlement.create({ email, brief_slug: 'gazette' });
    }
    return api;
  }
  const queries = ['email=dina@free.example', 'brief_slug=gazette'] as const;

  it.each(queries)('%s answers each record once and in order of id, for any page size', async (query) => {
    const api = openWithThirty();
    const all = await page(api, `${query}&size=30`);
    for (const size of [1, 7, 29, 30, 31, 9007199254740991]) {
      const pages: Entitlement[] = [];
      for (let number = 1; number <= Math.ceil(30 / size); number++) {
        const { data, total } = await page(api, `${query}&page=${number}&size=${size}`);
        expect(total).toBe(30);
        pages.push(...data);
      }
      expect(pages).toEqual(all.data);
    }
    const ids = all.data.map(({ id }) => id);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
  });

  it('a page far past the last one is empty, and total is still right', async () => {
    const all = await page(openWithThirty(), 'email=dina@free.example&page=9007199254740991&size=9007199254740991');
    expect(all).toEqual({ data: [], total: 30 });
  });

  it.each(['0', '-1', '1.5', 'abc', '', '1e2', '01', '+1', ' 1', '0x10', '9007199254740993', 'null', '１'])(
    '%j as page or size is rejected with 400',
    async (value) => {
      const { refusal } = open();
      for (const field of ['page', 'size']) {
        for (const query of queries) {
          const path = `${PATH}?${query}&${field}=${encodeURIComponent(value)}`;
          expect(await refusal('GET', path)).toBe(`400 malformed_data ${field}`);
        }
      }
    },
  );
});

describe('Brief entitlement: POST', () => {
  const gazette = { ...dina, ...flags, brief_slug: 'gazette' };

  it('D21: accepts the slug of an inactive brief', async () => {
    const { post } = open();
    expect(await post(PATH, [{ ...dina, brief_slug: 'retired' }])).toEqual([
      { id: 5, ...gazette, brief_slug: 'retired' },
    ]);
  });

  it('D21: an earlier default stays if the last item of its pair keeps it', async () => {
    const { post } = open();
    const is = (brief_slug: string, is_default: boolean) => ({ ...ann, brief_slug, is_default });
    const answer = await post<Entitlement[]>(PATH, [is('gazette', true), is('closed', true), is('gazette', false)]);
    expect(answer.filter(({ is_default }) => is_default).map(({ brief_slug }) => brief_slug)).toEqual(['closed']);
  });
});
