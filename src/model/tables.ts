import * as z from 'zod';
import type { Table } from '../state/table.js';
import {
  calendarDay,
  defineTable,
  email,
  id,
  jsonObject,
  link,
  requiredText,
  text,
  tokenText,
  unixSeconds,
} from './define-table.js';

/** The four kinds of user. */
const userTypes = ['normal', 'power_user', 'decision_maker', 'power_user_and_decision_maker'] as const;
/** The states of clients and of client-brief relationships. */
const statuses = ['active', 'deleted'] as const;
/** The two types of preference: each holds values of its own kind. */
export const preferenceTypes = ['Entity', 'Generic'] as const;

const ofUser = link('user', { email: 'email' });

/**
 * Every table: its columns, key, unique columns, references, indexes, defaults and rules. The in-memory model, the
 * indexes, the cascades, the snapshot format and the record types all follow from here.
 */
export const models = {
  client: defineTable({
    columns: {
      id,
      name: requiredText,
      short_name: requiredText,
      display_name: requiredText,
      type: requiredText,
      status: z.enum(statuses),
      domain: z.array(requiredText).nullable(),
      legacy_id: z.int().nullable(),
      sf_id: text.nullable(),
    },
    unique: [['name']],
    indexes: [['short_name']],
    defaults: { status: 'active' },
  }),
  user: defineTable({
    columns: {
      id,
      sf_id: text.nullable(),
      fname: requiredText,
      lname: requiredText,
      email,
      client_id: id.nullable(),
      user_type: z.enum(userTypes),
    },
    caseless: ['email'],
    unique: [['email']],
    links: [link('client', { client_id: 'id' }, 'clear')],
    indexes: [['fname']],
    defaults: { user_type: 'normal' },
  }),
  application: defineTable({
    columns: { id, name: requiredText.nullable(), description: text.nullable() },
    unique: [['name']],
  }),
  application_user: defineTable({
    columns: { id, user_id: id, application_id: id, legacy_id: z.int() },
    unique: [
      ['user_id', 'application_id'],
      ['application_id', 'legacy_id'],
    ],
    links: [link('user', { user_id: 'id' }), link('application', { application_id: 'id' })],
  }),
  feature: defineTable({
    columns: { id, app_id: id, name: requiredText, description: text.nullable() },
    unique: [['name']],
    links: [link('application', { app_id: 'id' })],
  }),
  package: defineTable({
    columns: {
      id,
      sf_id: text.nullable(),
      name: requiredText,
      display_name: text.nullable(),
      description: text.nullable(),
      status: text,
    },
    unique: [['name']],
    defaults: { status: 'active' },
  }),
  feature_package: defineTable({
    columns: { id, package_id: id, feature_id: id, display_order: z.int() },
    unique: [['package_id', 'feature_id']],
    links: [link('package', { package_id: 'id' }), link('feature', { feature_id: 'id' })],
    indexes: [['package_id', 'display_order']],
  }),
  user_package: defineTable({
    columns: { id, user_id: id, package_id: id },
    unique: [['user_id', 'package_id']],
    links: [link('user', { user_id: 'id' }), link('package', { package_id: 'id' })],
  }),
  legacy_preference: defineTable({
    columns: { id, name: requiredText, slug: requiredText },
    unique: [['name'], ['slug']],
  }),
  legacy_user_preference: defineTable({
    columns: { id, user_email: email, preference_id: id, preference_value: jsonObject },
    caseless: ['user_email'],
    unique: [['user_email', 'preference_id']],
    links: [link('user', { user_email: 'email' }), link('legacy_preference', { preference_id: 'id' })],
  }),
  application_preference: defineTable({
    columns: {
      id,
      application_id: id,
      preference_label: requiredText,
      preference_slug: requiredText,
      preference_description: text.nullable(),
    },
    unique: [['preference_slug']],
    links: [link('application', { application_id: 'id' })],
  }),
  preference_hierarchy: defineTable({
    columns: { id, label: requiredText, description: text.nullable(), parent: id.nullable() },
    links: [link('preference_hierarchy', { parent: 'id' }, 'clear')],
  }),
  preference: defineTable({
    columns: {
      id,
      name: requiredText,
      preference_hierarchy: id.nullable(),
      user_id: id,
      user_email: email,
      application_preference: id,
      type: z.enum(preferenceTypes),
    },
    caseless: ['user_email'],
    links: [
      link('user', { user_id: 'id', user_email: 'email' }),
      link('application_preference', { application_preference: 'id' }),
      link('preference_hierarchy', { preference_hierarchy: 'id' }),
    ],
    indexes: [['user_id', 'application_preference', 'preference_hierarchy']],
    defaults: { type: 'Generic' },
  }),
  entity_preference: defineTable({
    columns: { id, preference_id: id, entity_gid: text.nullable() },
    links: [link('preference', { preference_id: 'id' })],
  }),
  generic_preference: defineTable({
    columns: { id, preference_id: id, preference_value: text.nullable(), schema_version: z.int().nullable() },
    links: [link('preference', { preference_id: 'id' })],
  }),
  brief_client: defineTable({
    columns: { id, brief_id: requiredText, client_id: id, status: z.enum(statuses) },
    unique: [['brief_id', 'client_id']],
    links: [link('brief', { brief_id: 'id' }), link('client', { client_id: 'id' })],
    defaults: { status: 'active' },
  }),
  content_entitlement: defineTable({
    columns: {
      id,
      application_user_id: id,
      content_type: requiredText,
      is_subscribed: z.boolean(),
      slug: requiredText,
    },
    unique: [['content_type', 'slug', 'application_user_id']],
    links: [link('application_user', { application_user_id: 'id' })],
    indexes: [['slug']],
    defaults: { is_subscribed: true },
  }),
  brief_entitlement: defineTable({
    columns: {
      id,
      email,
      fname: requiredText,
      lname: requiredText,
      is_default: z.boolean(),
      is_redacted: z.boolean(),
      is_admin: z.boolean(),
      brief_slug: requiredText,
      is_subscribed: z.boolean(),
    },
    caseless: ['email'],
    unique: [['email', 'brief_slug']],
    links: [link('user', { email: 'email', fname: 'fname', lname: 'lname' }), link('brief', { brief_slug: 'slug' })],
    defaults: { is_default: false, is_redacted: false, is_admin: false, is_subscribed: true },
  }),
  brief: defineTable({
    columns: {
      id: requiredText,
      name: requiredText,
      slug: requiredText,
      is_active: z.boolean(),
      is_public: z.boolean(),
      is_core: z.boolean(),
    },
    unique: [['slug']],
    indexes: [['is_public'], ['is_core']],
    defaults: { is_active: true, is_public: false, is_core: false },
  }),
  brief_document: defineTable({
    columns: { gid: requiredText, brief_id: requiredText, date: calendarDay },
    unique: [['brief_id', 'date']],
    links: [link('brief', { brief_id: 'id' })],
  }),
  article: defineTable({
    columns: {
      id,
      gid: requiredText,
      brief_gid: requiredText,
      position: z.int().nonnegative(),
      category: text.nullable(),
      title: requiredText,
      source: z.array(z.strictObject({ name: text, link: text })),
      snippet: text,
    },
    unique: [['brief_gid', 'gid']],
    links: [link('brief_document', { brief_gid: 'gid' })],
    indexes: [['brief_gid', 'position']],
    defaults: { source: [], snippet: '' },
  }),
  reaction: defineTable({
    columns: { id, email, brief_gid: requiredText, article_gid: requiredText, liked: z.boolean() },
    caseless: ['email'],
    unique: [['email', 'brief_gid', 'article_gid']],
    links: [ofUser, link('article', { brief_gid: 'brief_gid', article_gid: 'gid' })],
  }),
  bookmark: defineTable({
    columns: {
      id,
      email,
      brief_slug: requiredText,
      brief_gid: requiredText,
      article_gid: requiredText.nullable(),
      url: requiredText,
      created_on: unixSeconds,
    },
    caseless: ['email'],
    unique: [['email', 'url']],
    links: [
      ofUser,
      link('brief', { brief_slug: 'slug' }),
      link('brief_document', { brief_gid: 'gid' }),
      link('article', { brief_gid: 'brief_gid', article_gid: 'gid' }),
    ],
    indexes: [['email', 'created_on']],
  }),
  access_token: defineTable({
    columns: { token: tokenText, email, expires_at: unixSeconds.nullable() },
    caseless: ['email'],
    links: [ofUser],
  }),
};

type Models = typeof models;
export type TableName = keyof Models;

/** A record of a table: the values of all its columns. */
export type Row<Name extends TableName> = z.output<z.ZodObject<Models[Name]['columns']>>;

/** All tables, by name. */
export type Tables = { readonly [Name in TableName]: Table<Name> };

export const tableNames = Object.keys(models) as TableName[];

/** Something of each table, by name. */
export function forEachTable<Value>(make: (name: TableName) => Value): Readonly<Record<TableName, Value>> {
  return Object.fromEntries(tableNames.map((name) => [name, make(name)])) as Record<TableName, Value>;
}
