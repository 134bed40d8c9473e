import type { Row, TableName } from './tables.js';

/**
 * What a capture does with the values of a column. `keep`: ids, numbers, flags and days of the mock's own. `kind`: texts that programs
 * compare, such as statuses; kept. `day` and `seconds` are shifted, `derived` follows from other columns, and all others are
 * replaced. `word` is a kind that may be any text: see {@link keptWords}. `unique` is a text that no other record may have.
 */
export type ColumnClass =
  | 'keep'
  | 'kind'
  | 'word'
  | 'name'
  | 'email'
  | 'domains'
  | 'text'
  | 'unique'
  | 'key'
  | 'html'
  | 'json'
  | 'sources'
  | 'day'
  | 'seconds'
  | 'derived';

/** Numbers, flags and the texts of an enumeration; never for a text that can be anything. */
type FixedValue<Value> = string extends Value ? never : Extract<Value, string | number | boolean | null>;
/** The classes of a column with these values. Free text is never kept, because it could name a person. */
type ClassOf<Value> = [Value] extends [FixedValue<Value>] ? ColumnClass : Exclude<ColumnClass, 'keep' | 'kind'>;

/** The words that stay in columns of the class `word`: the mock compares them, or they are usual. Any other one could be a name. */
export const keptWords: ReadonlySet<unknown> = new Set([
  'active',
  'brief',
  'company',
  'deleted',
  'inactive',
  'retired',
]);

/**
 * The class of every column: one without a class does not compile, nor does one that would keep free text. They are not in the files
 * of the tables, because the build cannot drop them there, and only a capture needs them.
 */
export const columnClasses: {
  readonly [Name in TableName]: { readonly [Column in keyof Row<Name>]: ClassOf<Row<Name>[Column]> };
} = {
  client: {
    ...{ id: 'keep', name: 'unique', short_name: 'text', display_name: 'text', type: 'word', status: 'kind' },
    ...{ domain: 'domains', legacy_id: 'keep', sf_id: 'text' },
  },
  user: {
    ...{ id: 'keep', sf_id: 'text', fname: 'name', lname: 'name', email: 'email', client_id: 'keep' },
    user_type: 'kind',
  },
  application: { id: 'keep', name: 'unique', description: 'text' },
  application_user: { id: 'keep', user_id: 'keep', application_id: 'keep', legacy_id: 'keep' },
  feature: { id: 'keep', app_id: 'keep', name: 'unique', description: 'text' },
  package: { id: 'keep', sf_id: 'text', name: 'unique', display_name: 'text', description: 'text', status: 'word' },
  feature_package: { id: 'keep', package_id: 'keep', feature_id: 'keep', display_order: 'keep' },
  user_package: { id: 'keep', user_id: 'keep', package_id: 'keep' },
  legacy_preference: { id: 'keep', name: 'unique', slug: 'key' },
  legacy_user_preference: { id: 'keep', user_email: 'email', preference_id: 'keep', preference_value: 'json' },
  application_preference: {
    ...{ id: 'keep', application_id: 'keep', preference_label: 'text', preference_slug: 'key' },
    preference_description: 'text',
  },
  preference_hierarchy: { id: 'keep', label: 'text', description: 'text', parent: 'keep' },
  preference: {
    ...{ id: 'keep', name: 'text', preference_hierarchy: 'keep', user_id: 'keep', user_email: 'email' },
    ...{ application_preference: 'keep', type: 'kind' },
  },
  entity_preference: { id: 'keep', preference_id: 'keep', entity_gid: 'key' },
  generic_preference: { id: 'keep', preference_id: 'keep', preference_value: 'text', schema_version: 'keep' },
  brief_client: { id: 'keep', brief_id: 'key', client_id: 'keep', status: 'kind' },
  content_entitlement: {
    ...{ id: 'keep', application_user_id: 'keep', content_type: 'word', is_subscribed: 'keep', slug: 'key' },
  },
  brief_entitlement: {
    ...{ id: 'keep', email: 'email', fname: 'name', lname: 'name', is_default: 'keep', is_redacted: 'keep' },
    ...{ is_admin: 'keep', brief_slug: 'key', is_subscribed: 'keep' },
  },
  brief: { id: 'key', name: 'text', slug: 'key', is_active: 'keep', is_public: 'keep', is_core: 'keep' },
  brief_document: { gid: 'key', brief_id: 'key', date: 'day' },
  article: {
    ...{ id: 'keep', gid: 'key', brief_gid: 'key', position: 'keep', category: 'text', title: 'text' },
    ...{ source: 'sources', snippet: 'html' },
  },
  reaction: { id: 'keep', email: 'email', brief_gid: 'key', article_gid: 'key', liked: 'keep' },
  bookmark: {
    ...{ id: 'keep', email: 'email', brief_slug: 'key', brief_gid: 'key', article_gid: 'key', url: 'derived' },
    created_on: 'seconds',
  },
  access_token: { token: 'derived', email: 'email', expires_at: 'seconds' },
};
