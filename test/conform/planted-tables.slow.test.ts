import { cases } from 'briefs-mock/conform';
import { describe, expect, it } from 'vitest';
import { accepting, changing, differingIn, emptying, keeping, type Plant } from '../support/planted-server.js';

/** What the tables of the specifications say about the plain resources, written down once more: the fields of PUT, the references. */
const resources: Readonly<Record<string, { fields: readonly string[]; hasUnique?: true }>> = {
  'user-data/client': {
    fields: ['name', 'short_name', 'display_name', 'type', 'domain', 'legacy_id', 'sf_id'],
    hasUnique: true,
  },
  'user-data/user': { fields: ['sf_id', 'fname', 'lname', 'email', 'client_id', 'user_type'], hasUnique: true },
  'user-data/application': { fields: ['name'], hasUnique: true },
  'user-data/application-user': { fields: ['user_id', 'application_id', 'legacy_id'], hasUnique: true },
  'user-data/feature': { fields: ['app_id', 'name', 'description'], hasUnique: true },
  'user-data/package': { fields: ['sf_id', 'name', 'display_name', 'description', 'status'], hasUnique: true },
  'user-data/feature-package': { fields: ['package_id', 'feature_id', 'display_order'], hasUnique: true },
  'user-data/application-preference': {
    fields: ['application_id', 'preference_label', 'preference_slug', 'preference_description'],
    hasUnique: true,
  },
  'user-data/preference-hierarchy': { fields: ['label', 'description', 'parent'] },
  'user-data/entity-preference': { fields: ['preference_id', 'entity_gid'] },
  'user-data/generic-preference': { fields: ['preference_id', 'schema_version'] },
  'user-data/preference': { fields: ['name', 'slug'], hasUnique: true },
  'user-data/user-preference': { fields: ['user_email', 'preference_id', 'preference_value'], hasUnique: true },
  'user-data/brief-client': { fields: ['brief_id'], hasUnique: true },
  'user-data/content-entitlement': { fields: ['is_subscribed', 'content_type'], hasUnique: true },
  'user-preference/application': { fields: ['name', 'description'], hasUnique: true },
  'user-preference/preference-hierarchy': { fields: ['label', 'description', 'parent'] },
  'user-preference/preference': {
    fields: ['name', 'preference_hierarchy', 'user_id', 'user_email', 'application_preference', 'type'],
  },
  'user-preference/entity-preference': { fields: ['preference_id', 'entity_gid'] },
  'user-preference/generic-preference': { fields: ['preference_id', 'schema_version'] },
};
const names = Object.keys(resources);

/** The path of the collection. */
function pathOf(resource: string): string {
  return `/${resource.replace('/', '/v1/')}`;
}

describe('conform reports, and nothing else,', () => {
  it.each(names)('X11: another order of %s', async (resource) => {
    const plant = changing('GET', new RegExp(`^${pathOf(resource)}$`), (body, { url }) =>
      new URL(url).search === '' ? { ...body, data: body.data.toReversed() } : body,
    );
    expect(await differingIn(plant, `${resource}/`)).toEqual([`${resource}/order`]);
  });

  it.each(names)('an unknown field of %s', async (resource) => {
    const plant = changing('GET', new RegExp(`^${pathOf(resource)}$`), (body) => ({
      ...body,
      data: body.data?.map((record: object) => ({ ...record, created_by: 'conform' })),
    }));
    expect(await differingIn(plant, `${resource}/`)).toEqual([`${resource}/GET/form`]);
  });

  it.each(names.filter((name) => (resources[name]?.fields.length ?? 0) > 1))(
    'X8: a PUT of %s that empties the fields that it leaves out',
    async (resource) => {
      const plant = emptying(pathOf(resource), resources[resource]?.fields ?? []);
      const found = await differingIn(plant, `${resource}/merge`);
      expect(found.filter((id) => !id.endsWith('/form'))).toEqual([`${resource}/merge`]);
    },
  );

  it.each(names.filter((name) => resources[name]?.hasUnique))(
    'X5: values of %s that are not unique',
    async (resource) => {
      const expected = cases.map(({ id }) => id).filter((id) => id.startsWith(`${resource}/unique`));
      const found = await differingIn(accepting(pathOf(resource), 409), `${resource}/unique`);
      expect(found.filter((id) => !id.endsWith('/form'))).toEqual(expected);
    },
  );

  it.each(names)('X5, X6, X7, X22, D32: values, bodies and lists of %s that should get 400', async (resource) => {
    const rules = ['required-', 'wrong-types', 'bodies', 'all-or-none', 'precedence'].map(
      (rule) => `${resource}/${rule}`,
    );
    const expected = cases.map(({ id }) => id).filter((id) => rules.some((rule) => id.startsWith(rule)));
    const found = await differingIn(
      accepting(pathOf(resource), 400),
      ...rules.filter((rule) => expected.some((id) => id.startsWith(rule))),
    );
    expect(found.filter((id) => !id.endsWith('/form')).sort()).toEqual(expected.sort());
  });

  it.each(names)('X5, X10: records of %s that do not exist and are answered all the same', async (resource) => {
    const rules = ['missing', 'missing-in-writes', 'unknown-references', 'odd-ids'].map(
      (rule) => `${resource}/${rule}`,
    );
    const expected = cases.map(({ id }) => id).filter((id) => rules.includes(id));
    const found = await differingIn(accepting(pathOf(resource), 404), ...expected);
    expect(found.filter((id) => !id.endsWith('/form')).sort()).toEqual(expected.sort());
  });

  it.each(names)('X8, X9: an id and unknown fields in a body of %s that are taken', async (resource) => {
    const plant: Plant = (fetch) => async (request) => {
      const isOwn = request.method === 'POST' && new URL(request.url).pathname === pathOf(resource);
      const sent = isOwn ? await request.clone().json() : undefined;
      const response = await fetch(request);
      if (!isOwn || !response.ok) return response;
      const body = await response.json();
      const data = body.data.map((record: object, i: number) => ({ ...sent[i], ...record }));
      return Response.json({ ...body, data }, { headers: response.headers });
    };
    const found = await differingIn(plant, `${resource}/unknown-fields`);
    expect(found.filter((id) => !id.endsWith('/form'))).toEqual([`${resource}/unknown-fields`]);
  });

  it.each(names)('X5, X23: a method that the paths of %s do not have', async (resource) => {
    const found = await differingIn(accepting(pathOf(resource), 405), `${resource}/methods`);
    expect(found.filter((id) => !id.endsWith('/form'))).toEqual([`${resource}/methods`]);
  });

  it.each([
    ['user-data/application-user', 'user-data/user', { user_id: 'id' }],
    ['user-data/user-preference', 'user-data/user', { user_email: 'email' }],
    ['user-preference/preference', 'user-data/user', { user_id: 'id' }],
    ['user-data/application-user', 'user-data/application', { application_id: 'id' }],
    ['user-data/feature', 'user-data/application', { app_id: 'id' }],
    ['user-data/application-preference', 'user-data/application', { application_id: 'id' }],
    ['user-data/application-user', 'user-preference/application', { application_id: 'id' }],
    ['user-data/feature', 'user-preference/application', { app_id: 'id' }],
    ['user-data/application-preference', 'user-preference/application', { application_id: 'id' }],
    ['user-data/content-entitlement', 'user-data/application-user', { application_user_id: 'id' }],
    ['user-data/feature-package', 'user-data/feature', { feature_id: 'id' }],
    ['user-data/feature-package', 'user-data/package', { package_id: 'id' }],
    ['user-preference/preference', 'user-data/application-preference', { application_preference: 'id' }],
    ['user-preference/preference', 'user-data/preference-hierarchy', { preference_hierarchy: 'id' }],
    ['user-preference/preference', 'user-preference/preference-hierarchy', { preference_hierarchy: 'id' }],
    ['user-preference/entity-preference', 'user-preference/preference', { preference_id: 'id' }],
    ['user-preference/generic-preference', 'user-preference/preference', { preference_id: 'id' }],
    ['user-data/user-preference', 'user-data/preference', { preference_id: 'id' }],
  ] as const)('X19: records of %s that stay when a record of %s is deleted', async (from, of, columns) => {
    const [, name = ''] = from.split('/');
    const all = cases.map(({ id }) => id).filter((id) => id.startsWith(`${of}/cascade`));
    const expected = all.length === 1 ? all : all.filter((id) => id === `${of}/cascade-${name}`);
    expect(expected).toHaveLength(1);
    expect(await differingIn(keeping(pathOf(from), pathOf(of), columns), `${of}/cascade`)).toEqual(expected);
  });
});
