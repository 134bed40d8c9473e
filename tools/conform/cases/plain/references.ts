import * as z from 'zod/mini';
import type { Json, World } from '../../case.js';
import { containing, lacking } from '../../patterns.js';
import { apiOfWorld } from '../cases-about.js';
import { refused } from '../refused.js';
import { newItem, newRecord } from './items.js';
import { otherCase, type PlainCase, type PlainCases, shown } from './plain-case.js';
import { kindsOf, type PlainResource, referencesOf, resourceFor } from './resource.js';
import { specials } from './specials.js';

/** The records that a record refers to. */
export function referenceCases(resource: PlainResource): PlainCases {
  const { noun, path, fields, updates } = resource;
  const byNumber = referencesOf(resource).filter(({ reference }) => Object.values(reference.columns).includes('id'));
  return {
    ...(byNumber.length > 0 && {
      'unknown-references': {
        title: `${noun} that refers to a record that does not exist gets 404`,
        ids: ['X5'],
        steps: async (world, api) => {
          const item = await newItem(world, resource, { fields });
          for (const { reference } of byNumber) {
            const nowhere = Object.fromEntries(reference.localColumns.map((local) => [local, undefined]));
            const [column = ''] = Object.entries(reference.columns).find(([, target]) => target === 'id') ?? [];
            for (const value of world.ours ? [world.missingId, 0, -1] : [world.missingId]) {
              const body = [{ ...item, ...nowhere, [column]: value }];
              await api.post(path, { body, ...refused(404, `0.${column}`) });
            }
            if (!updates.includes(column)) continue;
            const { id } = await newRecord(world, resource, {}, fields);
            await api.put(`${path}/${id}`, { body: { [column]: world.missingId }, ...refused(404, column) });
          }
        },
      },
    }),
    ...emailCases(resource),
  };
}

/** X24: a reference to a user by e-mail. */
function emailCases(resource: PlainResource): PlainCases {
  const { path, fields, table } = resource;
  const [found] = referencesOf(resource).flatMap(({ reference, target }) =>
    Object.entries(reference.columns)
      .filter(([local]) => table.caseInsensitive.has(local))
      .map(([local, column]) => ({ local, column, target })),
  );
  if (found === undefined) return {};
  const { local, column, target } = found;
  return {
    'email-case': {
      title: `${local} is case-insensitive, and answered as the user has it`,
      ids: ['X24'],
      steps: async (world, api) => {
        const item = await newItem(world, resource, { fields });
        const body = [{ ...item, [local]: otherCase(item[local]) }];
        await api.post(path, { body, expect: { data: [{ [local]: item[local] }] } });
      },
    },
    'email-changes': {
      title: `${local} follows when the e-mail of the user changes`,
      ids: ['X24'],
      steps: async (world, api) => {
        const user = await newRecord(world, target);
        const { id } = await newRecord(world, resource, { [local]: user[column] });
        const changed = world.email();
        await apiOfWorld(world, target.api).put(`${target.path}/${user.id}`, { body: { [column]: changed } });
        await api.get(path, { expect: { data: containing({ id, [local]: changed }) } });
      },
    },
  };
}

/** X19: what happens to the records that refer to a deleted one. */
export function dependentCases(resource: PlainResource): PlainCases {
  const { noun, path, table, keepsDeleted } = resource;
  if (keepsDeleted) return {};
  const dependents = table.referencedBy.flatMap(({ from, reference }) => {
    const dependent = resourceFor(from, resource.api);
    return dependent === undefined ? [] : [{ dependent, reference, name: dependent.path.slice(1) }];
  });
  const deleted = dependents.filter(({ reference }) => reference.onDelete === 'cascade');
  const cleared = dependents.filter(({ reference }) => reference.onDelete === 'clear');
  /** A record, and one that refers to it. */
  const pair = async (world: World, { dependent, reference }: (typeof dependents)[number]) => {
    const [first = ''] = reference.localColumns;
    const parent = await newRecord(world, resource, specials[dependent.kind]?.refersTo?.[first]);
    const columns = Object.entries(reference.columns).map(([local, column]) => [local, parent[column]]);
    return { parent, child: (await newRecord(world, dependent, Object.fromEntries(columns))) as Json };
  };
  return Object.fromEntries([
    ...deleted.map((one): [string, PlainCase] => [
      deleted.length === 1 ? 'cascade' : `cascade-${one.name}`,
      {
        title: `deleting ${noun} deletes the records of ${one.name} that refer to it, and no others`,
        ids: ['X19'],
        creates: kindsOf(one.dependent),
        steps: async (world, api) => {
          const { parent, child } = await pair(world, one);
          const { child: other } = await pair(world, one);
          await api.delete(`${path}/${parent.id}`);
          await apiOfWorld(world, one.dependent.api).get(one.dependent.path, {
            expect: { data: z.intersection(lacking({ id: child.id }), containing({ id: other.id })) },
          });
        },
      },
    ]),
    ...cleared.map((one): [string, PlainCase] => [
      one.dependent === resource ? 'children' : `clear-${one.name}`,
      {
        title: `records that refer to ${noun} that is deleted stay, and refer to none`,
        ids: ['X19'],
        creates: kindsOf(one.dependent),
        steps: async (world, api) => {
          const { parent, child } = await pair(world, one);
          const columns = Object.fromEntries(one.reference.localColumns.map((column) => [column, null]));
          await api.delete(`${path}/${parent.id}`);
          await apiOfWorld(world, one.dependent.api).get(one.dependent.path, {
            expect: { data: containing({ id: child.id, ...columns }) },
          });
        },
      },
    ]),
  ]);
}

/** X1: the records of a table that both APIs have. */
export function mirrorCases(resource: PlainResource): PlainCases {
  const { noun, path, fields } = resource;
  const other = resourceFor(resource.table.name, 'user-data');
  if (other === undefined || other.api === resource.api) return {};
  return {
    'in-user-data': {
      title: `${noun} that user-preference created is listed by user-data`,
      ids: ['X1'],
      steps: async (world) => {
        const record = await newRecord(world, resource, {}, fields);
        await world.userData.get(other.path, { expect: { data: containing(shown(other, record)) } });
      },
    },
    'from-user-data': {
      title: `${noun} that user-data created is listed by user-preference`,
      ids: ['X1'],
      creates: kindsOf(other),
      steps: async (world, api) => {
        const record = shown(other, await newRecord(world, other, {}, other.fields));
        const nothing = Object.fromEntries(fields.filter((field) => !(field in record)).map((field) => [field, null]));
        await api.get(path, { expect: { data: containing(shown(resource, { ...nothing, ...record })) } });
      },
    },
  };
}
