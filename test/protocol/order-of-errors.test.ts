import { createMock } from 'briefs-mock';
import { routes } from 'briefs-mock/schemas';
import { describe, expect, it } from 'vitest';
import { office } from '../support/user-data-office.js';

type Item = Readonly<Record<string, unknown>>;

/** The kinds of faults, in the order of their precedence (X6). */
const statuses = { malformed: 400, missing: 404, taken: 409 } as const;
type Kind = keyof typeof statuses;
const kinds = Object.keys(statuses) as Kind[];

/** A valid item or body for a route, and for each kind of fault the fields that cause it. */
interface Example extends Readonly<Partial<Record<Kind, Item>>> {
  readonly path: string;
  readonly valid: Item;
}

const legacy = {
  action: 'sync',
  application: { name: 'Kiosk' },
  application_user: { legacy_id: 700 },
  entitlement: { slug: 'gazette', content_type: 'brief' },
  client: { short_name: 'elm', display_name: 'Elm', type: 'company' },
  user: { fname: 'Eve', lname: 'Ek', email: 'eve@elm.example' },
};
const eve = { fname: 'Eve', lname: 'Ek', email: 'eve@free.example' };
const userFaults = {
  malformed: { user_type: 'admin' },
  missing: { client_id: 99 },
  taken: { email: 'dina@free.example' },
};

/** The routes that both preference APIs have. */
function preferenceExamples(base: string): Record<string, Example> {
  const entry = { malformed: { description: 2 }, missing: { parent: 99 } };
  const entity = { malformed: { entity_gid: 4 }, missing: { preference_id: 0 } };
  const generic = { malformed: { preference_value: 4 }, missing: { preference_id: -1 } };
  const setting = { preference_hierarchy: 1, user_id: 1, application_preference: 1 };
  return {
    [`POST ${base}/preference-hierarchy`]: { path: 'preference-hierarchy', valid: { label: 'New' }, ...entry },
    [`PUT ${base}/preference-hierarchy/:id`]: { path: 'preference-hierarchy/1', valid: {}, ...entry },
    [`POST ${base}/entity-preference`]: { path: 'entity-preference', valid: { preference_id: 2 }, ...entity },
    [`PUT ${base}/entity-preference/:id`]: { path: 'entity-preference/1', valid: {}, ...entity },
    [`POST ${base}/generic-preference`]: { path: 'generic-preference', valid: { preference_id: 1 }, ...generic },
    [`PUT ${base}/generic-preference/:id`]: { path: 'generic-preference/1', valid: {}, ...generic },
    [`POST ${base}/get-preference`]: { path: 'get-preference', valid: {} },
    [`POST ${base}/set-preference`]: {
      path: 'set-preference',
      valid: setting,
      malformed: { entity: [{}] },
      missing: { application_preference: 99 },
    },
  };
}

const userDataExamples: Record<string, Example> = {
  ...preferenceExamples('/user-data/v1'),
  'POST /user-data/v1/preference': {
    path: 'preference',
    valid: { name: 'Font', slug: 'font' },
    malformed: { name: '' },
    taken: { slug: 'theme' },
  },
  'PUT /user-data/v1/preference/:id': {
    path: 'preference/1',
    valid: {},
    malformed: { name: '' },
    taken: { slug: 'page-layout' },
  },
  'POST /user-data/v1/user-preference': {
    path: 'user-preference',
    valid: { user_email: 'dina@free.example', preference_id: 1, preference_value: {} },
    malformed: { preference_value: 3 },
    missing: { preference_id: 99 },
  },
  'PUT /user-data/v1/user-preference/:id': {
    path: 'user-preference/1',
    valid: {},
    malformed: { preference_value: 3 },
    missing: { user_email: 'nobody@free.example' },
    taken: { preference_id: 2 },
  },
  'POST /user-data/v1/user': { path: 'user', valid: eve, ...userFaults },
  'PUT /user-data/v1/user/:id': { path: 'user/2', valid: {}, ...userFaults },
  'POST /user-data/v1/application': { path: 'application', valid: { name: 'Kiosk' } },
  'PUT /user-data/v1/application/:id': { path: 'application/1', valid: {} },
  'POST /user-data/v1/application-user': {
    path: 'application-user',
    valid: { user_id: 3, application_id: 1, legacy_id: 103 },
    malformed: { legacy_id: '103' },
    missing: { user_id: 0 },
    taken: { application_id: 1, legacy_id: 101 },
  },
  'PUT /user-data/v1/application-user/:id': {
    path: 'application-user/3',
    valid: {},
    malformed: { legacy_id: null },
    missing: { user_id: -1 },
    taken: { application_id: 1, legacy_id: 102 },
  },
  'POST /user-data/v1/feature': {
    path: 'feature',
    valid: { app_id: 1, name: 'Notes' },
    malformed: { description: 4 },
    missing: { app_id: 99 },
    taken: { name: 'Search' },
  },
  'PUT /user-data/v1/feature/:id': {
    path: 'feature/2',
    valid: {},
    malformed: { description: 4 },
    missing: { app_id: 99 },
    taken: { name: 'Search' },
  },
  'POST /user-data/v1/package': {
    path: 'package',
    valid: { name: 'pro' },
    malformed: { description: 4 },
    taken: { name: 'basic' },
  },
  'PUT /user-data/v1/package/:id': {
    path: 'package/2',
    valid: {},
    malformed: { description: 4 },
    taken: { name: 'basic' },
  },
  'POST /user-data/v1/feature-package': {
    path: 'feature-package',
    valid: { package_id: 1, feature_id: 3 },
    malformed: { display_order: 'first' },
    missing: { package_id: 99 },
    taken: { feature_id: 1 },
  },
  'PUT /user-data/v1/feature-package/:id': {
    path: 'feature-package/2',
    valid: {},
    malformed: { display_order: 'first' },
    missing: { package_id: 99 },
    taken: { feature_id: 2 },
  },
  'POST /user-data/v1/application-preference': {
    path: 'application-preference',
    valid: { application_id: 2, preference_label: 'Font' },
    malformed: { preference_description: 2 },
    missing: { application_id: 99 },
    taken: { preference_slug: 'colour' },
  },
  'PUT /user-data/v1/application-preference/:id': {
    path: 'application-preference/3',
    valid: {},
    malformed: { preference_description: 2 },
    missing: { application_id: 99 },
    taken: { preference_slug: 'colour' },
  },
  'POST /user-data/v1/user-application-preference/:application_id/:user_id': {
    path: 'user-application-preference/1/1',
    valid: { app_preference_id: 1, user_id: 1, value: 'green' },
    malformed: { user_id: 2 },
    missing: { app_preference_id: 3 },
  },
  'PUT /user-data/v1/user-application-preference/:application_id/:user_id/:preference_id': {
    path: 'user-application-preference/1/1/1',
    valid: {},
    malformed: { type: 'Entity' },
    missing: { app_preference_id: 3 },
  },
  'DELETE /user-data/v1/user-application-preference/:application_id/:user_id': {
    path: 'user-application-preference/1/1',
    valid: { ids: [1], type: 'generic' },
    malformed: { type: 'other' },
    missing: { ids: [99] },
  },
  'POST /user-data/v1/client': {
    path: 'client',
    valid: { name: 'Elm', short_name: 'elm', display_name: 'Elm', type: 'company' },
    malformed: { status: 'new' },
    taken: { name: 'Oak & Sons' },
  },
  'PUT /user-data/v1/client/:id': {
    path: 'client/1',
    valid: {},
    malformed: { status: 'new' },
    taken: { name: 'Oak & Sons' },
  },
  'POST /user-data/v1/brief-client': {
    path: 'brief-client',
    valid: { brief_id: 'b6', client_id: 1 },
    malformed: { client_id: '1' },
    missing: { brief_id: 'b99' },
    taken: { client_id: 2 },
  },
  'PUT /user-data/v1/brief-client/:id': { path: 'brief-client/1', valid: {} },
  'PUT /user-data/v1/client-brief/:id': { path: 'client-brief/1', valid: {} },
  'POST /user-data/v1/content-entitlement': {
    path: 'content-entitlement',
    valid: { application_user_id: 1, content_type: 'brief', slug: 'gazette' },
    malformed: { is_subscribed: 'yes' },
    missing: { application_user_id: 99 },
    taken: { slug: 'harbour-log' },
  },
  'PUT /user-data/v1/content-entitlement/:id': { path: 'content-entitlement/1', valid: {} },
  'POST /user-data/v1/content-entitlement-sync': {
    path: 'content-entitlement-sync',
    valid: legacy,
    malformed: { user: { ...legacy.user, email: 'eve' } },
    taken: { client: { ...legacy.client, display_name: 'Oak & Sons' } },
  },
  'POST /user-data/v1/content-entitlement-sync/filter': {
    path: 'content-entitlement-sync/filter',
    valid: { slug: ['gazette'], content_type: 'brief' },
  },
  'POST /user-data/v1/user-brief/filter': { path: 'user-brief/filter', valid: { email: 'ann@acme.example' } },
  'POST /user-data/v1/brief-entitlement': {
    path: 'brief-entitlement',
    valid: { ...eve, brief_slug: 'gazette' },
    malformed: { lname: '' },
    missing: { brief_slug: 'nowhere' },
    // With uniqueFirstName.
    taken: { fname: 'Ann' },
  },
};

const userPreferenceExamples: Record<string, Example> = {
  ...preferenceExamples('/user-preference/v1'),
  'POST /user-preference/v1/application': {
    path: 'application',
    valid: { name: 'Kiosk' },
    malformed: { description: 7 },
    taken: { name: 'Desk' },
  },
  'PUT /user-preference/v1/application/:id': {
    path: 'application/1',
    valid: {},
    malformed: { description: 7 },
    taken: { name: 'Desk' },
  },
  'POST /user-preference/v1/preference': {
    path: 'preference',
    valid: { user_id: 3, application_preference: 3, preference_hierarchy: 1 },
    malformed: { user_email: 'ann@acme.example' },
    missing: { application_preference: 0 },
  },
  // The preference has values, so its type cannot change.
  'PUT /user-preference/v1/preference/:id': {
    path: 'preference/1',
    valid: {},
    malformed: { type: 'Entity' },
    missing: { preference_hierarchy: 99 },
  },
};

const controlExamples: Record<string, Example> = {
  'POST /__mock/data/:table': { path: 'data/user', valid: eve, ...userFaults },
  'PATCH /__mock/data/:table/:key': { path: 'data/user/2', valid: {}, ...userFaults },
  'POST /__mock/tokens': {
    path: 'tokens',
    valid: { email: 'ann@acme.example' },
    malformed: { expires_in: 'soon' },
    missing: { email: 'nobody@free.example' },
  },
};

/** Control calls whose bodies refer to no record. */
const plainControlCalls = [
  'POST /__mock/changes',
  'POST /__mock/data',
  'POST /__mock/make/:maker',
  'PUT /__mock/clock',
  'POST /__mock/faults',
  'POST /__mock/faults/held/:entry/release',
  'POST /__mock/requests/count',
  'POST /__mock/requests/verify',
  'POST /__mock/reset',
  'POST /__mock/restore',
  'POST /__mock/rewind',
  'POST /__mock/sessions',
  'POST /__mock/trace/end',
];

const examples = { ...userDataExamples, ...userPreferenceExamples, ...controlExamples };

const withBody = Object.entries(routes).filter(([, { body, item }]) => body !== undefined || item !== undefined);

const mock = createMock({ scenario: office, behavior: { uniqueFirstName: true } });

/** Sends a body to a fork of the mock, so that no request sees the result of another one. */
async function statusOf(method: string, path: string, body: string | undefined, on = mock): Promise<number> {
  const headers = { 'content-type': 'application/json', 'x-request-from': 'portal' };
  const init = { method, headers, ...(body !== undefined && { body }) };
  return (await on.fork().fetch(path, init)).status;
}

it('X6: the examples cover every route with a body', () => {
  const covered = [...Object.keys(examples), ...plainControlCalls];
  expect(withBody.map(([route]) => route).sort()).toEqual(covered.sort());
});

/** Every choice of kinds whose fields do not overlap. */
function combinationsIn(example: Example): Kind[][] {
  const known = kinds.filter((kind) => example[kind] !== undefined);
  const subsets: Kind[][] = [[]];
  for (const kind of known) subsets.push(...subsets.map((set) => [...set, kind]));
  return subsets.filter((set) => {
    const fields = set.flatMap((kind) => Object.keys(example[kind] as Item));
    return new Set(fields).size === fields.length;
  });
}

describe('X6: the faults of one item', () => {
  const cases = Object.entries(examples).flatMap(([route, example]) =>
    combinationsIn(example).map((set) => [route, set.join(' + ') || 'no fault', example, set] as const),
  );

  it.each(cases)('%s with %s: 400 comes before 404 before 409', async (route, _, { path, valid, ...faults }, set) => {
    const [method = '', pattern = ''] = route.split(' ');
    const base = pattern.startsWith('/__mock') ? '/__mock' : pattern.split('/').slice(0, 3).join('/');
    const item = Object.assign({}, valid, ...set.map((kind) => faults[kind]));
    const body = JSON.stringify(routes[route]?.item === undefined ? item : [item]);
    const [first] = set;
    expect(await statusOf(method, `${base}/${path}`, body)).toBe(first === undefined ? 200 : statuses[first]);
  });
});

describe('X6: a record in the path that does not exist', () => {
  const unknown = withBody.flatMap(([route, { params }]) => {
    const [method = '', path = ''] = route.split(' ');
    // Each of the ids in turn; for a table of the control API, the table too.
    return Object.keys(params?.shape ?? {}).map((name) => {
      const filled = path.replaceAll(/:(\w+)/g, (_, other) =>
        other === name ? '99' : other === 'table' ? 'user' : '1',
      );
      return [method, filled] as const;
    });
  });
  const strict = createMock({ scenario: office, behavior: { requireContentType: true } });

  it.each(unknown)('%s %s gets 404, whatever the body is', async (method, path) => {
    const bodies = [undefined, '', '{', 'null', '"text"', '7', '[7]', '{"id":{}}', '[{"email":7,"user_id":7}]'];
    for (const body of bodies) expect(await statusOf(method, path, body), body).toBe(404);
    expect(await statusOf(method, path, `"${'x'.repeat(1024 * 1024)}"`), 'a body that is too large').toBe(404);
    const text = { method, headers: { 'content-type': 'text/plain' }, body: '{}' };
    expect((await strict.fork().fetch(path, text)).status, 'a body of another content type').toBe(404);
  });

  it('is looked for in every route with ids in its path and a body', () => {
    expect(unknown.length).toBeGreaterThanOrEqual(30);
  });
});
