import * as z from 'zod/mini';
import { requiredText } from '../../foundation/common-schemas.js';
import { issuesError, malformedAt, notFound } from '../../foundation/mock-error.js';
import { DEFAULT_PREFERENCE_TYPE, preferenceTypes } from '../../model/tables/preference.js';
import type { Row, Tables } from '../../model/tables.js';
import { writeEach } from '../../protocol/bulk.js';
import { optionalParameter, recordId } from '../../protocol/parameter-schemas.js';
import { defineRoute, type RouteContext } from '../../protocol/route.js';
import { aboutPreference } from '../preferences/about-preference.js';
import { preferenceType } from '../preferences/preference-type.js';
import { changePreference, setPreference, soleValue, valuesOf } from '../preferences/set-preference.js';

const PATH = '/user-data/v1/user-application-preference/:application_id/:user_id';
const params = { application_id: recordId, user_id: recordId };

/** User-Data API, "User application preference item": one item per value (D12). */
export const userApplicationPreference = z.strictObject({
  /** The id of the preference. */
  id: z.int(),
  /** The id of the application preference that it sets. */
  app_preference_id: z.int(),
  /** The id of the value: of an entity preference or a generic preference. */
  user_app_preference_id: z.int(),
  /** The id of its user. */
  user_id: z.int(),
  /** Which kind of value it is. */
  type: z.enum(preferenceTypes),
  /** The text of a generic value, or the gid of an entity. */
  value: z.nullable(z.string()),
});
/** An item in the answer of GET. */
export const listedUserApplicationPreference = z.extend(userApplicationPreference, {
  /** The slug of the application preference. */
  app_preference_slug: z.string(),
});

/** An item of POST. */
export const newUserApplicationPreference = z.object({
  /** The id of an application preference of the application in the path. */
  app_preference_id: z.int(),
  /** The id of the user in the path. */
  user_id: z.int(),
  /** `Entity` or `Generic`, case-insensitive. Default `Generic`. */
  type: z._default(z.nullable(preferenceType), DEFAULT_PREFERENCE_TYPE),
  /** The only value afterwards: any text or, for the type `Entity`, the gid of any entity. */
  value: requiredText,
});
/** The body of PUT. */
export const changedUserApplicationPreference = z.object({
  /** The id of an application preference of the application in the path. Default: as before. */
  app_preference_id: z.optional(z.int()),
  /** The id of the user in the path. */
  user_id: z.optional(z.int()),
  /** `Entity` or `Generic`, case-insensitive. Default: as before. */
  type: z.nullish(preferenceType),
  /** The only value afterwards. Default: the first one. Required if there is none of the type. */
  value: z.optional(requiredText),
});
/** The body of DELETE. */
export const userApplicationPreferenceRemoval = z.object({
  /** The ids of preferences of the user and the application in the path. */
  ids: z.array(z.int()),
  /** The type of all of them: `Entity` or `Generic`, case-insensitive. */
  type: preferenceType,
});

const list = defineRoute({
  method: 'GET',
  path: PATH,
  summary: 'List the preferences of a user in an application',
  decisions: ['D12'],
  params,
  find: findOwner,
  query: { pref_slugs: optionalParameter(z.string(), 'Slugs of application preferences, separated by commas.') },
  example: (state) => aboutPreference(state, ({ owner }) => ({ params: owner })),
  response: z.strictObject({ data: z.array(listedUserApplicationPreference) }),
  handle: ({ params, query }, { tables }: RouteContext) => {
    const { pref_slugs } = query;
    const slugs = pref_slugs === undefined ? undefined : new Set(pref_slugs.split(',').map((slug) => slug.trim()));
    const data = tables.preference
      .list({ user_id: params.user_id })
      .map((preference) => ({ preference, definition: definitionOf(preference, tables) }))
      .filter(({ definition }) => definition.application_id === params.application_id)
      .filter(({ definition }) => slugs === undefined || slugs.has(definition.preference_slug))
      .flatMap(({ preference, definition }) =>
        itemsOf(preference, tables).map((item) => ({ ...item, app_preference_slug: definition.preference_slug })),
      );
    return { data };
  },
});

const create = defineRoute({
  method: 'POST',
  path: PATH,
  summary: 'Set one or more preferences of a user in an application, all or none',
  decisions: ['D12', 'D13', 'D17', 'D30', 'D32'],
  params,
  find: findOwner,
  items: { schema: newUserApplicationPreference, orOne: false },
  example: (state) =>
    aboutPreference(state, ({ owner, preference: { application_preference, user_id, type }, value }) => ({
      params: owner,
      body: [{ app_preference_id: application_preference, user_id, type, value }],
    })),
  response: z.strictObject({ data: z.array(userApplicationPreference) }),
  handle: ({ params, batch }, context: RouteContext) => {
    const { tables } = context;
    const preferences = writeEach(
      batch,
      newUserApplicationPreference,
      ({ app_preference_id, user_id, value, ...given }) => {
        const type = given.type ?? DEFAULT_PREFERENCE_TYPE;
        checkUser(user_id, params);
        checkDefinition(app_preference_id, params, tables);
        const columns = { user_id, application_preference: app_preference_id, preference_hierarchy: null, type };
        return setPreference({ ...columns, ...soleValue(type, value) }, context);
      },
    );
    return { data: preferences.flatMap(({ id }) => itemsOf(tables.preference.get(id) as Row<'preference'>, tables)) };
  },
});

const update = defineRoute({
  method: 'PUT',
  path: `${PATH}/:preference_id`,
  summary: 'Update a preference of a user in an application and reduce it to one value',
  decisions: ['D12', 'D15', 'D17', 'D30', 'D32', 'X8'],
  params: { ...params, preference_id: recordId },
  find: (path, context: RouteContext) => {
    findOwner(path, context);
    const { application_id, user_id, preference_id } = path;
    const preference = findPreference(preference_id, path, context.tables);
    if (preference !== undefined) return preference;
    const message = `User ${user_id} has no preference ${preference_id} in application ${application_id}`;
    throw notFound(message);
  },
  body: changedUserApplicationPreference,
  example: (state) =>
    aboutPreference(state, ({ owner, preference: { id }, value }) => ({
      params: { ...owner, preference_id: id },
      body: { value },
    })),
  response: z.strictObject({ data: userApplicationPreference }),
  failures: ['conflict'],
  handle: ({ params, found, body }, context: RouteContext) => {
    const { tables } = context;
    const {
      app_preference_id = found.application_preference,
      user_id = found.user_id,
      type: given = found.type,
    } = body;
    const type = given ?? DEFAULT_PREFERENCE_TYPE;
    const [current] = type === found.type ? itemsOf(found, tables) : [];
    const value = body.value ?? current?.value;
    checkUser(user_id, params);
    if (value === undefined) {
      throw malformedAt('value', `is required, because the preference has no ${type} value`);
    }
    checkDefinition(app_preference_id, params, tables);
    const columns = { application_preference: app_preference_id, type };
    const preference = changePreference(found, columns, value, context);
    return { data: itemsOf(preference, tables)[0] as z.input<typeof userApplicationPreference> };
  },
});

const remove = defineRoute({
  method: 'DELETE',
  path: PATH,
  summary: 'Delete one or more preferences of one type, all or none',
  decisions: ['D12', 'D17'],
  params,
  find: findOwner,
  body: userApplicationPreferenceRemoval,
  example: (state) =>
    aboutPreference(state, ({ owner, preference: { id, type } }) => ({ params: owner, body: { ids: [id], type } })),
  response: z.strictObject({ data: z.array(userApplicationPreference) }),
  handle: ({ params, body }, { tables }: RouteContext) => {
    const { application_id, user_id } = params;
    const preferences = body.ids.map((id) => findPreference(id, params, tables));
    const issues = body.ids.flatMap((id, i) => {
      const message = `user ${user_id} has no ${body.type} preference ${id} in application ${application_id}`;
      return preferences[i]?.type === body.type ? [] : [{ path: `ids.${i}`, message }];
    });
    if (issues.length > 0) throw issuesError('not_found', issues);
    const data = [...new Set(preferences as Row<'preference'>[])].flatMap((preference) => {
      const items = itemsOf(preference, tables);
      tables.preference.remove(preference.id);
      return items;
    });
    return { data };
  },
});

export const userApplicationPreferenceRoutes = [list, create, update, remove];

interface PathIds {
  readonly application_id: number;
  readonly user_id: number;
}

/** A preference as a list of items, one per value. */
function itemsOf(preference: Row<'preference'>, tables: Tables): z.input<typeof userApplicationPreference>[] {
  const { id, application_preference, user_id, type } = preference;
  const { generic, entity } = valuesOf(preference, tables);
  const values = [
    ...generic.map(({ id, preference_value }) => ({ id, value: preference_value })),
    ...entity.map(({ id, entity_gid }) => ({ id, value: entity_gid })),
  ];
  return values.map((row) => ({
    id,
    app_preference_id: application_preference,
    user_app_preference_id: row.id,
    user_id,
    type,
    value: row.value,
  }));
}

function definitionOf({ application_preference }: Row<'preference'>, tables: Tables): Row<'application_preference'> {
  return tables.application_preference.get(application_preference) as Row<'application_preference'>;
}

/** The preference with this id, if it belongs to the user and the application in the path. */
function findPreference(id: number, path: PathIds, tables: Tables): Row<'preference'> | undefined {
  const preference = tables.preference.get(id);
  if (preference === undefined || preference.user_id !== path.user_id) return undefined;
  return definitionOf(preference, tables).application_id === path.application_id ? preference : undefined;
}

/** @throws MockError `not_found` if the application or the user in the path does not exist */
function findOwner({ application_id, user_id }: PathIds, { tables }: RouteContext): void {
  if (tables.application.get(application_id) === undefined) throw notFound(`There is no application ${application_id}`);
  if (tables.user.get(user_id) === undefined) throw notFound(`There is no user ${user_id}`);
}

/** D30: the body must refer to the user in the path. */
function checkUser(user_id: number, path: PathIds): void {
  if (user_id === path.user_id) return;
  throw malformedAt('user_id', `must be ${path.user_id}, the user in the path, not ${user_id}`);
}

/** D30: the body must refer to an application preference of the application in the path. */
function checkDefinition(app_preference_id: number, { application_id }: PathIds, tables: Tables): void {
  if (tables.application_preference.get(app_preference_id)?.application_id === application_id) return;
  const message = `application ${application_id} has no application preference ${app_preference_id}`;
  throw issuesError('not_found', [{ path: 'app_preference_id', message }]);
}
