import * as z from 'zod/mini';
import type { ApiName } from '../../../../src/protocol/service.js';
import type { Case, Json, World } from '../../case.js';
import type { Kind } from '../../kinds.js';
import { byId } from '../../orders.js';
import { containing, lacking } from '../../patterns.js';
import { apiFor, defaultOf, newItem, newRecord } from './items.js';
import { kindsOf, type PlainResource, plainResources, referencesOf, resourceFor } from './resource.js';
import { specials } from './specials.js';
import { statements } from './statements.js';

/** A case without what follows from its resource. */
interface PlainCase {
  readonly what: string;
  readonly title: string;
  /** The decisions that it is about in every resource. */
  readonly ids?: readonly string[];
  /** The kinds of records that it creates in addition to those of the resource; undefined if it only reads. */
  readonly creates?: readonly Kind[] | undefined;
  readonly steps: (world: World) => Promise<void>;
}

/**
 * The cases of the plain resources of an API, made from their definitions: what is true of every resource whose routes and table say
 * so. A case that is written by hand for a resource, under the same id, takes the place of the one here.
 */
export function plainCases(api: ApiName): readonly Case[] {
  return plainResources()
    .filter((resource) => resource.api === api)
    .flatMap((resource) => {
      const { needs = [], without = [] } = specials[resource.kind] ?? {};
      return casesOf(resource)
        .filter(({ what }) => !without.includes(what))
        .map(({ what, title, ids = [], creates, steps }): Case => {
          const about = [...new Set([...(statements[resource.kind]?.[what] ?? []), ...ids])];
          const head = { id: `${resource.kind}/${what}`, title, ids: about, steps };
          return creates === undefined ? head : { ...head, needs, creates: [...kindsOf(resource), ...creates] };
        });
    });
}

function casesOf(resource: PlainResource): readonly PlainCase[] {
  return [
    ...methodCases(resource),
    ...missingCases(resource),
    ...fieldCases(resource),
    ...mergeCases(resource),
    ...uniqueCases(resource),
    ...referenceCases(resource),
    ...dependentCases(resource),
  ];
}

/** The cases of the five methods. */
function methodCases(resource: PlainResource): readonly PlainCase[] {
  const { noun, path, fields, updates, answerOf, keepsDeleted } = resource;
  const of = (world: World) => apiFor(world, resource);
  return [
    {
      what: 'order',
      title: `GET ${path} lists the records by id${resource.byId ? ', each as GET by id shows it' : ''}`,
      ids: ['X11'],
      steps: async (world) => {
        const { data } = await of(world).get(path, { expect: { data: byId } });
        const [first] = data;
        if (first !== undefined && resource.byId) {
          await of(world).get(`${path}/${first.id}`, { expect: { data: [shown(resource, first)] } });
        }
      },
    },
    {
      what: 'create',
      title: `POST of ${noun} answers with the created record`,
      creates: [],
      steps: async (world) => {
        const body = await newItem(world, resource, { fields });
        await of(world).post(path, { body: [body], expect: { data: [{ id: z.int(), ...shown(resource, body) }] } });
      },
    },
    {
      what: 'list',
      title: `GET ${path} lists the records`,
      creates: [],
      steps: async (world) => {
        const record = await newRecord(world, resource, {}, fields);
        await of(world).get(path, { expect: { data: containing(record) } });
      },
    },
    ...when(resource.byId, {
      what: 'read',
      title: `GET of ${noun} by id answers with a list of one record`,
      creates: [],
      steps: async (world) => {
        const record = await newRecord(world, resource, {}, fields);
        await of(world).get(`${path}/${record.id}`, { expect: { data: [record] } });
      },
    }),
    {
      what: 'update',
      title: `PUT of ${noun} answers with the changed record`,
      creates: [],
      steps: async (world) => {
        const record = await newRecord(world, resource, {}, fields);
        const body = await newItem(world, resource, { fields: updates, isChange: true });
        const changed = shown(resource, { ...record, ...body });
        await of(world).put(`${path}/${record.id}`, { body, expect: { data: answerOf.PUT(changed) } });
        await of(world).get(path, { expect: { data: containing(changed) } });
      },
    },
    {
      what: 'delete',
      title: keepsDeleted
        ? `DELETE of ${noun} answers with the record, whose status is deleted`
        : `DELETE of ${noun} answers with the deleted record, which is no longer listed`,
      creates: [],
      steps: async (world) => {
        const record = await newRecord(world, resource, {}, fields);
        const deleted = { ...record, ...(keepsDeleted && { status: 'deleted' }) };
        await of(world).delete(`${path}/${record.id}`, { expect: { data: answerOf.DELETE(deleted) } });
        if (keepsDeleted) return;
        await of(world).get(path, { expect: { data: lacking({ id: record.id }) } });
        await of(world).delete(`${path}/${record.id}`, { expect: { status: 404 } });
      },
    },
  ];
}

function missingCases(resource: PlainResource): readonly PlainCase[] {
  const { path } = resource;
  return [
    ...when(resource.byId, {
      what: 'missing',
      title: `GET ${path}/<id> of a record that does not exist gets 404`,
      ids: ['D3'],
      steps: async (world) => {
        await apiFor(world, resource).get(`${path}/${world.missingId}`, { expect: { status: 404 } });
      },
    }),
    {
      what: 'missing-in-writes',
      title: `PUT and DELETE of a record that does not exist get 404`,
      ids: ['X5'],
      creates: [],
      steps: async (world) => {
        const api = apiFor(world, resource);
        await api.put(`${path}/${world.missingId}`, { body: {}, expect: { status: 404 } });
        await api.delete(`${path}/${world.missingId}`, { expect: { status: 404 } });
      },
    },
  ];
}

/** Fields that must be there, and the values of those that are not. */
function fieldCases(resource: PlainResource): readonly PlainCase[] {
  const { noun, path, fields, required, table } = resource;
  const of = (world: World) => apiFor(world, resource);
  const groups = referencesOf(resource).filter(({ reference }) =>
    reference.localColumns.every((column) => !required.has(column) && !table.nullable.has(column)),
  );
  const alone = fields.filter((field) => required.has(field));
  const optional = Object.fromEntries(
    [...new Set([...fields, ...resource.updates])]
      .filter((field) => !required.has(field))
      .map((field) => [field, defaultOf(table.name, field) ?? (table.nullable.has(field) ? null : undefined)])
      .filter(([, value]) => value !== undefined),
  );
  const defaults = shown(resource, optional);
  return [
    ...[...alone.map((field) => [field]), ...groups.map(({ reference }) => reference.localColumns)].map(
      (columns): PlainCase => ({
        what: `required-${dashed(columns[0] as string)}`,
        title: `${noun} without ${columns.join(' and ')}, or with null instead, gets 400`,
        ids: ['D32', 'X21'],
        creates: [],
        steps: async (world) => {
          const item = await newItem(world, resource, { fields });
          for (const value of [undefined, null]) {
            const body = [{ ...item, ...Object.fromEntries(columns.map((column) => [column, value])) }];
            await of(world).post(path, { body, expect: { status: 400 } });
          }
        },
      }),
    ),
    ...when(required.size > 0 && Object.keys(defaults).length > 0, {
      what: 'optional',
      title: `fields of ${noun} that are left out or null have their default, or else are null`,
      ids: ['X21'],
      creates: [],
      steps: async (world) => {
        const nothing = Object.fromEntries(fields.filter((field) => field in optional).map((field) => [field, null]));
        for (const empty of [{}, nothing]) {
          const item = { ...(await newItem(world, resource)), ...empty };
          await of(world).post(path, { body: [item], expect: { data: [defaults] } });
        }
      },
    }),
  ];
}

/** X8: each of two fields is changed alone. */
function mergeCases(resource: PlainResource): readonly PlainCase[] {
  const { noun, path, updates, fields, answerOf } = resource;
  const referring = new Set(referencesOf(resource).flatMap(({ reference }) => reference.localColumns));
  const { hidden = [] } = specials[resource.kind] ?? {};
  const candidates = updates.filter((field) => !hidden.includes(field));
  const sorted = [
    ...candidates.filter((field) => !referring.has(field)),
    ...candidates.filter((field) => referring.has(field)),
  ];
  const [one, other] = [sorted[0], sorted.at(-1)];
  if (one === undefined || other === undefined || one === other) return [];
  return [
    {
      what: 'merge',
      title: `PUT changes the fields of ${noun} that are in the body, and keeps the others`,
      ids: ['X8'],
      creates: [],
      steps: async (world) => {
        const api = apiFor(world, resource);
        const record = await newRecord(world, resource, {}, fields);
        let expected = shown(resource, record);
        for (const field of [one, other]) {
          const body = await newItem(world, resource, { fields: [field], isChange: true });
          expected = { ...expected, ...body };
          await api.put(`${path}/${record.id}`, { body, expect: { data: answerOf.PUT(expected) } });
        }
        await api.get(path, { expect: { data: containing(expected) } });
      },
    },
  ];
}

function uniqueCases(resource: PlainResource): readonly PlainCase[] {
  const { noun, path, fields, updates, table } = resource;
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
          const values = pick(await newRecord(world, resource, {}, fields), columns);
          const body = [await newItem(world, resource, { fields, values })];
          await api.post(path, { body, expect: { status: 409 } });
          if (!columns.every((one) => updates.includes(one))) return;
          const { id } = await newRecord(world, resource, {}, fields);
          await api.put(`${path}/${id}`, { body: values, expect: { status: 409 } });
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

/** The records that a record refers to. */
function referenceCases(resource: PlainResource): readonly PlainCase[] {
  const { noun, path, fields, table } = resource;
  const of = (world: World) => apiFor(world, resource);
  const references = referencesOf(resource);
  const byNumber = references.filter(({ reference }) => Object.values(reference.columns).includes('id'));
  const byEmail = references.flatMap(({ reference, target }) =>
    Object.entries(reference.columns)
      .filter(([local]) => table.caseInsensitive.has(local))
      .map(([local, column]) => ({ local, column, reference, target })),
  );
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
          const body = [{ ...item, ...Object.fromEntries(nowhere) }];
          await of(world).post(path, { body, expect: { status: 404 } });
        }
      },
    }),
    ...byEmail.flatMap(({ local, column, target }): PlainCase[] => [
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
    ]),
  ];
}

/** X19: what happens to the records that refer to a deleted one. */
function dependentCases(resource: PlainResource): readonly PlainCase[] {
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

/** The fields of a record that answers contain under their names. */
function shown({ kind, fields, updates }: PlainResource, record: Json): Json {
  const { hidden = [] } = specials[kind] ?? {};
  return pick(
    record,
    ['id', ...fields, ...updates].filter((field) => field in record && !hidden.includes(field)),
  );
}

function pick(record: Json, columns: readonly string[]): Json {
  return Object.fromEntries(columns.map((column) => [column, record[column]]));
}

/** An e-mail with its domain in capitals. The part before it has the name of the run. */
function otherCase(email: string): string {
  return email.replace(/@.*/, (domain) => domain.toUpperCase());
}

function dashed(column: string): string {
  return column.replaceAll('_', '-');
}

function when(condition: boolean, one: PlainCase): readonly PlainCase[] {
  return condition ? [one] : [];
}
