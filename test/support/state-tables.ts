import type { TableName } from 'briefs-mock';

/** A record: its values by column. */
export type Cells = Record<string, unknown>;

/** Whether a value is valid in a column. */
type Fits = (value: unknown) => boolean;

/** A reference: the alternative sets of columns that identify its target, and the columns it copies from the target. */
export interface Reference {
  readonly to: TableName;
  readonly by: readonly Readonly<Record<string, string>>[];
  readonly takes: Readonly<Record<string, string>>;
  readonly whenGone: 'remove' | 'clear';
}

/** The rules of a table. The first column is its key; a key that is an id is generated. */
export interface TableLaw {
  readonly columns: Readonly<Record<string, Fits>>;
  readonly unique: readonly (readonly string[])[];
  readonly references: readonly Reference[];
  /** Constant defaults; computed defaults are in the model. */
  readonly defaults: Cells;
}

const isText: Fits = (value) => typeof value === 'string';
const isFilledText: Fits = (value) => isText(value) && value !== '';
const isInteger: Fits = (value) => Number.isSafeInteger(value);
const isCount: Fits = (value) => isInteger(value) && (value as number) >= 0;
export const isId: Fits = (value) => isInteger(value) && (value as number) > 0;
const isFlag: Fits = (value) => typeof value === 'boolean';
const isEmail: Fits = (value) => isText(value) && /^[^\s@]+@[^\s@]+$/.test(value as string);
const isDay: Fits = (value) => isText(value) && /^2026-03-\d\d$/.test(value as string);
const isObject: Fits = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isSource: Fits = (value) =>
  isObject(value) &&
  Object.keys(value as object)
    .sort()
    .join() === 'link,name';
const oneOf =
  (...values: unknown[]): Fits =>
  (value) =>
    values.includes(value);
const listOf =
  (fits: Fits): Fits =>
  (value) =>
    Array.isArray(value) && value.every(fits);
const orNull =
  (fits: Fits): Fits =>
  (value) =>
    value === null || fits(value);

/** A reference by one column, which copies only that column. */
function to(table: TableName, local: string, target = 'id', whenGone: Reference['whenGone'] = 'remove'): Reference {
  return { to: table, by: [{ [local]: target }], takes: { [local]: target }, whenGone };
}

const toArticle: Reference = {
  to: 'article',
  by: [{ brief_gid: 'brief_gid', article_gid: 'gid' }],
  takes: { brief_gid: 'brief_gid', article_gid: 'gid' },
  whenGone: 'remove',
};
const status = oneOf('active', 'deleted');

function law(
  columns: TableLaw['columns'],
  rest: { unique?: string[][]; references?: Reference[]; defaults?: Cells } = {},
): TableLaw {
  return { columns, unique: [], references: [], defaults: {}, ...rest };
}

/** The rules of every table, defined independently of the state engine, to compare it with. */
export const laws: Readonly<Record<TableName, TableLaw>> = {
  client: law(
    {
      id: isId,
      name: isFilledText,
      short_name: isFilledText,
      display_name: isFilledText,
      type: isFilledText,
      status,
      domain: orNull(listOf(isFilledText)),
      legacy_id: orNull(isInteger),
      sf_id: orNull(isText),
    },
    { unique: [['name']], defaults: { status: 'active' } },
  ),
  user: law(
    {
      id: isId,
      sf_id: orNull(isText),
      fname: isFilledText,
      lname: isFilledText,
      email: isEmail,
      client_id: orNull(isId),
      user_type: oneOf('normal', 'power_user', 'decision_maker', 'power_user_and_decision_maker'),
    },
    {
      unique: [['email']],
      references: [to('client', 'client_id', 'id', 'clear')],
      defaults: { user_type: 'normal' },
    },
  ),
  application: law({ id: isId, name: orNull(isFilledText), description: orNull(isText) }, { unique: [['name']] }),
  application_user: law(
    { id: isId, user_id: isId, application_id: isId, legacy_id: isInteger },
    {
      unique: [
        ['user_id', 'application_id'],
        ['application_id', 'legacy_id'],
      ],
      references: [to('user', 'user_id'), to('application', 'application_id')],
    },
  ),
  feature: law(
    { id: isId, app_id: isId, name: isFilledText, description: orNull(isText) },
    { unique: [['name']], references: [to('application', 'app_id')] },
  ),
  package: law(
    {
      id: isId,
      sf_id: orNull(isText),
      name: isFilledText,
      display_name: orNull(isText),
      description: orNull(isText),
      status: isText,
    },
    { unique: [['name']], defaults: { status: 'active' } },
  ),
  feature_package: law(
    { id: isId, package_id: isId, feature_id: isId, display_order: isInteger },
    { unique: [['package_id', 'feature_id']], references: [to('package', 'package_id'), to('feature', 'feature_id')] },
  ),
  user_package: law(
    { id: isId, user_id: isId, package_id: isId },
    { unique: [['user_id', 'package_id']], references: [to('user', 'user_id'), to('package', 'package_id')] },
  ),
  legacy_preference: law({ id: isId, name: isFilledText, slug: isFilledText }, { unique: [['name'], ['slug']] }),
  legacy_user_preference: law(
    { id: isId, user_email: isEmail, preference_id: isId, preference_value: isObject },
    {
      unique: [['user_email', 'preference_id']],
      references: [to('user', 'user_email', 'email'), to('legacy_preference', 'preference_id')],
    },
  ),
  application_preference: law(
    {
      id: isId,
      application_id: isId,
      preference_label: isFilledText,
      preference_slug: isFilledText,
      preference_description: orNull(isText),
    },
    { unique: [['preference_slug']], references: [to('application', 'application_id')] },
  ),
  preference_hierarchy: law(
    { id: isId, label: isFilledText, description: orNull(isText), parent: orNull(isId) },
    { references: [to('preference_hierarchy', 'parent', 'id', 'clear')] },
  ),
  preference: law(
    {
      id: isId,
      name: isFilledText,
      preference_hierarchy: orNull(isId),
      user_id: isId,
      user_email: isEmail,
      application_preference: isId,
      type: oneOf('Entity', 'Generic'),
    },
    {
      references: [
        {
          to: 'user',
          by: [{ user_id: 'id' }, { user_email: 'email' }],
          takes: { user_id: 'id', user_email: 'email' },
          whenGone: 'remove',
        },
        to('application_preference', 'application_preference'),
        to('preference_hierarchy', 'preference_hierarchy'),
      ],
      defaults: { type: 'Generic' },
    },
  ),
  entity_preference: law(
    { id: isId, preference_id: isId, entity_gid: orNull(isText) },
    { references: [to('preference', 'preference_id')] },
  ),
  generic_preference: law(
    { id: isId, preference_id: isId, preference_value: orNull(isText), schema_version: orNull(isInteger) },
    { references: [to('preference', 'preference_id')] },
  ),
  brief_client: law(
    { id: isId, brief_id: isFilledText, client_id: isId, status },
    {
      unique: [['brief_id', 'client_id']],
      references: [to('brief', 'brief_id'), to('client', 'client_id')],
      defaults: { status: 'active' },
    },
  ),
  content_entitlement: law(
    { id: isId, application_user_id: isId, content_type: isFilledText, is_subscribed: isFlag, slug: isFilledText },
    {
      unique: [['content_type', 'slug', 'application_user_id']],
      references: [to('application_user', 'application_user_id')],
      defaults: { is_subscribed: true },
    },
  ),
  brief_entitlement: law(
    {
      id: isId,
      email: isEmail,
      fname: isFilledText,
      lname: isFilledText,
      is_default: isFlag,
      is_redacted: isFlag,
      is_admin: isFlag,
      brief_slug: isFilledText,
      is_subscribed: isFlag,
    },
    {
      unique: [['email', 'brief_slug']],
      references: [
        {
          to: 'user',
          by: [{ email: 'email' }],
          takes: { email: 'email', fname: 'fname', lname: 'lname' },
          whenGone: 'remove',
        },
        to('brief', 'brief_slug', 'slug'),
      ],
      defaults: { is_default: false, is_redacted: false, is_admin: false, is_subscribed: true },
    },
  ),
  brief: law(
    { id: isFilledText, name: isFilledText, slug: isFilledText, is_active: isFlag, is_public: isFlag, is_core: isFlag },
    { unique: [['slug']], defaults: { is_active: true, is_public: false, is_core: false } },
  ),
  brief_document: law(
    { gid: isFilledText, brief_id: isFilledText, date: isDay },
    { unique: [['brief_id', 'date']], references: [to('brief', 'brief_id')] },
  ),
  article: law(
    {
      id: isId,
      gid: isFilledText,
      brief_gid: isFilledText,
      position: isCount,
      category: orNull(isText),
      title: isFilledText,
      source: listOf(isSource),
      snippet: isText,
    },
    {
      unique: [['brief_gid', 'gid']],
      references: [to('brief_document', 'brief_gid', 'gid')],
      defaults: { source: [], snippet: '' },
    },
  ),
  reaction: law(
    { id: isId, email: isEmail, brief_gid: isFilledText, article_gid: isFilledText, liked: isFlag },
    { unique: [['email', 'brief_gid', 'article_gid']], references: [to('user', 'email', 'email'), toArticle] },
  ),
  bookmark: law(
    {
      id: isId,
      email: isEmail,
      brief_slug: isFilledText,
      brief_gid: isFilledText,
      article_gid: orNull(isFilledText),
      url: isFilledText,
      created_on: isCount,
    },
    {
      unique: [['email', 'url']],
      references: [
        to('user', 'email', 'email'),
        to('brief', 'brief_slug', 'slug'),
        to('brief_document', 'brief_gid', 'gid'),
        toArticle,
      ],
    },
  ),
  access_token: law(
    { token: isFilledText, email: isEmail, expires_at: orNull(isCount) },
    { references: [to('user', 'email', 'email')] },
  ),
};

export const tableNames = Object.keys(laws) as TableName[];

/** The name of the key column of a table. */
export function keyOf(table: TableName): string {
  return Object.keys(laws[table].columns)[0] as string;
}

/** E-mails are compared case-insensitively (X24), all other values by identity. */
export function sameIn(column: string, a: unknown, b: unknown): boolean {
  if (!/email$/.test(column) || typeof a !== 'string' || typeof b !== 'string') return a === b;
  return a.toLowerCase() === b.toLowerCase();
}

/** The type of the values of a column, apart from null. */
export function kindOf(table: TableName, column: string): 'boolean' | 'number' | 'string' {
  const fits = laws[table].columns[column] as Fits;
  if (fits(true)) return 'boolean';
  return fits(1) ? 'number' : 'string';
}

/** The columns of a table that contain neither arrays nor objects. */
export function comparableColumns(table: TableName): string[] {
  const { columns } = laws[table];
  return Object.keys(columns).filter((column) => !columns[column]?.([]) && !columns[column]?.({}));
}
