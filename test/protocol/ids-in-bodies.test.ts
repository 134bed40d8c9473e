import { createMock } from 'briefs-mock';
import { describe, expect, it } from 'vitest';
import { office } from '../support/user-data-office.js';

type Item = Readonly<Record<string, unknown>>;

const setting = { preference_hierarchy: 1, user_id: 1, application_preference: 1 };
const sharedItems: readonly [string, Item, ...string[]][] = [
  ['preference-hierarchy', { label: 'New', parent: 1 }, 'parent'],
  ['entity-preference', { preference_id: 2 }, 'preference_id'],
  ['generic-preference', { preference_id: 1 }, 'preference_id'],
  ['set-preference', setting, 'preference_hierarchy', 'user_id', 'application_preference'],
];

/** The path of a POST, a valid item, and the fields of it that are ids of other records. */
const items: readonly [string, Item, ...string[]][] = [
  ...sharedItems.map(([path, ...rest]): [string, Item, ...string[]] => [`user-data/v1/${path}`, ...rest]),
  ...sharedItems.map(([path, ...rest]): [string, Item, ...string[]] => [`user-preference/v1/${path}`, ...rest]),
  ['user-data/v1/user', { fname: 'Eve', lname: 'Ek', email: 'eve@oak.example', client_id: 2 }, 'client_id'],
  ['user-data/v1/application-user', { user_id: 3, application_id: 1, legacy_id: 9 }, 'user_id', 'application_id'],
  ['user-data/v1/feature', { app_id: 1, name: 'Notes' }, 'app_id'],
  ['user-data/v1/feature-package', { package_id: 1, feature_id: 3 }, 'package_id', 'feature_id'],
  ['user-data/v1/application-preference', { application_id: 2, preference_label: 'Font' }, 'application_id'],
  [
    'user-data/v1/user-application-preference/1/1',
    { app_preference_id: 1, user_id: 1, value: 'x' },
    'app_preference_id',
  ],
  [
    'user-data/v1/user-preference',
    { user_email: 'dina@free.example', preference_id: 1, preference_value: {} },
    'preference_id',
  ],
  ['user-data/v1/brief-client', { brief_id: 'b8', client_id: 1 }, 'client_id'],
  [
    'user-data/v1/content-entitlement',
    { application_user_id: 3, content_type: 'brief', slug: 'gazette' },
    'application_user_id',
  ],
  ['user-preference/v1/preference', setting, 'preference_hierarchy', 'user_id', 'application_preference'],
  ['__mock/data/user_package', { user_id: 3, package_id: 1 }, 'user_id', 'package_id'],
];

/** The path of a PUT, and the fields of its body that are ids of other records. */
const changes: readonly [string, ...string[]][] = [
  ['user-data/v1/preference-hierarchy/1', 'parent'],
  ['user-data/v1/entity-preference/1', 'preference_id'],
  ['user-data/v1/generic-preference/1', 'preference_id'],
  ['user-data/v1/user/2', 'client_id'],
  ['user-data/v1/application-user/1', 'user_id', 'application_id'],
  ['user-data/v1/feature/1', 'app_id'],
  ['user-data/v1/feature-package/1', 'package_id', 'feature_id'],
  ['user-data/v1/application-preference/1', 'application_id'],
  ['user-data/v1/user-application-preference/1/1/1', 'app_preference_id'],
  ['user-data/v1/user-preference/1', 'preference_id'],
  ['user-preference/v1/preference-hierarchy/1', 'parent'],
  ['user-preference/v1/entity-preference/1', 'preference_id'],
  ['user-preference/v1/generic-preference/1', 'preference_id'],
  ['user-preference/v1/preference/1', 'preference_hierarchy', 'user_id', 'application_preference'],
];

const mock = createMock({ scenario: office });

/** Sends a body to a fork of the mock, and returns the status and the paths of the issues. */
async function answerTo(method: string, path: string, body: unknown) {
  const headers = { 'content-type': 'application/json' };
  const response = await mock.fork().fetch(`/${path}`, { method, headers, body: JSON.stringify(body) });
  const { error } = (await response.json()) as { error?: { issues?: { path: string }[] } };
  return [response.status, ...(error?.issues ?? []).map((issue) => issue.path)];
}

describe('An id in a body', () => {
  const posted = items.flatMap(([path, item, ...fields]) => fields.map((field) => [path, field, item] as const));

  it.each(posted)(
    'X5, X10: POST /%s with a %s that no record has gets 404, whatever its value is',
    async (path, field, item) => {
      expect(await answerTo('POST', path, [item])).toEqual([200]);
      for (const id of [0, -1, 999]) {
        expect(await answerTo('POST', path, [{ ...item, [field]: id }]), `${id}`).toEqual([404, `0.${field}`]);
      }
    },
  );

  const put = changes.flatMap(([path, ...fields]) => fields.map((field) => [path, field] as const));

  it.each(put)('X5, X10: PUT /%s with a %s that no record has gets 404, whatever its value is', async (path, field) => {
    for (const id of [0, -1, 999]) {
      expect(await answerTo('PUT', path, { [field]: id }), `${id}`).toEqual([404, field]);
    }
  });

  it.each([...posted, ...put])(
    'X5: /%s with a %s that is not an integer gets 400',
    async (path, field, item?: Item) => {
      for (const id of ['1', 1.5, true, [1]]) {
        const answer = await (item === undefined
          ? answerTo('PUT', path, { [field]: id })
          : answerTo('POST', path, [{ ...item, [field]: id }]));
        expect(answer, `${id}`).toEqual([400, item === undefined ? field : `0.${field}`]);
      }
    },
  );

  /** Null removes an optional reference. */
  const optional = ['parent', 'client_id of user', 'preference_hierarchy of preference'];
  const required = [...posted, ...put].filter(([path, field]) => {
    const [resource = ''] = /[a-z_-]+(?=\/\d+$|$)/.exec(path) ?? [];
    return !optional.includes(field) && !optional.includes(`${field} of ${resource}`);
  });

  it.each(required)('X21: /%s with null as %s, which is required, gets 400', async (path, field, item?: Item) => {
    const answer = await (item === undefined
      ? answerTo('PUT', path, { [field]: null })
      : answerTo('POST', path, [{ ...item, [field]: null }]));
    expect(answer[0]).toBe(400);
  });
});

describe('X21: null in a column with a default gives the default', () => {
  const client = { name: 'Elm', short_name: 'elm', display_name: 'Elm', type: 'company' };
  it.each<[string, Item, string, unknown]>([
    ['user-data/v1/user', { fname: 'Eve', lname: 'Ek', email: 'eve@free.example' }, 'user_type', 'normal'],
    ['user-data/v1/client', client, 'status', 'active'],
    [
      'user-data/v1/content-entitlement',
      { application_user_id: 3, content_type: 'brief', slug: 'gazette' },
      'is_subscribed',
      true,
    ],
    ['user-preference/v1/preference', setting, 'type', 'Generic'],
    ['user-preference/v1/preference', setting, 'name', 'Colour'],
    ['user-data/v1/set-preference', setting, 'type', 'Generic'],
    ['user-data/v1/set-preference', setting, 'name', 'Colour'],
  ])('POST /%s (case %#)', async (path, item, field, expected) => {
    const body = JSON.stringify([{ ...item, [field]: null }]);
    const { data } = await (await mock.fork().fetch(`/${path}`, { method: 'POST', body })).json();
    expect(data).toMatchObject([{ [field]: expected }]);
  });

  it.each<[string, string, unknown, unknown]>([
    ['user-data/v1/user/1', 'user_type', 'decision_maker', 'normal'],
    ['user-data/v1/client/1', 'status', 'deleted', 'active'],
    ['user-data/v1/package/1', 'status', 'old', 'active'],
    ['user-data/v1/content-entitlement/1', 'is_subscribed', false, true],
  ])('PUT /%s, %s', async (path, field, other, expected) => {
    const fork = mock.fork();
    const put = async (value: unknown) => {
      const body = JSON.stringify({ [field]: value });
      return (await (await fork.fetch(`/${path}`, { method: 'PUT', body })).json()).data;
    };
    expect(await put(other)).toMatchObject([{ [field]: other }]);
    expect(await put(null)).toMatchObject([{ [field]: expected }]);
  });
});
