import { $ZodEnum } from 'zod/v4/core';
import { withoutNull } from '../../../../src/foundation/common-schemas.js';
import { definitions, type TableName } from '../../../../src/model/tables.js';
import type { Json, World } from '../../case.js';
import type { RecordKind } from '../../kinds.js';
import { apiOfWorld } from '../cases-about.js';
import { type PlainResource, plainResources, referencesOf } from './resource.js';
import { specials } from './specials.js';

interface ItemOptions {
  /** Values of the case. A reference is not created if one of its columns is among them. */
  readonly values?: object;
  /** The fields to fill. Default: those that are required. */
  readonly fields?: readonly string[];
  /** Whether the values differ from those of a new record. */
  readonly isChange?: boolean;
}

/** The fields of a record. Creates the records that it refers to. */
export async function newItem(world: World, resource: PlainResource, options: ItemOptions = {}): Promise<Json> {
  const { values = {}, fields, isChange = false } = options;
  const { table, required } = resource;
  // A record has at least one text, by which the run finds it.
  const isWanted = (field: string) => fields?.includes(field) ?? (required.size === 0 || required.has(field));
  const item: Record<string, unknown> = {};
  for (const { reference, target } of referencesOf(resource)) {
    const columns = reference.localColumns;
    const isRequired = !columns.some((column) => table.nullable.has(column));
    if (columns.some((column) => column in values)) continue;
    if (!columns.some(isWanted) && (fields !== undefined || !isRequired)) continue;
    const parent = await newRecord(world, target, specials[resource.kind]?.refersTo?.[columns[0] ?? '']);
    for (const [local, column] of Object.entries(reference.columns)) item[local] = parent[column];
  }
  const own = specials[resource.kind]?.values?.(world, isChange) ?? {};
  for (const field of resource.fields.concat(resource.updates)) {
    if (!isWanted(field) || field in item || field in values) continue;
    item[field] = field in own ? own[field] : newValue(world, resource, field, isChange);
  }
  return { ...item, ...values };
}

/** Creates a record with its required fields, or those of the options, and returns the record in the answer. */
export async function newRecord(
  world: World,
  resource: PlainResource,
  values: object = {},
  fields?: readonly string[],
): Promise<Json> {
  const item = await newItem(world, resource, { values, ...(fields !== undefined && { fields }) });
  const { data } = await apiOfWorld(world, resource.api).post(resource.path, { body: [item] });
  return data[0];
}

/** The same for a kind of records. */
export function newRecordOf(kind: RecordKind): (world: World, values?: object) => Promise<Json> {
  return (world, values) => {
    const resource = plainResources().find((one) => one.kind === kind);
    if (resource === undefined) throw new Error(`${kind} is not a plain resource`);
    return newRecord(world, resource, values);
  };
}

/** A value that fits the column: that of its sample, or one that nobody else uses. */
function newValue(world: World, { table }: PlainResource, column: string, isChange: boolean): unknown {
  const schema = withoutNull(table.recordSchema.shape[column] as never);
  const usual = defaultOf(table.name, column);
  if (schema instanceof $ZodEnum) {
    const all: unknown[] = Object.values(schema._zod.def.entries);
    return isChange ? usual : all.find((value) => value !== usual);
  }
  const kind = table.kinds[column];
  if (kind === 'boolean') return usual === isChange;
  const sample = table.sample[column];
  const isConstant = sample !== undefined && typeof sample !== 'function';
  if (kind === 'number') return isConstant ? (sample as number) + Number(isChange) : world.number();
  if (isConstant && !isChange) return sample;
  return table.caseInsensitive.has(column) ? world.email() : world.name(column.replaceAll('_', '-'));
}

/** The default of a column, unless it is computed. */
export function defaultOf(table: TableName, column: string): unknown {
  const { defaults = {} } = definitions[table] as { readonly defaults?: Readonly<Record<string, unknown>> };
  const value = defaults[column];
  return typeof value === 'function' ? undefined : value;
}
