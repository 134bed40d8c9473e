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
const annSteel = { id: 1, ...ann, ...flags, brief_slug: 'steel-wire' };
const annHarbour = { id: 2, ...ann, ...flags, brief_slug: 'harbour-log', is_default: true };
const benSteel = { id: 3, ...ben, ...flags, brief_slug: 'steel-wire', is_admin: true, is_subscribed: false };
const annClosed = { id: 4, ...ann, ...flags, brief_slug: 'closed', is_redacted: true };
const PATH = '/brief-entitlement';

async function page({ send }: UserData, query: string) {
  const { status, text, json } = await send<Entitlement[]>('GET', `/user-data/v1${PATH}?${query}`);
  expect(status, text).toBe(200);
  return { data: json.data, total: json.total };
}

describe('Brief entitlement: GET', () => {
  it('lists the entitlements of a user', async () => {
    expect(await page(open(), 'email=ann@acme.example')).toEqual({ data: [annSteel, annHarbour, annClosed], total: 3 });
  });

  it('lists the entitlements to a brief', async () => {
    expect(await page(open(), 'brief_slug=steel-wire')).toEqual({ data: [annSteel, benSteel], total: 2 });
  });

  it('X24: compares e-mails case-insensitively and slugs case-sensitively', async () => {
    expect(await page(open(), 'email=ANN@ACME.EXAMPLE&size=1')).toEqual({ data: [annSteel], total: 3 });
    expect(await page(open(), 'brief_slug=Steel-Wire')).toEqual({ data: [], total: 0 });
  });

  it('D21: answers an empty list for an unknown e-mail or slug', async () => {
    expect(await page(open(), 'email=nobody@free.example')).toEqual({ data: [], total: 0 });
    expect(await page(open(), 'brief_slug=nowhere')).toEqual({ data: [], total: 0 });
    expect(await page(open(), 'email=dina@free.example&page=3')).toEqual({ data: [], total: 0 });
  });

  it('D20: answers whether the user is entitled if email and brief_slug are both given', async () => {
    const { get } = open();
    expect(await get(`${PATH}?email=ann@acme.example&brief_slug=harbour-log`)).toEqual({
      email: 'ann@acme.example',
      brief_slug: 'harbour-log',
      is_entitled: true,
      entitlement: annHarbour,
    });
    expect(await get(`${PATH}?email=ann@acme.example&brief_slug=gazette`)).toEqual({
      email: 'ann@acme.example',
      brief_slug: 'gazette',
      is_entitled: false,
      entitlement: null,
    });
    expect(await get(`${PATH}?email=nobody@free.example&brief_slug=nowhere`)).toEqual({
      email: 'nobody@free.example',
      brief_slug: 'nowhere',
      is_entitled: false,
      entitlement: null,
    });
  });

  it('D20: says whether there is an entitlement, not whether the brief can be read', async () => {
    const { get } = open();
    const of = (email: string, slug: string) => get(`${PATH}?email=${email}&brief_slug=${slug}`);
    // Closed is inactive, Core Notes can be read by everyone, and Ben reads Oak Insider through his client.
    expect(await of(ann.email, 'closed')).toMatchObject({ is_entitled: true, entitlement: annClosed });
    expect(await of(ann.email, 'core-notes')).toMatchObject({ is_entitled: false, entitlement: null });
    expect(await of(ben.email, 'oak-insider')).toMatchObject({ is_entitled: false, entitlement: null });
  });

  it('D20: answers an object without a total for email and brief_slug, and ignores page', async () => {
    const { send } = open();
    const query = 'email=ann@acme.example&brief_slug=harbour-log&page=4';
    const { json } = await send('GET', `/user-data/v1${PATH}?${query}`);
    expect(Object.keys(json).sort()).toEqual(['data', 'request_id', 'status_code']);
    expect(json.data).toMatchObject({ is_entitled: true });
  });

  it('D20, X24: answers the e-mail as the user record spells it, entitled or not', async () => {
    const { get } = open();
    for (const slug of ['harbour-log', 'gazette']) {
      expect(await get(`${PATH}?email=ANN@acme.EXAMPLE&brief_slug=${slug}`)).toMatchObject({
        email: 'ann@acme.example',
      });
    }
  });

  it('D20: answers 400 if neither email nor brief_slug is given', async () => {
    const { refusal } = open();
    for (const query of ['', '?page=1', '?email=', '?brief_slug=&email=', '?slug=steel-wire']) {
      expect(await refusal('GET', PATH + query)).toMatch(/^400 malformed_data/);
    }
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

  it.each(queries)('Limits: %s answers 24 records per page, and page 1 by default', async (query) => {
    const api = openWithThirty();
    const all = await page(api, `${query}&size=1000`);
    expect(all.data).toHaveLength(30);
    expect(all.total).toBe(30);
    expect(await page(api, query)).toEqual({ data: all.data.slice(0, 24), total: 30 });
    expect(await page(api, `${query}&page=2`)).toEqual({ data: all.data.slice(24), total: 30 });
    expect(await page(api, `${query}&page=3`)).toEqual({ data: [], total: 30 });
  });

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

  it('creates the entitlements and answers all entitlements of every user in the body', async () => {
    const { send } = open();
    const body = [{ ...ben, ...flags, brief_slug: 'gazette', is_redacted: true }, gazette];
    const { json } = await send('POST', `/user-data/v1${PATH}`, { body });
    expect(json.data).toEqual([benSteel, { id: 5, ...body[0] }, { id: 6, ...gazette }]);
    expect(json.total).toBe(3);
  });

  it('X7: answers an empty array with an empty list and total 0', async () => {
    const { send } = open();
    const { json } = await send('POST', `/user-data/v1${PATH}`, { body: [] });
    expect(json.data).toEqual([]);
    expect(json.total).toBe(0);
  });

  it('D21: answers each entitlement once, in order of e-mail, then id', async () => {
    const { post } = open();
    const items = [
      { email: 'Zoe@free.example', fname: 'Zoe', lname: 'Z', brief_slug: 'gazette' },
      { email: 'ben@oak.example', brief_slug: 'gazette' },
      { email: 'bea@free.example', fname: 'Bea', lname: 'B', brief_slug: 'gazette' },
      { email: 'zoe@free.example', brief_slug: 'closed' },
    ];
    const data = await post<Entitlement[]>(PATH, items);
    expect(data.map(({ email, id }) => [email, id])).toEqual([
      ['bea@free.example', 7],
      ['ben@oak.example', 3],
      ['ben@oak.example', 6],
      ['Zoe@free.example', 5],
      ['Zoe@free.example', 8],
    ]);
  });

  it('D21: sets missing and null flags to false, is_subscribed to true', async () => {
    const { post } = open();
    const bare = { email: dina.email, brief_slug: 'gazette' };
    const nulls = {
      is_default: null,
      is_redacted: null,
      is_admin: null,
      is_subscribed: null,
      fname: null,
      lname: null,
    };
    expect(await post(PATH, [bare])).toEqual([{ id: 5, ...gazette }]);
    expect(await post(PATH, [{ ...bare, ...nulls }])).toEqual([{ id: 5, ...gazette }]);
  });

  it('D21: replaces an existing entitlement, including its flags', async () => {
    const { get, post } = open();
    const all = { is_default: false, is_redacted: true, is_admin: true, is_subscribed: false };
    expect(await post(PATH, [{ ...ann, brief_slug: 'steel-wire', ...all }])).toEqual([
      { ...annSteel, ...all },
      annHarbour,
      annClosed,
    ]);
    expect(await post(PATH, [{ email: 'ANN@acme.example', brief_slug: 'steel-wire' }])).toMatchObject([
      annSteel,
      {},
      {},
    ]);
    expect(await get(`${PATH}?brief_slug=steel-wire`)).toHaveLength(2);
  });

  it('D21: uses the last of several items with the same e-mail and slug', async () => {
    const { post } = open();
    const admin = { ...gazette, is_admin: true, is_subscribed: false };
    expect(await post(PATH, [admin, { ...gazette, email: 'DINA@free.example', is_redacted: true }])).toEqual([
      { id: 5, ...gazette, is_redacted: true },
    ]);
  });

  it('D21: creates a user for an unknown e-mail, with the names of the item', async () => {
    const { get, post } = open();
    const eve = { email: 'Eve@New.example', fname: 'Eve', lname: 'Ek' };
    expect(await post(PATH, [{ ...eve, brief_slug: 'gazette' }])).toEqual([{ id: 5, ...gazette, ...eve }]);
    expect(await get('/user/5')).toMatchObject([{ id: 5, sf_id: null, ...eve, client_id: null, user_type: 'normal' }]);
  });

  it('D21: answers 400 if an unknown e-mail comes without names', async () => {
    const { refusal } = open();
    const nameless = { email: 'eve@new.example', brief_slug: 'gazette' };
    expect(await refusal('POST', PATH, [nameless])).toBe('400 malformed_data 0.fname 0.lname');
    expect(await refusal('POST', PATH, [{ ...nameless, fname: '', lname: 'Ek' }])).toBe('400 malformed_data 0.fname');
  });

  it('D21: answers the names of the user record, not those of the item', async () => {
    const { get, post, put } = open();
    expect(await post(PATH, [{ ...gazette, fname: 'Other', lname: 'Name' }])).toEqual([{ id: 5, ...gazette }]);
    expect(await get('/user/4')).toMatchObject([{ fname: 'Dina', lname: 'Dale' }]);
    await put('/user/4', { fname: 'Di', email: 'di@free.example' });
    expect(await get(`${PATH}?email=di@free.example`)).toEqual([
      { id: 5, ...gazette, fname: 'Di', email: 'di@free.example' },
    ]);
  });

  it('D21: answers 404 for an unknown slug and creates no user', async () => {
    const { refusal } = open();
    const eve = { email: 'eve@new.example', fname: 'Eve', lname: 'Ek' };
    expect(await refusal('POST', PATH, [gazette, { ...eve, brief_slug: 'nowhere' }])).toBe(
      '404 not_found 1.brief_slug',
    );
  });

  it('D21: accepts the slug of an inactive brief', async () => {
    const { post } = open();
    expect(await post(PATH, [{ ...dina, brief_slug: 'retired' }])).toEqual([
      { id: 5, ...gazette, brief_slug: 'retired' },
    ]);
  });

  it('D21: keeps at most one default brief per user, the newest', async () => {
    const { get, post } = open();
    const defaults = async (email: string) => {
      const items = await get<Entitlement[]>(`${PATH}?email=${email}`);
      return items.filter(({ is_default }) => is_default).map(({ brief_slug }) => brief_slug);
    };
    await post(PATH, [{ ...ann, brief_slug: 'gazette', is_default: true }]);
    expect(await defaults(ann.email)).toEqual(['gazette']);
    await post(PATH, [{ ...ann, brief_slug: 'steel-wire', is_default: true }]);
    expect(await defaults(ann.email)).toEqual(['steel-wire']);
    const two = ['gazette', 'harbour-log'].map((brief_slug) => ({ ...ann, brief_slug, is_default: true }));
    const answer = await post<Entitlement[]>(PATH, [...two, { ...ben, brief_slug: 'steel-wire', is_default: true }]);
    expect(
      answer.filter(({ is_default }) => is_default).map(({ email, brief_slug }) => `${email} ${brief_slug}`),
    ).toEqual(['ann@acme.example harbour-log', 'ben@oak.example steel-wire']);
    await post(PATH, [{ ...ann, brief_slug: 'harbour-log' }]);
    expect(await defaults(ann.email)).toEqual([]);
  });

  it('D21: works through the items in order, so that the last default stays', async () => {
    const { post } = open();
    const slugs = ['gazette', 'steel-wire', 'closed', 'harbour-log'];
    for (const order of [slugs, [...slugs].reverse()]) {
      const items = order.map((brief_slug) => ({ ...ann, brief_slug, is_default: true }));
      const answer = await post<Entitlement[]>(PATH, items);
      expect(answer.filter(({ is_default }) => is_default).map(({ brief_slug }) => brief_slug)).toEqual(
        order.slice(-1),
      );
    }
  });

  it('D21: an earlier default stays if the last item of its pair keeps it', async () => {
    const { post } = open();
    const is = (brief_slug: string, is_default: boolean) => ({ ...ann, brief_slug, is_default });
    const answer = await post<Entitlement[]>(PATH, [is('gazette', true), is('closed', true), is('gazette', false)]);
    expect(answer.filter(({ is_default }) => is_default).map(({ brief_slug }) => brief_slug)).toEqual(['closed']);
  });

  it('D32: the names may be left out for a known e-mail, in any case', async () => {
    const { post } = open();
    expect(await post(PATH, [{ email: 'DINA@free.example', brief_slug: 'gazette' }])).toEqual([{ id: 5, ...gazette }]);
  });

  it('X6: lists an unknown slug besides missing names', async () => {
    const { refusal } = open();
    const nameless = { email: 'eve@new.example', brief_slug: 'nowhere' };
    expect(await refusal('POST', PATH, [nameless])).toBe('400 malformed_data 0.fname 0.lname 0.brief_slug');
  });

  it('X5: answers 400 with an issue for each invalid field', async () => {
    const { refusal } = open();
    const items = [{}, { email: 'eve', brief_slug: '' }, { ...gazette, is_admin: 'yes', fname: 3 }];
    expect(await refusal('POST', PATH, items)).toBe(
      '400 malformed_data 0.email 0.brief_slug 1.email 1.brief_slug 2.fname 2.is_admin',
    );
  });
});
