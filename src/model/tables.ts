import type { Columns, RowOf, TableDefinition, TableType } from './define-table.js';
import type { TableAccess, WrittenValue } from './table-access.js';
import { accessToken } from './tables/access-token.js';
import { application } from './tables/application.js';
import { applicationPreference } from './tables/application-preference.js';
import { applicationUser } from './tables/application-user.js';
import { article } from './tables/article.js';
import { bookmark } from './tables/bookmark.js';
import { brief } from './tables/brief.js';
import { briefClient } from './tables/brief-client.js';
import { briefDocument } from './tables/brief-document.js';
import { briefEntitlement } from './tables/brief-entitlement.js';
import { client } from './tables/client.js';
import { contentEntitlement } from './tables/content-entitlement.js';
import { entityPreference } from './tables/entity-preference.js';
import { feature } from './tables/feature.js';
import { featurePackage } from './tables/feature-package.js';
import { genericPreference } from './tables/generic-preference.js';
import { legacyPreference } from './tables/legacy-preference.js';
import { legacyUserPreference } from './tables/legacy-user-preference.js';
import { packageTable } from './tables/package.js';
import { preference } from './tables/preference.js';
import { preferenceHierarchy } from './tables/preference-hierarchy.js';
import { reaction } from './tables/reaction.js';
import { user } from './tables/user.js';
import { userPackage } from './tables/user-package.js';

/** Every table, in the order of snapshots. The model, indexes, cascades, snapshots and record types are derived from it. */
const tables = [
  client,
  user,
  application,
  applicationUser,
  feature,
  packageTable,
  featurePackage,
  userPackage,
  legacyPreference,
  legacyUserPreference,
  applicationPreference,
  preferenceHierarchy,
  preference,
  entityPreference,
  genericPreference,
  briefClient,
  contentEntitlement,
  briefEntitlement,
  brief,
  briefDocument,
  article,
  reaction,
  bookmark,
  accessToken,
] as const;

type AnyTable = (typeof tables)[number];
export type TableName = AnyTable['name'];
type Named<Name extends TableName> = Extract<AnyTable, TableType<Name>>;

export type ColumnsOf<Name extends TableName> = Named<Name>['columns'];

/** A record of a table: the values of all its columns. */
export type Row<Name extends TableName> = { [One in Name]: RowOf<ColumnsOf<One>> }[Name];

type ColumnNameOf<Name extends TableName> = keyof Row<Name>;
type NullableColumn<Name extends TableName> = {
  [Key in ColumnNameOf<Name>]: null extends Row<Name>[Key] ? Key : never;
}[ColumnNameOf<Name>];
type DefaultedColumn<Name extends TableName> = keyof NonNullable<Named<Name>['defaults']>;
type FilledColumn<Name extends TableName> = NonNullable<Named<Name>['filled']>[number];

/** The columns that a new record must have. A column `id` is generated, or has a default. */
type RequiredColumn<Name extends TableName> = Exclude<
  ColumnNameOf<Name>,
  'id' | NullableColumn<Name> | DefaultedColumn<Name> | FilledColumn<Name>
>;

/** Columns to write. An undefined column is left out; null clears a column, or sets it to its default if it has one. */
export type Values<Name extends TableName> = {
  readonly [Key in ColumnNameOf<Name>]?:
    | WrittenValue<Row<Name>[Key]>
    | (Key extends DefaultedColumn<Name> ? null : never)
    | undefined;
};

/** The columns of a new record: those to write, of which the ones without a default are required. */
export type NewValues<Name extends TableName> = Values<Name> & Pick<Row<Name>, RequiredColumn<Name>>;

/** Every table of a state, by name. */
export type Tables = { readonly [Name in TableName]: TableAccess<Row<Name>> };

export const tableNames: readonly TableName[] = tables.map(({ name }) => name);

export function forEachTable<Value>(map: (name: TableName) => Value): Readonly<Record<TableName, Value>> {
  return Object.fromEntries(tableNames.map((name) => [name, map(name)])) as Record<TableName, Value>;
}

export const definitions = Object.fromEntries(tables.map((table) => [table.name, table])) as unknown as {
  readonly [Name in TableName]: TableDefinition<Name, ColumnsOf<Name> & Columns>;
};
