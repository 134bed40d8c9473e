import { createMock, type TableName } from 'briefs-mock';
import { makeSample } from './sample-rows.js';
import { keyOf, laws, tableNames } from './state-tables.js';
import { userDataRoutes } from './user-data.js';
import { office } from './user-data-office.js';

/** A PUT route: the path of record 1 of the scenario `office`, and a valid change of it. */
interface PutRoute {
  readonly path: string;
  readonly change: Item;
}

/** An item of a bulk body. */
export type Item = Readonly<Record<string, unknown>>;

/** A bulk route, with a valid item and an invalid item of each kind for the scenario `office`. */
export interface BulkRoute {
  readonly path: string;
  /** Whether the body can be a single object (X7). */
  readonly orOne?: boolean;
  readonly good: Item;
  /** Rejected with 400. */
  readonly malformed: Item;
  /** Rejected with 404, for routes with references. */
  readonly missing?: Item;
  /** Rejected with 409, for routes with unique constraints, at the latest when `good` is in the same body. */
  readonly taken?: Item;
  /** The answer to an empty array, if it is not an empty list. */
  readonly none?: unknown;
}

const legacy = {
  action: 'sync',
  application: { name: 'Reader' },
  application_user: { legacy_id: 104 },
  entitlement: { slug: 'gazette', content_type: 'brief' },
  client: { short_name: 'elm', display_name: 'Elm', type: 'company' },
  user: { fname: 'Dina', lname: 'Dale', email: 'dina@free.example' },
};

/** Bulk routes whose examples do not follow from their table. */
const chosenBulkRoutes: readonly BulkRoute[] = [
  {
    path: '/preference',
    orOne: true,
    good: { name: 'Font', slug: 'font' },
    malformed: { name: '', slug: 'ink' },
    taken: { name: 'Theme', slug: 'ink' },
  },
  {
    path: '/user-preference',
    orOne: true,
    good: { user_email: 'dina@free.example', preference_id: 1, preference_value: {} },
    malformed: { user_email: 'dina@free.example', preference_id: 2, preference_value: 3 },
    missing: { user_email: 'dina@free.example', preference_id: 99, preference_value: {} },
    taken: { user_email: 'Dina@free.example', preference_id: 1, preference_value: { again: true } },
  },
  {
    path: '/user',
    orOne: true,
    good: { fname: 'Eve', lname: 'Ek', email: 'eve@free.example' },
    malformed: { fname: 'Fay', lname: 'Fox', email: 'fay@free.example', client_id: 1 },
    missing: { fname: 'Fay', lname: 'Fox', email: 'fay@free.example', client_id: 99 },
    taken: { fname: 'Fay', lname: 'Fox', email: 'DINA@free.example' },
  },
  {
    path: '/application',
    good: { name: 'Kiosk' },
    malformed: { name: null },
    taken: { name: 'Desk' },
  },
  {
    path: '/application-user',
    good: { user_id: 3, application_id: 1, legacy_id: 103 },
    malformed: { user_id: 4, application_id: 1, legacy_id: '104' },
    missing: { user_id: 4, application_id: 99, legacy_id: 104 },
    taken: { user_id: 1, application_id: 1, legacy_id: 104 },
  },
  {
    path: '/feature',
    good: { app_id: 1, name: 'Notes' },
    malformed: { app_id: 1 },
    missing: { app_id: 99, name: 'Charts' },
    taken: { app_id: 2, name: 'Search' },
  },
  {
    path: '/package',
    good: { name: 'pro' },
    malformed: { name: 'max', description: 4 },
    taken: { name: 'basic' },
  },
  {
    path: '/feature-package',
    good: { package_id: 1, feature_id: 3 },
    malformed: { package_id: 1, feature_id: null },
    missing: { package_id: 99, feature_id: 2 },
    taken: { package_id: 1, feature_id: 1 },
  },
  {
    path: '/application-preference',
    good: { application_id: 2, preference_label: 'Font' },
    malformed: { application_id: 2, preference_label: '' },
    missing: { application_id: 99, preference_label: 'Ink' },
    taken: { application_id: 2, preference_label: 'Ink', preference_slug: 'colour' },
  },
  {
    path: '/preference-hierarchy',
    good: { label: 'New' },
    malformed: { label: 7 },
    missing: { label: 'Newer', parent: 99 },
  },
  {
    path: '/entity-preference',
    good: { preference_id: 2, entity_gid: 'g-3' },
    malformed: { preference_id: 1, entity_gid: 'g-4' },
    missing: { preference_id: 99, entity_gid: 'g-5' },
  },
  {
    path: '/generic-preference',
    good: { preference_id: 1, preference_value: 'green' },
    malformed: { preference_id: 2, preference_value: 'red' },
    missing: { preference_id: 99, preference_value: 'blue' },
  },
  {
    path: '/user-application-preference/1/1',
    good: { app_preference_id: 1, user_id: 1, type: 'Generic', value: 'green' },
    malformed: { app_preference_id: 1, user_id: 2, type: 'Generic', value: 'red' },
    missing: { app_preference_id: 3, user_id: 1, type: 'Generic', value: 'blue' },
  },
  {
    path: '/set-preference',
    good: { preference_hierarchy: 1, user_id: 1, application_preference: 1, generic: [{ preference_value: 'green' }] },
    malformed: { preference_hierarchy: 1, user_id: 1, application_preference: 1, entity: [{ entity_gid: 'g-3' }] },
    missing: { preference_hierarchy: 1, user_email: 'nobody@free.example', application_preference: 1 },
  },
  {
    path: '/client',
    good: { name: 'Elm', short_name: 'elm', display_name: 'Elm', type: 'company' },
    malformed: { name: 'Ash', short_name: 'ash', display_name: 'Ash', type: 'company', status: 'new' },
    taken: { name: 'Oak & Sons', short_name: 'ash', display_name: 'Ash', type: 'company' },
  },
  {
    path: '/brief-client',
    good: { brief_id: 'b8', client_id: 1 },
    malformed: { brief_id: 8, client_id: 1 },
    missing: { brief_id: 'b99', client_id: 1 },
    taken: { brief_id: 'b6', client_id: 2 },
  },
  {
    path: '/content-entitlement',
    good: { application_user_id: 3, content_type: 'brief', slug: 'gazette' },
    malformed: { application_user_id: 3, content_type: 'brief' },
    missing: { application_user_id: 99, content_type: 'brief', slug: 'gazette' },
    taken: { application_user_id: 1, content_type: 'brief', slug: 'harbour-log' },
  },
  {
    path: '/content-entitlement-sync',
    good: legacy,
    malformed: { ...legacy, action: 'update' },
    taken: { ...legacy, application_user: { legacy_id: 999 }, user: { ...legacy.user, email: 'ben@oak.example' } },
  },
  {
    path: '/content-entitlement-sync/filter',
    good: { slug: ['harbour-log', 'gazette'], content_type: 'brief' },
    malformed: { slug: 'harbour-log', content_type: 'brief' },
  },
  {
    path: '/brief-entitlement',
    good: { email: 'dina@free.example', brief_slug: 'gazette', is_default: true },
    malformed: { email: 'eve@free.example', brief_slug: 'gazette' },
    missing: { email: 'ben@oak.example', brief_slug: 'nowhere' },
  },
];

const chosenPutRoutes: readonly PutRoute[] = [
  { path: '/preference/1', change: { name: 'Skin' } },
  { path: '/user-preference/1', change: { preference_value: { mode: 'plain' } } },
  { path: '/user/1', change: { lname: 'Ash' } },
  { path: '/application/1', change: { name: 'Lens' } },
  { path: '/application-user/1', change: { legacy_id: 900 } },
  { path: '/feature/1', change: { description: 'Seeks' } },
  { path: '/package/1', change: { status: 'old' } },
  { path: '/feature-package/1', change: { display_order: 9 } },
  { path: '/application-preference/1', change: { preference_label: 'Tint' } },
  { path: '/preference-hierarchy/1', change: { label: 'Sight' } },
  { path: '/entity-preference/1', change: { entity_gid: 'g-9' } },
  { path: '/generic-preference/1', change: { preference_value: 'grey' } },
  { path: '/user-application-preference/1/1/1', change: { value: 'grey' } },
  { path: '/client/1', change: { display_name: 'ACME' } },
  { path: '/brief-client/1', change: { brief_id: 'b8' } },
  { path: '/client-brief/1', change: { brief_id: 'b8' } },
  { path: '/content-entitlement/1', change: { is_subscribed: false } },
];

const pathsOf = (wanted: string, pattern: RegExp) =>
  userDataRoutes.flatMap(({ method, path }) => (method === wanted && pattern.exec(path)?.[1]) || []);

/** The collections with a GET by id. */
export const readableById = pathsOf('GET', /^\/user-data\/v1(\/[^/]+)\/:id$/);

/** The collections without a GET by id, but with PUT and DELETE by id. */
export const unreadableById = pathsOf('PUT', /^\/user-data\/v1(\/[^/]+)\/:id$/).filter(
  (path) => !readableById.includes(path),
);

/** The table of a resource that has the same name, such as `brief_client` for `/brief-client`. */
export function tableAt(path: string): TableName | undefined {
  return tableNames.find((name) => path === `/${name.replaceAll('_', '-')}`);
}

/** Every bulk route of the user-data API. */
export const bulkRoutes: readonly BulkRoute[] = [
  ...chosenBulkRoutes,
  ...pathsOf('POST', /^\/user-data\/v1(\/[^/]+)$/).flatMap((path) => {
    const table = chosenBulkRoutes.some((route) => route.path === path) ? undefined : tableAt(path);
    return table === undefined ? [] : [bulkRouteOf(path, table)];
  }),
];

/** Every PUT route. */
export const putRoutes: readonly PutRoute[] = [
  ...chosenPutRoutes,
  ...pathsOf('PUT', /^\/user-data\/v1(\/[^/]+)\/:id$/).flatMap((path) => {
    const table = chosenPutRoutes.some((route) => route.path === `${path}/1`) ? undefined : tableAt(path);
    return table === undefined ? [] : [{ path: `${path}/1`, change: changeOf(table) }];
  }),
];

/** Examples from the definition of a table: a sample record, and copies of it with an invalid value. */
function bulkRouteOf(path: string, table: TableName): BulkRoute {
  const { columns, references, unique } = laws[table];
  const good = newRow(table);
  const isReference = (column: string) => references.some(({ takes }) => column in takes);
  const malformed = Object.keys(good).find((column) => !isReference(column) && !columns[column]?.(5)) as string;
  const [reference] = references;
  const missing = Object.keys(reference?.takes ?? {}).map((local) => [local, columns[local]?.(99) ? 99 : 'nowhere@no']);
  const [existing] = createMock({ scenario: office }).data[table].getAll();
  return {
    path,
    good,
    malformed: { ...good, [malformed]: 5 },
    ...(reference && { missing: { ...good, ...Object.fromEntries(missing) } }),
    ...(unique.length > 0 && { taken: withoutKey(table, existing as unknown as Item) }),
  };
}

/** A text column of the sample record that `office` has, with the value of another one. */
function changeOf(table: TableName): Item {
  const { references } = laws[table];
  const isReference = (column: string) => references.some(({ takes }) => column in takes);
  const change = Object.entries(newRow(table)).find(([column]) => !isReference(column));
  return change === undefined ? {} : Object.fromEntries([change]);
}

/** A sample record that can be created in `office`, without its key and without columns that are null. */
function newRow(table: TableName): Item {
  const row = makeSample(createMock({ scenario: office }), table);
  return Object.fromEntries(Object.entries(withoutKey(table, row)).filter(([, value]) => value !== null));
}

function withoutKey(table: TableName, row: Item): Item {
  return Object.fromEntries(Object.entries(row).filter(([column]) => column !== keyOf(table)));
}
