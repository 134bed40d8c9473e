import * as z from 'zod/mini';
import type { Json, World } from '../../case.js';
import { containing, lacking } from '../../patterns.js';
import { apiFor, newItem, newRecord } from './items.js';
import { otherCase, type PlainCase, when } from './plain-case.js';
import { kindsOf, type PlainResource, referencesOf, resourceFor } from './resource.js';
import { specials } from './specials.js';

function unknownIn(place: string) {
  return { code: 'not_found', issues: [place] };
}

/** The records that a record refers to. */
export function referenceCases(resource: PlainResource): readonly PlainCase[] {
  const { noun, path, fields, updates } = resource;
  const of = (world: World) => apiFor(world, resource);
  const byNumber = referencesOf(resource).filter(({ reference }) => Object.values(reference.columns).includes('id'));
  return [
    ...when(byNumber.length > 0, {
      what: 'unknown-references',
      title: `${noun} that refers to a record that does not exist gets 404`,
      ids: ['X5'],
      creates: [],
      steps: async (world) => {
        const item = await newItem(world, resource, { fields });
        for (const { reference } of byNumber) {
          const nowhere = Object.entries(reference.columns).map(([local, column]) => [
            local,
            column === 'id' ? world.missingId : undefined,
          ]);
          const [[column = ''] = []] = nowhere.filter(([, value]) => value !== undefined) as [string, number][];
          for (const value of world.ours ? [world.missingId, 0, -1] : [world.missingId]) {
            const body = [{ ...item, ...Object.fromEntries(nowhere), [column]: value }];
            await of(world).post(path, { body, expect: { status: 404 }, ours: unknownIn(`0.${column}`) });
          }
          if (!updates.includes(column)) continue;
          const { id } = await newRecord(world, resource, {}, fields);
          const change = { [column]: world.missingId };
          await of(world).put(`${path}/${id}`, { body: change, expect: { status: 404 }, ours: unknownIn(column) });
        }
      },
    }),
    ...emailCases(resource),
  ];
}

/** X24: references to users by e-mail. */
function emailCases(resource: PlainResource): readonly PlainCase[] {
  const { path, fields, table } = resource;
  const of = (world: World) => apiFor(world, resource);
  const byEmail = referencesOf(resource).flatMap(({ reference, target }) =>
    Object.entries(reference.columns)
      .filter(([local]) => table.caseInsensitive.has(local))
      .map(([local, column]) => ({ local, column, target })),
  );
  return byEmail.flatMap(({ local, column, target }): PlainCase[] => [
    {
      what: 'email-case',
      title: `${local} is case-insensitive, and answered as the user has it`,
      ids: ['X24'],
      creates: [],
      steps: async (world) => {
        const item = await newItem(world, resource, { fields });
        const body = [{ ...item, [local]: otherCase(item[local]) }];
        await of(world).post(path, { body, expect: { data: [{ [local]: item[local] }] } });
      },
    },
    {
      what: 'email-changes',
      title: `${local} follows when the e-mail of the user changes`,
      ids: ['X24'],
      creates: [],
      steps: async (world) => {
        const user = await newRecord(world, target);
        const { id } = await newRecord(world, resource, { [local]: user[column] });
        const changed = world.email();
        await apiFor(world, target).put(`${target.path}/${user.id}`, { body: { [column]: changed } });
        await of(world).get(path, { expect: { data: containing({ id, [local]: changed }) } });
      },
    },
  ]);
}

/** X19: what happens to the records that refer to a deleted one. */
export function dependentCases(resource: PlainResource): readonly PlainCase[] {
  const { noun, path, table, keepsDeleted } = resource;
  if (keepsDeleted) return [];
  const dependents = table.referencedBy.flatMap(({ from, reference }) => {
    const dependent = resourceFor(from, resource.api);
    return dependent === undefined ? [] : [{ dependent, reference }];
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
  return [
    ...deleted.map((one): PlainCase => {
      const name = one.dependent.path.slice(1);
      return {
        what: deleted.length === 1 ? 'cascade' : `cascade-${name}`,
        title: `deleting ${noun} deletes the records of ${name} that refer to it, and no others`,
        ids: ['X19'],
        creates: kindsOf(one.dependent),
        steps: async (world) => {
          const { parent, child } = await pair(world, one);
          const { child: other } = await pair(world, one);
          await apiFor(world, resource).delete(`${path}/${parent.id}`);
          await apiFor(world, one.dependent).get(one.dependent.path, {
            expect: { data: z.intersection(lacking({ id: child.id }), containing({ id: other.id })) },
          });
        },
      };
    }),
    ...cleared.map((one): PlainCase => {
      const columns = Object.fromEntries(one.reference.localColumns.map((column) => [column, null]));
      return {
        what: one.dependent === resource ? 'children' : `clear-${one.dependent.path.slice(1)}`,
        title: `records that refer to ${noun} that is deleted stay, and refer to none`,
        ids: ['X19'],
        creates: kindsOf(one.dependent),
        steps: async (world) => {
          const { parent, child } = await pair(world, one);
          await apiFor(world, resource).delete(`${path}/${parent.id}`);
          await apiFor(world, one.dependent).get(one.dependent.path, {
            expect: { data: containing({ id: child.id, ...columns }) },
          });
        },
      };
    }),
  ];
}
