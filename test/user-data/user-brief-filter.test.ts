import { describe, expect, it } from 'vitest';
import { open } from '../support/user-data.js';

const PATH = '/user-brief/filter';
const caller = { 'X-REQUEST-FROM': 'portal' };
const ofAnn = [
  {
    brief_definition: { display_name: 'Harbour Log', slug: 'harbour-log', id: 'b5' },
    preference: { is_default: true, is_admin: false, is_redacted: false },
  },
  {
    brief_definition: { display_name: 'Steel Wire', slug: 'steel-wire', id: 'b1' },
    preference: { is_default: false, is_admin: false, is_redacted: false },
  },
];
const ofBen = [
  {
    brief_definition: { display_name: 'Steel Wire', slug: 'steel-wire', id: 'b1' },
    preference: { is_default: false, is_admin: true, is_redacted: false },
  },
];

it('User brief filter: GET and POST list the briefs of a user', async () => {
  const { get, post } = open();
  expect(await get(`${PATH}?email=ann@acme.example`, caller)).toEqual(ofAnn);
  expect(await post(PATH, { email: 'ann@acme.example' }, caller)).toEqual(ofAnn);
});

it('D24: only active briefs are listed, whether the user is subscribed or not', async () => {
  const { get } = open();
  expect(await get(`${PATH}?email=ben@oak.example`, caller)).toEqual(ofBen);
});

it('D24: briefs are in case-insensitive order of display name', async () => {
  const { get, post } = open();
  const slugs = ['steel-wire', 'alder-report', 'core-notes', 'gazette'];
  const flags = { is_redacted: true };
  await post(
    '/brief-entitlement',
    slugs.map((brief_slug) => ({ email: 'dina@free.example', brief_slug, ...flags })),
  );
  const items = await get<typeof ofAnn>(`${PATH}?email=dina@free.example`, caller);
  expect(items.map(({ brief_definition }) => brief_definition.display_name)).toEqual([
    'alder report',
    'Core Notes',
    'Gazette',
    'Steel Wire',
  ]);
  for (const { preference } of items) {
    expect(preference).toEqual({ is_default: false, is_admin: false, is_redacted: true });
  }
});

it('D24: the list is empty for an unknown e-mail and for a user without entitlements', async () => {
  const { get, post } = open();
  for (const email of ['nobody@free.example', 'cleo@free.example', 'no e-mail']) {
    expect(await get(`${PATH}?email=${email}`, caller)).toEqual([]);
    expect(await post(PATH, { email }, caller)).toEqual([]);
  }
});

it('X24: e-mails are case-insensitive', async () => {
  const { get, post } = open();
  expect(await get(`${PATH}?email=ANN@Acme.example`, caller)).toEqual(ofAnn);
  expect(await post(PATH, { email: 'ANN@Acme.example' }, caller)).toEqual(ofAnn);
});

describe('D23: user-brief/filter', () => {
  it('answers 400 without a valid email', async () => {
    const { refusal } = open();
    expect(await refusal('GET', PATH, undefined, caller)).toBe('400 malformed_data email');
    expect(await refusal('GET', `${PATH}?email=`, undefined, caller)).toBe('400 malformed_data email');
    for (const body of [{}, { email: '' }, { email: null }, { email: ['ann@acme.example'] }]) {
      expect(await refusal('POST', PATH, body, caller)).toMatch(/^400 malformed_data email/);
    }
    expect(await refusal('POST', PATH, undefined, caller)).toMatch(/^400 malformed_data/);
    expect(await refusal('POST', `${PATH}?email=ann@acme.example`, {}, caller)).toBe('400 malformed_data email');
  });

  it.each([{}, { 'X-REQUEST-FROM': '' }, { 'X-REQUEST-FROM': '  ' }])(
    'answers 400 without X-REQUEST-FROM: %j',
    async (headers) => {
      const { refusal } = open();
      expect(await refusal('GET', `${PATH}?email=ann@acme.example`, undefined, headers)).toMatch(/^400 malformed_data/);
      expect(await refusal('POST', PATH, { email: 'ann@acme.example' }, headers)).toMatch(/^400 malformed_data/);
    },
  );

  it('accepts any X-REQUEST-FROM by default', async () => {
    const { get } = open();
    for (const name of ['x', 'Anything at all', '0', 'é']) {
      expect(await get(`${PATH}?email=ann@acme.example`, { 'x-request-from': name })).toEqual(ofAnn);
    }
  });

  it('answers 403 to callers that are not in requestFrom', async () => {
    const { get, post, refusal } = open({ behavior: { requestFrom: ['portal', 'batch job'] } });
    for (const name of ['portal', 'batch job']) {
      expect(await get(`${PATH}?email=ann@acme.example`, { 'X-REQUEST-FROM': name })).toEqual(ofAnn);
      expect(await post(PATH, { email: 'ann@acme.example' }, { 'X-REQUEST-FROM': name })).toEqual(ofAnn);
    }
    for (const name of ['Portal', 'other', 'portal, batch job']) {
      const headers = { 'X-REQUEST-FROM': name };
      expect(await refusal('GET', `${PATH}?email=ann@acme.example`, undefined, headers)).toBe('403 forbidden');
      expect(await refusal('POST', PATH, { email: 'ann@acme.example' }, headers)).toBe('403 forbidden');
    }
    expect(await refusal('GET', `${PATH}?email=ann@acme.example`)).toMatch(/^400 malformed_data/);
  });

  it('is the only route that requires X-REQUEST-FROM', async () => {
    const { get } = open({ behavior: { requestFrom: ['portal'] } });
    expect(await get('/brief-entitlement?email=ann@acme.example')).toHaveLength(3);
    expect(await get('/application-entitled-brief?email=ann@acme.example')).toHaveLength(4);
  });
});
