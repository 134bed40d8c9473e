import { type BehaviorOptions, createMock, type Mock } from 'briefs-mock';
import { describe, expect, it } from 'vitest';
import { operationsOf } from '../support/fuzz-requests.js';
import { openapi } from '../support/openapi-document.js';
import { growthOf, stepsOf } from '../support/steps.js';

type Item = Record<string, unknown>;
type Request = readonly [method: string, path: string, body?: unknown];

interface Case {
  readonly behavior?: BehaviorOptions;
  /** Creates records; their number follows the size. */
  readonly given?: (mock: Mock, size: number) => unknown;
  readonly request: (size: number) => Request;
  /** Whether the request gets an error. */
  readonly refused?: boolean;
}

const list = <Value>(size: number, itemOf: (n: number) => Value) => Array.from({ length: size }, (_, n) => itemOf(n));
const day = (n: number) => new Date(86_400_000 * n).toISOString().slice(0, 10);
const EMAIL = 'ann@reader.example';

/** A mock with one record of each kind that the cases refer to. */
function open(behavior: BehaviorOptions = {}): Mock {
  const mock = createMock({ behavior });
  const { data } = mock;
  data.client.create({ name: 'Oak', short_name: 'oak', display_name: 'Oak', type: 'company' });
  data.user.create({ fname: 'Ann', lname: 'Arden', email: EMAIL, client_id: 1 });
  data.application.create({ name: 'reader' });
  data.application_user.create({ user_id: 1, application_id: 1, legacy_id: 1 });
  data.application_preference.create({ application_id: 1, preference_label: 'Theme' });
  data.preference_hierarchy.create({ label: 'Look' });
  data.brief.create({ id: 'b', name: 'Daily', slug: 'daily', is_public: true });
  data.brief_document.create({ gid: 'd', brief_id: 'b', date: '2026-03-04' });
  return mock;
}

const briefs = ({ data }: Mock, size: number) =>
  list(size, (n) => data.brief.create({ id: `b${n}`, name: `Brief ${n}`, slug: `brief-${n}` }));
const entitlements = (mock: Mock, size: number, values: Item = {}) => {
  briefs(mock, size);
  list(size, (n) => mock.data.brief_entitlement.create({ email: EMAIL, brief_slug: `brief-${n}`, ...values }));
};
const documents = ({ data }: Mock, size: number) =>
  list(size, (n) => data.brief_document.create({ gid: `d${n}`, brief_id: 'b', date: day(n) }));
const bookmarks = (mock: Mock, size: number) => {
  documents(mock, size);
  list(size, (n) => mock.data.bookmark.create({ email: EMAIL, brief_slug: 'daily', brief_gid: `d${n}` }));
};
const preferences = ({ data }: Mock, size: number) =>
  list(size, () => data.preference.create({ user_id: 1, application_preference: 1, preference_hierarchy: 1 }));
const entityPreference = ({ data }: Mock) =>
  data.preference.create({ user_id: 1, application_preference: 1, preference_hierarchy: 1, type: 'Entity' });
const values = (mock: Mock, size: number) => {
  preferences(mock, 1);
  list(size, (n) => mock.data.generic_preference.create({ preference_id: 1, preference_value: `${n}` }));
};
const legacyPreferences = ({ data }: Mock, size: number) =>
  list(size, (n) => data.legacy_preference.create({ name: `P${n}`, slug: `p${n}` }));
const legacyUserPreferences = (mock: Mock, size: number) => {
  legacyPreferences(mock, size);
  list(size, (n) => {
    const preference_value = { n: 1, deep: { n } };
    return mock.data.legacy_user_preference.create({ user_email: EMAIL, preference_id: n + 1, preference_value });
  });
};
const contentEntitlements = ({ data }: Mock, size: number) =>
  list(size, (n) => {
    data.user.create({ fname: 'F', lname: 'L', email: `user${n}@reader.example` });
    data.application_user.create({ user_id: n + 2, application_id: 1, legacy_id: n + 2 });
    data.content_entitlement.create({ application_user_id: n + 2, content_type: 'brief', slug: 'daily' });
  });
const setting = { user_id: 1, application_preference: 1, preference_hierarchy: 1 };
const sync = { action: 'sync', application_user_id: 1, content_type: 'brief', slug: 'daily' };
const legacy = (user: Item = {}) => ({
  action: 'sync',
  application: { name: 'reader' },
  application_user: { legacy_id: 1 },
  entitlement: { slug: 'daily', content_type: 'brief' },
  client: { short_name: 'oak', display_name: 'Oak', type: 'company' },
  user: { fname: 'Ann', lname: 'Arden', email: EMAIL, ...user },
});
const UD = '/user-data/v1';
const UP = '/user-preference/v1';
const post = (path: string, itemOf: (n: number) => unknown) => (size: number) =>
  ['POST', path, list(size, itemOf)] as const;

const cases: Readonly<Record<string, Case>> = {
  'users, with unique first names': {
    behavior: { uniqueFirstName: true },
    request: post(`${UD}/user`, (n) => ({ fname: `F${n}`, lname: 'L', email: `u${n}@a.example` })),
  },
  'users whose first name many have, although first names are unique': {
    behavior: { uniqueFirstName: true },
    given: ({ data }, size) =>
      list(size, (n) => data.user.create({ fname: 'F', lname: 'L', email: `o${n}@a.example` })),
    request: post(`${UD}/user`, (n) => ({ fname: 'F', lname: 'L', email: `u${n}@a.example` })),
    refused: true,
  },
  'users of a client with many domains': {
    given: ({ data }, size) =>
      data.client.update({ where: { id: { equals: 1 } }, data: { domain: list(size, (n) => `d${n}.example`) } }),
    request: post(`${UD}/user`, (n) => ({ fname: 'F', lname: 'L', email: `u@d${n}.example`, client_id: 1 })),
  },
  'users whose domain a client with many domains does not allow': {
    given: ({ data }, size) =>
      data.client.update({ where: { id: { equals: 1 } }, data: { domain: list(size, (n) => `d${n}.example`) } }),
    request: post(`${UD}/user`, (n) => ({ fname: 'F', lname: 'L', email: `u${n}@a.example`, client_id: 1 })),
    refused: true,
  },
  'legacy preferences': { request: post(`${UD}/preference`, (n) => ({ name: `P${n}`, slug: `s${n}` })) },
  applications: { request: post(`${UD}/application`, (n) => ({ name: `A${n}` })) },
  'applications of the user preference API': { request: post(`${UP}/application`, (n) => ({ name: `A${n}` })) },
  features: { request: post(`${UD}/feature`, (n) => ({ app_id: 1, name: `F${n}` })) },
  packages: { request: post(`${UD}/package`, (n) => ({ name: `P${n}` })) },
  'features of a package': {
    given: ({ data }, size) => {
      data.package.create({ name: 'Base' });
      list(size, (n) => data.feature.create({ app_id: 1, name: `F${n}` }));
    },
    request: post(`${UD}/feature-package`, (n) => ({ package_id: 1, feature_id: n + 1, display_order: n })),
  },
  'application preferences': {
    request: post(`${UD}/application-preference`, (n) => ({ application_id: 1, preference_label: `P${n}` })),
  },
  'categories below one category': {
    request: post(`${UD}/preference-hierarchy`, (n) => ({ label: `L${n}`, parent: 1 })),
  },
  'categories below one category of the user preference API': {
    request: post(`${UP}/preference-hierarchy`, (n) => ({ label: `L${n}`, parent: 1 })),
  },
  'entity values of one preference': {
    given: entityPreference,
    request: post(`${UD}/entity-preference`, (n) => ({ preference_id: 1, entity_gid: `e${n}` })),
  },
  'entity values of one preference in the user preference API': {
    given: entityPreference,
    request: post(`${UP}/entity-preference`, (n) => ({ preference_id: 1, entity_gid: `e${n}` })),
  },
  'generic values of one preference in the user data API': {
    given: (mock) => preferences(mock, 1),
    request: post(`${UD}/generic-preference`, () => ({ preference_id: 1, preference_value: 'x' })),
  },
  'get-preference of the user data API with one user many times': {
    given: preferences,
    request: (size) => ['POST', `${UD}/get-preference`, { user_id: list(size, () => 1) }],
  },
  clients: {
    request: post(`${UD}/client`, (n) => ({
      name: `C${n}`,
      short_name: `c${n}`,
      display_name: `C${n}`,
      type: 'company',
    })),
  },
  'a client with many domains': {
    request: (size) => ['PUT', `${UD}/client/1`, { domain: list(size, (n) => `d${n}.example`) }],
  },
  'briefs of a client': {
    given: briefs,
    request: post(`${UD}/brief-client`, (n) => ({ brief_id: `b${n}`, client_id: 1 })),
  },
  'application users': {
    given: ({ data }, size) =>
      list(size, (n) => data.user.create({ fname: 'F', lname: 'L', email: `o${n}@a.example` })),
    request: post(`${UD}/application-user`, (n) => ({ user_id: n + 2, application_id: 1, legacy_id: n + 2 })),
  },
  'default brief entitlements of one user': {
    given: briefs,
    request: post(`${UD}/brief-entitlement`, (n) => ({ email: EMAIL, brief_slug: `brief-${n}`, is_default: true })),
  },
  'brief entitlements of one user again': {
    given: entitlements,
    request: post(`${UD}/brief-entitlement`, (n) => ({ email: EMAIL, brief_slug: `brief-${n}` })),
  },
  'content entitlements': {
    request: post(`${UD}/content-entitlement`, (n) => ({
      application_user_id: 1,
      content_type: 'brief',
      slug: `s${n}`,
    })),
  },
  'sync and delete one content entitlement': {
    request: post(`${UD}/content-entitlement-sync`, (n) => ({ ...sync, action: n % 2 ? 'delete' : 'sync' })),
  },
  'sync of items with an error': {
    request: post(`${UD}/content-entitlement-sync`, () => ({ ...sync, application_user_id: 99 })),
  },
  'legacy sync of one user': { request: post(`${UD}/content-entitlement-sync`, () => legacy()) },
  'content that many are entitled to': {
    given: contentEntitlements,
    request: post(`${UD}/content-entitlement-sync/filter`, () => ({ slug: ['daily'], content_type: 'brief' })),
  },
  'one slug many times': {
    given: contentEntitlements,
    request: (size) => [
      'POST',
      `${UD}/content-entitlement-sync/filter`,
      [{ slug: list(size, () => 'daily'), content_type: 'brief' }],
    ],
  },
  'legacy user preferences': {
    given: legacyPreferences,
    request: post(`${UD}/user-preference`, (n) => ({ user_email: EMAIL, preference_id: n + 1, preference_value: {} })),
  },
  'preferences with one category': { request: post(`${UP}/preference`, () => setting) },
  'one preference': { request: post(`${UP}/set-preference`, () => ({ ...setting, generic: [{}] })) },
  'one preference that was added many times': {
    given: preferences,
    request: post(`${UP}/set-preference`, () => ({ ...setting, generic: [{}] })),
  },
  'one preference of many values': {
    given: values,
    request: (size) => ['POST', `${UP}/set-preference`, [{ ...setting, generic: list(size, () => ({})) }]],
  },
  'appended preferences': {
    behavior: { setPreference: 'append' },
    request: post(`${UD}/set-preference`, () => ({ ...setting, generic: [{}] })),
  },
  'one user application preference': {
    request: post(`${UD}/user-application-preference/1/1`, () => ({ app_preference_id: 1, user_id: 1, value: 'x' })),
  },
  'generic values of one preference': {
    given: (mock) => preferences(mock, 1),
    request: post(`${UP}/generic-preference`, () => ({ preference_id: 1, preference_value: 'x' })),
  },
  'get-preference with one user many times': {
    given: preferences,
    request: (size) => ['POST', `${UP}/get-preference`, { user_id: list(size, () => 1) }],
  },
  'get-preference with one e-mail many times': {
    given: preferences,
    request: (size) => ['POST', `${UP}/get-preference`, { user_email: list(size, () => EMAIL) }],
  },
  'get-preference with one definition many times': {
    given: preferences,
    request: (size) => ['POST', `${UP}/get-preference`, { application_preference: list(size, () => 1) }],
  },
  'get-preference with one category many times': {
    given: preferences,
    request: (size) => ['POST', `${UP}/get-preference`, { preference_hierarchy: list(size, () => 1) }],
  },
  'get-preference with many ids, names and e-mails': {
    given: preferences,
    request: (size) => [
      'POST',
      `${UP}/get-preference`,
      {
        id: list(size, (n) => n + 1),
        name: [...list(size, (n) => `n${n}`), 'Theme'],
        user_id: [...list(size, (n) => -n), 1],
        user_email: [...list(size, (n) => `u${n}@a.example`), EMAIL],
      },
    ],
  },
  'preferences to delete': {
    given: (mock, size) =>
      list(size, (n) => {
        mock.data.preference.create({ user_id: 1, application_preference: 1 });
        mock.data.generic_preference.create({ preference_id: n + 1 });
      }),
    request: (size) => [
      'DELETE',
      `${UD}/user-application-preference/1/1`,
      { ids: list(2 * size, (n) => (n % size) + 1), type: 'generic' },
    ],
  },
  'preferences of a user in an application': {
    given: values,
    request: () => ['GET', `${UD}/user-application-preference/1/1`],
  },
  'slugs of application preferences': {
    given: preferences,
    request: (size) => ['GET', `${UD}/user-application-preference/1/1?pref_slugs=${'x,'.repeat(size)}`],
  },
  'a user application preference that is reduced to one value': {
    given: values,
    request: () => ['PUT', `${UD}/user-application-preference/1/1/1`, { value: 'y' }],
  },
  'a user with other names': { given: entitlements, request: () => ['PUT', `${UD}/user/1`, { fname: 'Anna' }] },
  'a user with another e-mail': {
    given: (mock, size) => {
      entitlements(mock, size);
      bookmarks(mock, size);
      preferences(mock, size);
    },
    request: () => ['PUT', `${UD}/user/1`, { email: 'anna@reader.example' }],
  },
  'a user with many records to delete': {
    given: (mock, size) => {
      entitlements(mock, size);
      bookmarks(mock, size);
      preferences(mock, size);
      list(size, () => mock.tokenFor(EMAIL, { expiresIn: 60 }));
    },
    request: () => ['DELETE', `${UD}/user/1`],
  },
  'a brief with many records to delete': { given: bookmarks, request: () => ['DELETE', '/__mock/data/brief/b'] },
  'a brief with another slug': {
    given: bookmarks,
    request: () => ['PATCH', '/__mock/data/brief/b', { slug: 'weekly' }],
  },
  'a category with many preferences and children to delete': {
    given: (mock, size) => {
      preferences(mock, size);
      list(size, () => mock.data.preference_hierarchy.create({ label: 'Below', parent: 1 }));
    },
    request: () => ['DELETE', `${UP}/preference-hierarchy/1`],
  },
  'an application with many preferences to delete': {
    given: (mock, size) => {
      list(size, (n) => mock.data.application_preference.create({ application_id: 1, preference_label: `P${n}` }));
      preferences(mock, size);
    },
    request: () => ['DELETE', `${UD}/application/1`],
  },
  'entitled briefs': { given: entitlements, request: () => ['GET', `${UD}/application-entitled-brief?email=${EMAIL}`] },
  'user briefs': { given: entitlements, request: () => ['POST', `${UD}/user-brief/filter`, { email: EMAIL }] },
  'one page of brief entitlements': {
    given: entitlements,
    request: () => ['GET', `${UD}/brief-entitlement?email=${EMAIL}`],
  },
  'the brief list': { given: entitlements, request: () => ['GET', '/public-api/v1/brief'] },
  'a brief with many documents': { given: documents, request: () => ['GET', '/public-api/v1/brief/daily/d'] },
  'a document with many articles': {
    given: ({ data }, size) => list(size, (n) => data.article.create({ brief_gid: 'd', title: `T${n}` })),
    request: () => ['GET', '/public-api/v1/brief/daily/d'],
  },
  'bookmarked briefs': { given: bookmarks, request: () => ['GET', '/public-api/v1/bookmark/brief'] },
  'a bookmark among many': { given: bookmarks, request: () => ['POST', '/public-api/v1/bookmark/daily/d'] },
  'legacy preferences by patterns': {
    given: legacyUserPreferences,
    request: () => ['GET', `${UD}/user-preference?preference_slug=%25p%25&user_email=%25`],
  },
  'legacy preferences by a long pattern': {
    given: legacyUserPreferences,
    request: (size) => ['GET', `${UD}/user-preference?preference_slug=${'%25'.repeat(size)}&user_email=%25`],
  },
  'legacy preferences by a long value': {
    given: legacyUserPreferences,
    request: (size) => {
      const value = { n: 1, deep: Object.fromEntries(list(size, (n) => [`k${n}`, n])) };
      return ['GET', `${UD}/user-preference?preference_value=${JSON.stringify(value)}`];
    },
  },
  'a fault rule with a long body': {
    request: (size) => ['POST', '/__mock/faults', { status: 503, body: list(size, (n) => n) }],
  },
  'an expectation with a long body': {
    request: (size) => ['POST', '/__mock/requests/verify', { atLeast: 0, body: list(size, (n) => n) }],
  },
  'an expectation with many names in the query': {
    given: async (mock, size) => {
      await mock.fetch(`/public-api/v1/brief?${list(size, (n) => `k${n}=1`).join('&')}`);
    },
    request: (size) => {
      const query = Object.fromEntries(list(size, (n) => [`k${n}`, '1']));
      return ['POST', '/__mock/requests/verify', { atLeast: 0, query }];
    },
  },
  'an expectation of which many requests differ': {
    given: async (mock, size) => {
      for (const n of list(size, (n) => n)) await mock.fetch(`/public-api/v1/brief?n=${n}`);
    },
    request: () => ['POST', '/__mock/requests/verify', { path: '/public-api/v1/brief', query: { n: 'x' } }],
    refused: true,
  },
  'a fault rule with a long path': {
    request: (size) => ['POST', '/__mock/faults', { status: 503, path: `/public-api/v1/brief/${'ab'.repeat(size)}*` }],
  },
  'a row with a long text': { request: (size) => ['POST', `${UD}/application`, [{ name: 'x'.repeat(size) }]] },
  'a call to many sessions': {
    given: ({ sessions }, size) => list(size, (n) => sessions.create(`worker-${n}`)),
    request: () => ['POST', '/__mock/data/application?sessions=worker-*', { name: 'A' }],
  },
  'a fault rule with long conditions': {
    request: (size) => {
      const text = 'a*'.repeat(size);
      const match = { headers: { 'x-part': text }, query: { q: text }, caller: text, body: { name: text } };
      return ['POST', '/__mock/faults', { status: 503, path: `${UD}/application`, match }];
    },
  },
  'a fault rule with long answers in turn': {
    request: (size) => {
      const answers = list(10, (n) => ({ status: 503, body: { n, text: 'x'.repeat(size) } }));
      return ['POST', '/__mock/faults', { path: `${UD}/application`, answers }];
    },
  },
  'a request that fault rules with long conditions compare': {
    given: ({ faults }, size) => {
      const text = `${'a*'.repeat(size)}b`;
      const match = { headers: { 'x-request-from': text }, query: { q: text }, caller: text };
      for (const [name, value] of Object.entries(match)) {
        faults.add({ path: `${UD}/application`, status: 503, match: { [name]: value } });
      }
    },
    request: (size) => ['GET', `${UD}/application?q=${'a'.repeat(size)}`],
  },
  'a list that fault rules compare by fields of any item': {
    given: ({ faults }) => {
      for (const n of list(10, (n) => n)) {
        faults.add({ path: `${UD}/application`, status: 503, match: { body: { [`*.k${n}`]: 'x' } } });
      }
    },
    request: post(`${UD}/application`, (n) => ({ name: `A${n}` })),
  },
  'the end of sessions by a pattern': {
    given: ({ sessions }, size) => list(size, (n) => sessions.create(`worker-${n}`)),
    request: () => ['DELETE', `/__mock/sessions?sessions=w${'*'.repeat(50)}`],
  },
  'sessions by a search': {
    given: ({ sessions }, size) => list(size, (n) => sessions.create(`worker-${n}`)),
    request: (size) => ['GET', `/__mock/sessions?search=${'w'.repeat(size)}&sort=id`],
  },
  'requests by a filter': {
    given: async (mock, size) => {
      for (const n of list(size, (n) => n)) await mock.fetch(`/public-api/v1/brief?n=${n}`);
    },
    request: () => ['GET', '/__mock/requests?path=/public-api/v1/*&method=get&status=401'],
  },
  'requests to count by a long path': {
    given: (mock) => mock.fetch('/public-api/v1/brief'),
    request: (size) => ['POST', '/__mock/requests/count', { path: `/public-api/v1/brief/${'ab'.repeat(size)}*` }],
  },
  'an expectation with a long path and a long header': {
    given: (mock) => mock.fetch('/public-api/v1/brief'),
    request: (size) => [
      'POST',
      '/__mock/requests/verify',
      { atLeast: 0, path: `/public-api/v1/brief/${'ab'.repeat(size)}*`, headers: { 'x-part': 'x'.repeat(size) } },
    ],
  },
  'changes of several tables': {
    request: post('/__mock/data', (n) => ({ table: 'article', create: { brief_gid: 'd', title: `T${n}` } })),
  },
  'records of a factory': { request: (size) => ['POST', `/__mock/make/user?count=${size}`, {}] },
  'records of a table': { given: entitlements, request: () => ['GET', '/__mock/data/brief_entitlement'] },
  'records with articles of one document': {
    request: post('/__mock/data/article', (n) => ({ brief_gid: 'd', title: `T${n}` })),
  },
};

/** Whether values of a schema can contain a list. */
function hasList(schema: unknown, seen = new Set<string>()): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  const { $ref, type } = schema as { $ref?: string; type?: unknown };
  if (type === 'array') return true;
  if ($ref === undefined) return Object.values(schema).some((part) => hasList(part, seen));
  if (seen.has($ref)) return false;
  const steps = $ref.slice(2).split('/');
  const named = steps.reduce((from, step) => (from as Record<string, unknown>)[step], openapi as unknown);
  return hasList(named, seen.add($ref));
}

it('Each operation that takes a list has a case', () => {
  const asked = Object.values(cases).map(({ request }) => request(1));
  const missing = operationsOf(openapi).filter(({ method, template, body }) => {
    const path = new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`);
    return hasList(body?.schema) && !asked.some(([verb, target]) => verb === method && path.test(target));
  });
  expect(missing.map(({ name }) => name)).toEqual([]);
});

/** A text that a request contains, as a parameter of the query or a field of the body. */
interface TextInput {
  readonly name: string;
  readonly request: (text: string) => Request;
}

/** Whether a schema accepts a text of any length. */
function isText(schema: unknown): boolean {
  const { type, enum: values, format, anyOf = [] } = Object(schema) as Record<string, unknown>;
  return (type === 'string' && values === undefined && format === undefined) || (anyOf as unknown[]).some(isText);
}

/** The texts in the query and on the first levels of the body of each operation, in otherwise valid requests if it has an example. */
const textInputs = operationsOf(openapi).flatMap(({ name, method, template, parameters, body }): TextInput[] => {
  const examples = new Map(parameters.map((one) => [one.name, one.example]));
  const path = template.replace(/\{(\w+)\}/g, (_, key) => `${examples.get(key) ?? (key === 'table' ? 'user' : 1)}`);
  const ofQuery = parameters
    .filter((one) => one.in === 'query' && isText(one.schema))
    .map((one): TextInput => {
      const request = (text: string): Request => [method, `${path}?${one.name}=${encodeURIComponent(text)}`];
      return { name: `${name}, query ${one.name}`, request };
    });
  const [example] = Object.values(body?.examples ?? {});
  const value = example?.value;
  const [item] = Array.isArray(value) ? value : [value];
  const ofBody = Object.entries(Object(item) as Item)
    .filter(([, part]) => typeof part === 'string')
    .map(([field]): TextInput => {
      const changed = (text: string) => ({ ...(item as Item), [field]: text });
      const request = (text: string): Request => [method, path, Array.isArray(value) ? [changed(text)] : changed(text)];
      return { name: `${name}, field ${field}`, request };
    });
  return [...ofQuery, ...ofBody];
});

it('All APIs that take parameters or bodies have operations that take a text', () => {
  const apis = textInputs.map(({ name }) => name.split('/')[1]);
  expect([...new Set(apis)].sort()).toEqual(['__mock', 'user-data', 'user-preference']);
});

describe('A request costs at most nine times as much for a text of eight times the length:', () => {
  it.each(textInputs.map((input) => [input.name, input] as const))('%s', async (_, { request }) => {
    const measure = async (size: number) => {
      const mock = open();
      mock.sessions.create('a');
      const [method, path, body] = request('a*'.repeat(size));
      const headers = { authorization: `Bearer ${mock.tokenFor(EMAIL)}`, 'x-request-from': 'web' };
      let length = 0;
      const steps = await stepsOf(async () => {
        const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
        length = (await (await mock.fetch(path, init)).text()).length;
      });
      return [steps, length];
    };
    expect(await growthOf(100, measure, 8)).toBeLessThan(9);
  });
});

describe('A request costs at most nine times as much for a body or state of eight times the size:', () => {
  it.each(Object.entries(cases))('%s', async (_, { behavior, given, request, refused = false }) => {
    const measure = async (size: number) => {
      const mock = open(behavior);
      await given?.(mock, size);
      const [method, path, body] = request(size);
      const headers = { authorization: `Bearer ${mock.tokenFor(EMAIL)}`, 'x-request-from': 'web' };
      const before = mock.recordsRead;
      let length = 0;
      const steps = await stepsOf(async () => {
        const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
        const text = await (await mock.fetch(path, init)).text();
        expect(text.slice(0, 300)).not.toMatch(refused ? /"data":\[/ : /"code"/);
        length = text.length;
      });
      return [steps, length, mock.recordsRead - before];
    };
    expect(await growthOf(40, measure, 8)).toBeLessThan(9);
  });
});
