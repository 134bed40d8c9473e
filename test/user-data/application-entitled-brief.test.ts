import { describe, expect, it } from 'vitest';
import { open, type UserData } from '../support/user-data.js';

interface Item {
  id: number;
  email: string;
  fname: string;
  lname: string;
  is_default: boolean;
  is_redacted: boolean;
  is_admin: boolean;
  brief_slug: string;
  is_subscribed: boolean;
}

const PATH = '/application-entitled-brief';

async function briefsOf({ send }: UserData, email: string) {
  const { status, text, json } = await send<Item[]>('GET', `/user-data/v1${PATH}?email=${encodeURIComponent(email)}`);
  expect(status, text).toBe(200);
  return { items: json.data, slugs: json.data.map(({ brief_slug }) => brief_slug), total: json.total };
}

describe('Application entitled brief', () => {
  it('an inactive default brief is omitted', async () => {
    const api = open();
    await api.post('/brief-entitlement', [{ email: 'ann@acme.example', brief_slug: 'closed', is_default: true }]);
    expect((await briefsOf(api, 'ann@acme.example')).slugs).toEqual([
      'alder-report',
      'core-notes',
      'harbour-log',
      'steel-wire',
    ]);
  });

  it('an inactive core brief is omitted even if the user is entitled to it', async () => {
    const api = open();
    await api.post('/brief-entitlement', [{ email: 'dina@free.example', brief_slug: 'retired' }]);
    expect((await briefsOf(api, 'dina@free.example')).slugs).toEqual(['alder-report', 'core-notes']);
  });

  it('all briefs are in one answer: page and size are ignored', async () => {
    const api = open();
    for (let n = 1; n <= 60; n++) {
      api.mock.data.brief.create({ id: `x${n}`, name: `Brief ${100 + n}`, slug: `brief-${n}`, is_core: n % 2 === 0 });
      if (n % 2) api.mock.data.brief_entitlement.create({ email: 'dina@free.example', brief_slug: `brief-${n}` });
    }
    const { send } = api;
    const { json } = await send<Item[]>('GET', `/user-data/v1${PATH}?email=dina@free.example&page=2&size=5`);
    const names = Array.from({ length: 60 }, (_, n) => `brief-${n + 1}`);
    expect(json.data.map(({ brief_slug }) => brief_slug)).toEqual(['alder-report', ...names, 'core-notes']);
    expect(json.total).toBe(62);
  });
});
