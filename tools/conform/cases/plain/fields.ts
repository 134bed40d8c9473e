import { $ZodEnum } from 'zod/v4/core';
import { withoutNull } from '../../../../src/foundation/common-schemas.js';
import type { World } from '../../case.js';
import { apiFor, defaultOf, newItem, newRecord } from './items.js';
import { dashed, otherCase, type PlainCase, pick, shown, when } from './plain-case.js';
import { type PlainResource, referencesOf } from './resource.js';

/** Fields that must be there, and the values of those that are not. */
export function fieldCases(resource: PlainResource): readonly PlainCase[] {
  const { required, table } = resource;
  const groups = referencesOf(resource).filter(({ reference }) =>
    reference.localColumns.every((column) => !required.has(column) && !table.nullable.has(column)),
  );
  const alone = resource.fields.filter((field) => required.has(field));
  return [
    ...alone.map((field) => requiredCase(resource, [field])),
    ...groups.map(({ reference }) => requiredCase(resource, reference.localColumns)),
    wrongTypesCase(resource),
    ...optionalCases(resource),
  ];
}

/** Columns of which one must be there. */
function requiredCase(resource: PlainResource, columns: readonly string[]): PlainCase {
  const { noun, path, fields, updates, required } = resource;
  return {
    what: `required-${dashed(columns[0] as string)}`,
    title: `${noun} without ${columns.join(' and ')}, or with null instead, gets 400`,
    ids: ['D32', 'X21'],
    creates: [],
    steps: async (world) => {
      const api = apiFor(world, resource);
      const item = await newItem(world, resource, { fields });
      for (const value of [undefined, null]) {
        const body = [{ ...item, ...Object.fromEntries(columns.map((column) => [column, value])) }];
        const ours = { code: 'malformed_data', ...(columns.length === 1 && { issues: [`0.${columns[0]}`] }) };
        await api.post(path, { body, expect: { status: 400 }, ours });
      }
      const changeable = columns.filter((column) => required.has(column) && updates.includes(column));
      for (const column of changeable) {
        const { id } = await newRecord(world, resource);
        const body = { [column]: null };
        await api.put(`${path}/${id}`, { body, expect: { status: 400 }, ours: malformed(column) });
      }
    },
  };
}

function wrongTypesCase(resource: PlainResource): PlainCase {
  const { noun, path, fields, updates } = resource;
  return {
    what: 'wrong-types',
    title: `${noun} with a value of the wrong type gets 400`,
    ids: ['X5'],
    creates: [],
    steps: async (world) => {
      const api = apiFor(world, resource);
      const item = await newItem(world, resource, { fields });
      for (const [name, value] of wrongValues(resource, fields, world)) {
        const body = [{ ...item, [name]: value }];
        await api.post(path, { body, expect: { status: 400 }, ours: malformed(`0.${name}`) });
      }
      const { id } = await newRecord(world, resource, {}, fields);
      for (const [name, value] of wrongValues(resource, updates, world)) {
        const body = { [name]: value };
        await api.put(`${path}/${id}`, { body, expect: { status: 400 }, ours: malformed(name) });
      }
    },
  };
}

function optionalCases(resource: PlainResource): readonly PlainCase[] {
  const { noun, path, fields, updates, required, table, answerOf } = resource;
  const optional = Object.fromEntries(
    [...new Set([...fields, ...updates])]
      .filter((field) => !required.has(field))
      .map((field) => [field, defaultOf(table.name, field) ?? (table.nullable.has(field) ? null : undefined)])
      .filter(([, value]) => value !== undefined),
  );
  const defaults = shown(resource, optional);
  return when(required.size > 0 && Object.keys(defaults).length > 0, {
    what: 'optional',
    title: `fields of ${noun} that are left out or null have their default, or else are null`,
    ids: ['X21'],
    creates: [],
    steps: async (world) => {
      const api = apiFor(world, resource);
      const nothing = Object.fromEntries(fields.filter((field) => field in optional).map((field) => [field, null]));
      for (const empty of [{}, nothing]) {
        const item = { ...(await newItem(world, resource)), ...empty };
        await api.post(path, { body: [item], expect: { data: [defaults] } });
      }
      const { id } = await newRecord(world, resource, {}, fields);
      if (!world.ours) return;
      const cleared = updates.filter((field) => table.nullable.has(field) && !required.has(field));
      const nulls = Object.fromEntries(cleared.map((field) => [field, null]));
      const changed = pick(
        defaults,
        cleared.filter((field) => field in defaults),
      );
      await api.put(`${path}/${id}`, { body: nulls, expect: { data: answerOf.PUT(changed) } });
    },
  });
}

function malformed(...issues: readonly string[]) {
  return { code: 'malformed_data', issues };
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
export function uniqueCases(resource: PlainResource): readonly PlainCase[] {
  const { noun, path, fields, updates, table, answerOf } = resource;
  const unique = table.indexes
    .filter((index) => index.unique && !index.partial && index.columns.every((column) => fields.includes(column)))
    .map(({ columns }) => columns);
  const several = unique.filter(({ length }) => length > 1);
  return unique.flatMap((columns): PlainCase[] => {
    const names = columns.join(' and ');
    const what = columns.length > 1 && several.length === 1 ? 'unique' : `unique-${columns.map(dashed).join('-')}`;
    const [column = ''] = columns;
    return [
      {
        what,
        title: `${noun} with the same ${names} as another gets 409`,
        ids: ['X5'],
        creates: [],
        steps: async (world) => {
          const api = apiFor(world, resource);
          const first = await newRecord(world, resource, {}, fields);
          const values = pick(first, columns);
          const body = [await newItem(world, resource, { fields, values })];
          const issues = (place: string) => (columns.length === 1 ? { issues: [`${place}${column}`] } : {});
          await api.post(path, { body, expect: { status: 409 }, ours: { code: 'conflict', ...issues('0.') } });
          const twice = await newItem(world, resource, { fields });
          await api.post(path, {
            body: [twice, await newItem(world, resource, { fields, values: pick(twice, columns) })],
            expect: { status: 409 },
            ours: { code: 'conflict', ...issues('1.') },
          });
          if (!columns.every((one) => updates.includes(one))) return;
          const { id } = await newRecord(world, resource, {}, fields);
          const ours = { code: 'conflict', ...issues('') };
          await api.put(`${path}/${id}`, { body: values, expect: { status: 409 }, ours });
          await api.put(`${path}/${first.id}`, { body: values, expect: { data: answerOf.PUT(values) } });
        },
      },
      ...when(columns.length === 1 && table.caseInsensitive.has(column), {
        what: `${what}-case`,
        title: `${noun} whose ${column} differs from that of another only in case gets 409`,
        ids: ['X24', 'D5'],
        creates: [],
        steps: async (world) => {
          const values = { [column]: otherCase((await newRecord(world, resource))[column]) };
          const body = [await newItem(world, resource, { fields, values })];
          await apiFor(world, resource).post(path, { body, expect: { status: 409 } });
        },
      }),
    ];
  });
}
