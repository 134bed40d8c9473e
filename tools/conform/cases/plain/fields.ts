import { $ZodEnum } from 'zod/v4/core';
import { withoutNull } from '../../../../src/foundation/common-schemas.js';
import type { World } from '../../case.js';
import { refused } from '../refused.js';
import { defaultOf, newItem, newRecord } from './items.js';
import { dashed, otherCase, type PlainCase, type PlainCases, pick, shown } from './plain-case.js';
import { type PlainResource, referencesOf, uniqueColumns } from './resource.js';

/** Fields that must be there, and the values of those that are not. */
export function fieldCases(resource: PlainResource): PlainCases {
  const { fields, required, table } = resource;
  // One of the columns of a reference must be there.
  const groups = referencesOf(resource)
    .map(({ reference }) => reference.localColumns)
    .filter((columns) => columns.every((column) => !required.has(column) && !table.nullable.has(column)));
  const alone = fields.filter((field) => required.has(field)).map((field) => [field]);
  return {
    ...Object.fromEntries(
      [...alone, ...groups].map((columns) => [
        `required-${dashed(columns[0] as string)}`,
        requiredCase(resource, columns),
      ]),
    ),
    'wrong-types': wrongTypesCase(resource),
    ...optionalCases(resource),
  };
}

/** Columns of which one must be there. */
function requiredCase(resource: PlainResource, columns: readonly string[]): PlainCase {
  const { noun, path, fields, updates, required } = resource;
  return {
    title: `${noun} without ${columns.join(' and ')}, or with null instead, gets 400`,
    ids: ['D32', 'X21'],
    steps: async (world, api) => {
      const item = await newItem(world, resource, { fields });
      const issues = columns.length === 1 ? [`0.${columns[0]}`] : [];
      for (const value of [undefined, null]) {
        const body = [{ ...item, ...Object.fromEntries(columns.map((column) => [column, value])) }];
        await api.post(path, { body, ...refused(400, ...issues) });
      }
      for (const column of columns.filter((one) => required.has(one) && updates.includes(one))) {
        const { id } = await newRecord(world, resource);
        await api.put(`${path}/${id}`, { body: { [column]: null }, ...refused(400, column) });
      }
    },
  };
}

function wrongTypesCase(resource: PlainResource): PlainCase {
  const { noun, path, fields, updates } = resource;
  return {
    title: `${noun} with a value of the wrong type gets 400`,
    ids: ['X5'],
    steps: async (world, api) => {
      const item = await newItem(world, resource, { fields });
      for (const [name, value] of wrongValues(resource, fields, world)) {
        await api.post(path, { body: [{ ...item, [name]: value }], ...refused(400, `0.${name}`) });
      }
      const { id } = await newRecord(world, resource, {}, fields);
      for (const [name, value] of wrongValues(resource, updates, world)) {
        await api.put(`${path}/${id}`, { body: { [name]: value }, ...refused(400, name) });
      }
    },
  };
}

function optionalCases(resource: PlainResource): PlainCases {
  const { noun, path, fields, updates, required, table, answerOf } = resource;
  const optional = Object.fromEntries(
    [...new Set([...fields, ...updates])]
      .filter((field) => !required.has(field))
      .map((field) => [field, defaultOf(table.name, field) ?? (table.nullable.has(field) ? null : undefined)])
      .filter(([, value]) => value !== undefined),
  );
  const defaults = shown(resource, optional);
  if (required.size === 0 || Object.keys(defaults).length === 0) return {};
  return {
    optional: {
      title: `fields of ${noun} that are left out or null have their default, or else are null`,
      ids: ['X21'],
      steps: async (world, api) => {
        const nothing = Object.fromEntries(fields.filter((field) => field in optional).map((field) => [field, null]));
        for (const empty of [{}, nothing]) {
          const item = { ...(await newItem(world, resource)), ...empty };
          await api.post(path, { body: [item], expect: { data: [defaults] } });
        }
        const { id } = await newRecord(world, resource, {}, fields);
        if (!world.ours) return;
        const cleared = updates.filter((field) => table.nullable.has(field) && !required.has(field));
        const body = Object.fromEntries(cleared.map((field) => [field, null]));
        const changed = pick(
          defaults,
          cleared.filter((field) => field in defaults),
        );
        await api.put(`${path}/${id}`, { body, expect: { data: answerOf.PUT(changed) } });
      },
    },
  };
}

/** Values that no field of a kind accepts. */
const wrong: Readonly<Record<string, readonly unknown[]>> = {
  number: ['one', 1.5, true],
  boolean: ['yes', 1],
  string: [7, true, { a: 1 }],
  nested: ['text', 7],
};

/** Fields, each with values of the wrong type: one for other servers, several for ours. */
export function wrongValues(
  { table }: PlainResource,
  fields: readonly string[],
  { ours }: Pick<World, 'ours'>,
): readonly (readonly [string, unknown])[] {
  return fields.flatMap((field) => {
    const isEnum = withoutNull(table.recordSchema.shape[field] as never) instanceof $ZodEnum;
    const values = [...(isEnum ? ['no such value'] : []), ...(wrong[table.kinds[field] ?? 'nested'] ?? [])];
    return values.slice(0, ours ? undefined : 1).map((value) => [field, value] as const);
  });
}

/** Values that no two records may have. */
export function uniqueCases(resource: PlainResource): PlainCases {
  const { table } = resource;
  const unique = uniqueColumns(resource);
  const several = unique.filter(({ length }) => length > 1);
  const cases = unique.map((columns): PlainCases => {
    const what = columns.length > 1 && several.length === 1 ? 'unique' : `unique-${columns.map(dashed).join('-')}`;
    const [column = ''] = columns;
    const hasCase = columns.length === 1 && table.caseInsensitive.has(column);
    return {
      [what]: uniqueCase(resource, columns),
      ...(hasCase && { [`${what}-case`]: otherSpellingCase(resource, column) }),
    };
  });
  return Object.assign({}, ...cases);
}

function uniqueCase(resource: PlainResource, columns: readonly string[]): PlainCase {
  const { noun, path, fields, updates, answerOf } = resource;
  return {
    title: `${noun} with the same ${columns.join(' and ')} as another gets 409`,
    ids: ['X5'],
    steps: async (world, api) => {
      const conflict = (place: string) => refused(409, ...(columns.length === 1 ? [`${place}${columns[0]}`] : []));
      const first = await newRecord(world, resource, {}, fields);
      const values = pick(first, columns);
      await api.post(path, { body: [await newItem(world, resource, { fields, values })], ...conflict('0.') });
      const twice = await newItem(world, resource, { fields });
      const again = await newItem(world, resource, { fields, values: pick(twice, columns) });
      await api.post(path, { body: [twice, again], ...conflict('1.') });
      if (!columns.every((one) => updates.includes(one))) return;
      const { id } = await newRecord(world, resource, {}, fields);
      await api.put(`${path}/${id}`, { body: values, ...conflict('') });
      await api.put(`${path}/${first.id}`, { body: values, expect: { data: answerOf.PUT(values) } });
    },
  };
}

function otherSpellingCase(resource: PlainResource, column: string): PlainCase {
  return {
    title: `${resource.noun} whose ${column} differs from that of another only in case gets 409`,
    ids: ['X24', 'D5'],
    steps: async (world, api) => {
      const values = { [column]: otherCase((await newRecord(world, resource))[column]) };
      const body = [await newItem(world, resource, { fields: resource.fields, values })];
      await api.post(resource.path, { body, ...refused(409) });
    },
  };
}
