import { createMock, type Mock } from 'briefs-mock';
import { beforeAll, describe, expect, it } from 'vitest';

/** How many users are entitled to the brief `popular`. */
const READERS = 500;
const PAGE = 24;

/**
 * A mock with this many users. 500 of them are entitled to the same brief; all other briefs have few readers. User 1
 * has a record of every kind. The cost of a request is the number of records it looks at, as time varies by machine.
 */
function crowd(users: number): Mock {
  const mock = createMock();
  const { data } = mock;
  data.client.create({ name: 'Acme', short_name: 'acme', display_name: 'Acme', type: 'company' });
  data.client.create({ name: 'Oak', short_name: 'oak', display_name: 'Oak', type: 'company', domain: ['a.example'] });
  for (const name of ['Reader', 'Unused']) data.application.create({ name });
  data.application_preference.create({ application_id: 1, preference_label: 'Colour' });
  data.application_preference.create({ application_id: 2, preference_label: 'Sound' });
  for (const label of ['Look', 'Unused']) data.preference_hierarchy.create({ label });
  for (const name of ['theme', 'unused']) data.legacy_preference.create({ name, slug: name });
  for (const name of ['Search', 'Export']) data.feature.create({ app_id: 1, name });
  data.package.create({ name: 'basic' });
  data.feature_package.create({ package_id: 1, feature_id: 1 });
  data.brief.create({ id: 'popular', name: 'Popular', slug: 'popular' });
  data.brief.create({ id: 'core', name: 'Core', slug: 'core', is_core: true });
  data.brief.create({ id: 'new', name: 'New', slug: 'new' });
  data.brief_client.create({ brief_id: 'popular', client_id: 1 });
  const briefs = users / 100;
  for (let n = 0; n < briefs; n++) data.brief.create({ id: `b${n}`, name: `Brief ${n}`, slug: `brief-${n}` });
  for (let n = 0; n < users; n++) {
    const email = `user${n}@a.example`;
    const nth = Math.floor(n / 100);
    data.user.create({ fname: 'User', lname: 'Crowd', email, client_id: n % 2 === 0 ? 1 : null });
    data.brief_entitlement.create({ email, brief_slug: `brief-${nth}` });
    const reading = n % 2 === 0 && n < 2 * READERS;
    data.brief_entitlement.create({ email, brief_slug: reading ? 'popular' : `brief-${(nth + 1) % briefs}` });
    if (n % 10 > 0) continue;
    const user_id = n + 1;
    const account = data.application_user.create({ user_id, application_id: 1, legacy_id: n });
    data.content_entitlement.create({ application_user_id: account.id, content_type: 'brief', slug: `brief-${nth}` });
    data.legacy_user_preference.create({ user_email: email, preference_id: 1, preference_value: { n } });
    const preference = data.preference.create({ user_id, application_preference: 1, preference_hierarchy: 1 });
    data.generic_preference.create({ preference_id: preference.id, preference_value: 'blue' });
  }
  const entities = data.preference.create({ user_id: 1, application_preference: 2, type: 'Entity' });
  data.entity_preference.create({ preference_id: entities.id, entity_gid: 'g-1' });
  return mock;
}

type Cost = readonly [method: string, path: string, body?: unknown];

const setting = { application_preference: 1, preference_hierarchy: 1, generic: [{ preference_value: 'red' }] };
const ofLast = '@of-last';

/** Requests about one record; each runs on its own fork. `ofLast` stands for the id of the last preference. */
const oneRecord: readonly Cost[] = [
  ['GET', '/preference/1'],
  ['POST', '/preference', { name: 'Font', slug: 'font' }],
  ['PUT', '/preference/1', { name: 'Font' }],
  ['DELETE', '/preference/2'],
  ['GET', '/user-preference/1'],
  ['GET', '/user-preference?user_email=user10@a.example'],
  ['GET', '/user-preference?user_email=user10@a.example&preference_value={"n":10}&preference_name=%25e%25'],
  ['POST', '/user-preference', { user_email: 'user10@a.example', preference_id: 2, preference_value: {} }],
  ['PUT', '/user-preference/1', { preference_value: {} }],
  ['DELETE', '/user-preference/1'],
  ['GET', '/user/1'],
  ['POST', '/user', { fname: 'Eve', lname: 'Ek', email: 'eve@a.example', client_id: 2 }],
  ['PUT', '/user/1', { email: 'eve@a.example', fname: 'Eve', client_id: 2 }],
  ['DELETE', '/user/1'],
  ['GET', '/application/1'],
  ['POST', '/application', [{ name: 'Kiosk' }]],
  ['PUT', '/application/1', { name: 'Kiosk' }],
  ['DELETE', '/application/2'],
  ['GET', '/application-user/1'],
  ['POST', '/application-user', [{ user_id: 1, application_id: 2, legacy_id: 0 }]],
  ['PUT', '/application-user/1', { legacy_id: -1 }],
  ['DELETE', '/application-user/1'],
  ['GET', '/feature/1'],
  ['POST', '/feature', [{ app_id: 1, name: 'Charts' }]],
  ['PUT', '/feature/1', { name: 'Charts' }],
  ['DELETE', '/feature/1'],
  ['GET', '/package/1'],
  ['POST', '/package', [{ name: 'plus' }]],
  ['PUT', '/package/1', { name: 'plus' }],
  ['DELETE', '/package/1'],
  ['GET', '/feature-package/1'],
  ['POST', '/feature-package', [{ package_id: 1, feature_id: 2 }]],
  ['PUT', '/feature-package/1', { feature_id: 2 }],
  ['DELETE', '/feature-package/1'],
  ['GET', '/application-preference/1'],
  ['POST', '/application-preference', [{ application_id: 1, preference_label: 'Font' }]],
  ['PUT', '/application-preference/1', { preference_label: 'Font' }],
  ['DELETE', '/application-preference/2'],
  ['POST', '/preference-hierarchy', [{ label: 'Font', parent: 1 }]],
  ['PUT', '/preference-hierarchy/2', { parent: 1 }],
  ['DELETE', '/preference-hierarchy/2'],
  ['POST', '/entity-preference', [{ preference_id: ofLast, entity_gid: 'g-2' }]],
  ['PUT', '/entity-preference/1', { entity_gid: 'g-2' }],
  ['DELETE', '/entity-preference/1'],
  ['POST', '/generic-preference', [{ preference_id: 1, preference_value: 'red' }]],
  ['PUT', '/generic-preference/1', { preference_value: 'red' }],
  ['DELETE', '/generic-preference/1'],
  ['GET', '/user-application-preference/1/1'],
  ['GET', '/user-application-preference/1/1?pref_slugs=colour'],
  ['POST', '/user-application-preference/1/1', [{ app_preference_id: 1, user_id: 1, value: 'red' }]],
  ['PUT', '/user-application-preference/1/1/1', { value: 'red' }],
  ['DELETE', '/user-application-preference/1/1', { ids: [1], type: 'generic' }],
  ['POST', '/get-preference', { user_id: [1] }],
  ['POST', '/get-preference', { user_email: ['user10@a.example'], type: ['Generic'] }],
  ['POST', '/get-preference', { id: [1], name: ['Colour'], preference_hierarchy: [1], application_preference: [1] }],
  ['POST', '/get-preference', { application_preference: [2] }],
  ['POST', '/get-preference', { preference_hierarchy: [2] }],
  ['POST', '/set-preference', [{ ...setting, user_id: 1 }]],
  ['POST', '/set-preference', [{ ...setting, user_email: 'user1@a.example' }]],
  ['GET', '/client/1'],
  ['POST', '/client', [{ name: 'Elm', short_name: 'elm', display_name: 'Elm', type: 'company' }]],
  ['PUT', '/client/1', { name: 'Elm', domain: ['a.example'] }],
  ['DELETE', '/client/1'],
  ['GET', '/brief-client/1'],
  ['POST', '/brief-client', [{ brief_id: 'new', client_id: 1 }]],
  ['PUT', '/brief-client/1', { brief_id: 'new' }],
  ['DELETE', '/brief-client/1'],
  ['GET', '/content-entitlement/1'],
  ['GET', '/content-entitlement?slug=brief-3'],
  ['POST', '/content-entitlement', [{ application_user_id: 1, content_type: 'brief', slug: 'new' }]],
  ['PUT', '/content-entitlement/1', { is_subscribed: false }],
  ['DELETE', '/content-entitlement/1'],
  [
    'POST',
    '/content-entitlement-sync',
    [{ action: 'sync', application_user_id: 1, content_type: 'brief', slug: 'new', is_subscribed: true }],
  ],
  [
    'POST',
    '/content-entitlement-sync',
    [{ action: 'delete', application_user_id: 1, content_type: 'brief', slug: 'brief-0' }],
  ],
  [
    'POST',
    '/content-entitlement-sync',
    [
      {
        action: 'sync',
        application: { name: 'Reader' },
        application_user: { legacy_id: 10 },
        entitlement: { slug: 'new', content_type: 'brief' },
        client: { short_name: 'acme', display_name: 'Acme', type: 'company' },
        user: { fname: 'User', lname: 'Crowd', email: 'user10@a.example' },
      },
    ],
  ],
  ['POST', '/content-entitlement-sync/filter', [{ slug: ['brief-3'], content_type: 'brief' }]],
  ['GET', '/user-brief/filter?email=user10@a.example'],
  ['POST', '/user-brief/filter', { email: 'user10@a.example' }],
  ['GET', '/brief-entitlement?email=user10@a.example'],
  ['GET', '/brief-entitlement?email=user10@a.example&brief_slug=popular'],
  ['POST', '/brief-entitlement', [{ email: 'user10@a.example', brief_slug: 'new', is_default: true }]],
  ['POST', '/brief-entitlement', [{ email: 'eve@a.example', fname: 'Eve', lname: 'Ek', brief_slug: 'new' }]],
  ['GET', '/application-entitled-brief?email=user10@a.example'],
  ['GET', '/application-entitled-brief?email=nobody@a.example'],
];

const pages: readonly Cost[] = [
  ['GET', `/brief-entitlement?brief_slug=popular&page=1&size=${PAGE}`],
  ['GET', `/brief-entitlement?brief_slug=popular&page=20&size=${PAGE}`],
  ['GET', '/brief-entitlement?brief_slug=popular&page=500&size=1'],
  ['GET', '/brief-entitlement?brief_slug=popular&page=99'],
];

const nameOf = ([method, path, body]: Cost) =>
  `${method} ${path}${body === undefined ? '' : ` ${JSON.stringify(body)}`}`;

/** The number of records that each request looks at. */
async function visits(mock: Mock): Promise<Record<string, number>> {
  const counted: Record<string, number> = {};
  const last = String(mock.data.preference.count());
  for (const cost of [...oneRecord, ...pages]) {
    const [method, path, body] = cost;
    const fork = mock.fork();
    const before = fork.recordsRead;
    const text = JSON.stringify(body)?.replace(JSON.stringify(ofLast), last);
    const headers = { 'x-request-from': 'portal' };
    const init = { method, headers, ...(text !== undefined && { body: text }) };
    const response = await fork.fetch(`/user-data/v1${path}`, init);
    expect(response.status, `${nameOf(cost)}: ${await response.text()}`).toBe(200);
    counted[nameOf(cost)] = fork.recordsRead - before;
  }
  return counted;
}

describe('The cost of a request', () => {
  let few: Record<string, number>;
  let many: Record<string, number>;
  beforeAll(async () => {
    few = await visits(crowd(1000));
    many = await visits(crowd(10_000));
  });

  it.each(oneRecord.map(nameOf))('%s looks at the same number of records for 1,000 and for 10,000 users', (request) => {
    expect(many[request]).toBe(few[request]);
    expect(many[request]).toBeLessThanOrEqual(200);
  });

  it.each(pages.map(nameOf))('%s looks at the records of its page and at most four more', (request) => {
    const size = Number(/size=(\d+)/.exec(request)?.[1] ?? PAGE);
    expect(many[request]).toBe(few[request]);
    expect(many[request]).toBeLessThanOrEqual(size + 4);
  });
});
