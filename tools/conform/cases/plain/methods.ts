import * as z from 'zod/mini';
import { byId } from '../../orders.js';
import { containing, lacking } from '../../patterns.js';
import { missing, refused } from '../refused.js';
import { newItem, newRecord } from './items.js';
import { dashed, type PlainCase, type PlainCases, pick, shown } from './plain-case.js';
import { type PlainResource, referencesOf, uniqueColumns } from './resource.js';
import { specials } from './specials.js';

/** The cases of the five methods. */
export function methodCases(resource: PlainResource): PlainCases {
  const { noun, path, fields, updates, answerOf, keepsDeleted } = resource;
  return {
    order: {
      title: `GET ${path} lists the records by id${resource.byId ? ', the first as GET by id shows it' : ''}`,
      ids: ['X11'],
      reads: true,
      steps: async (_, api) => {
        const { data } = await api.get(path, { expect: { data: byId } });
        const [first] = data;
        if (first !== undefined && resource.byId) {
          await api.get(`${path}/${first.id}`, { expect: { data: [shown(resource, first)] } });
        }
      },
    },
    create: {
      title: `POST of ${noun} answers with the created record`,
      steps: async (world, api) => {
        const body = await newItem(world, resource, { fields });
        await api.post(path, { body: [body], expect: { data: [{ id: z.int(), ...shown(resource, body) }] } });
      },
    },
    list: {
      title: `GET ${path} lists the records`,
      steps: async (world, api) => {
        const item = await newItem(world, resource, { fields });
        const before = world.ours ? (await api.get(path)).data : [];
        const [record] = (await api.post(path, { body: [item] })).data;
        await api.get(path, { expect: { data: containing(record) }, ours: { data: [...before, record] } });
      },
    },
    ...(resource.byId && {
      read: {
        title: `GET of ${noun} by id answers with a list of one record`,
        steps: async (world, api) => {
          const record = await newRecord(world, resource, {}, fields);
          await api.get(`${path}/${record.id}`, { expect: { data: [record] } });
        },
      },
    }),
    update: {
      title: `PUT of ${noun} answers with the changed record`,
      steps: async (world, api) => {
        const record = await newRecord(world, resource, {}, fields);
        const body = await newItem(world, resource, { fields: updates, isChange: true });
        const changed = shown(resource, { ...record, ...body });
        await api.put(`${path}/${record.id}`, { body, expect: { data: answerOf.PUT(changed) } });
        await api.get(path, { expect: { data: containing(changed) } });
      },
    },
    ...(keepsDeleted ? keptCases(resource) : deleteCases(resource)),
  };
}

function deleteCases(resource: PlainResource): PlainCases {
  const { noun, path, fields, answerOf } = resource;
  return {
    delete: {
      title: `DELETE of ${noun} answers with the deleted record, which is no longer listed`,
      steps: async (world, api) => {
        const record = await newRecord(world, resource, {}, fields);
        await api.delete(`${path}/${record.id}`, { expect: { data: answerOf.DELETE(record) } });
        await api.get(path, { expect: { data: lacking({ id: record.id }) } });
        await api.delete(`${path}/${record.id}`, missing);
      },
    },
  };
}

/** DELETE of records that stay, with the status `deleted`. */
function keptCases(resource: PlainResource): PlainCases {
  const { noun, path, fields, answerOf } = resource;
  const one = noun.replace(/^an? /, 'a deleted ');
  const unique = uniqueColumns(resource).map((columns): [string, PlainCase] => [
    columns.length === 1 ? `deleted-${columns.map(dashed)}` : 'deleted-pair',
    {
      title: `POST with the ${columns.join(' and ')} of ${one} gets 409`,
      ids: ['D34'],
      steps: async (world, api) => {
        const record = await newRecord(world, resource, {}, fields);
        await api.delete(`${path}/${record.id}`);
        const body = [await newItem(world, resource, { fields, values: pick(record, columns) })];
        await api.post(path, { body, ...refused(409) });
      },
    },
  ]);
  return {
    ...Object.fromEntries(unique),
    delete: {
      title: `DELETE of ${noun} answers with the record, whose status is deleted`,
      steps: async (world, api) => {
        const record = await newRecord(world, resource, {}, fields);
        const expect = { data: answerOf.DELETE({ ...record, status: 'deleted' }) };
        await api.delete(`${path}/${record.id}`, { expect });
      },
    },
    deleted: {
      title: `${one} can be read`,
      ids: ['D7'],
      switch: 'hideDeleted',
      steps: async (world, api) => {
        const { id } = await newRecord(world, resource);
        await api.delete(`${path}/${id}`);
        const deleted = { id, status: 'deleted' };
        await api.get(`${path}/${id}`, { sides: { false: { data: [deleted] }, true: { status: 404 } } });
        await api.get(path, { sides: { false: { data: containing(deleted) }, true: { data: lacking({ id }) } } });
      },
    },
    'deleted-again': {
      title: `deleting ${one} again answers with the same record`,
      ids: ['D34'],
      steps: async (world, api) => {
        const { id } = await newRecord(world, resource);
        const { data } = await api.delete(`${path}/${id}`);
        await api.delete(`${path}/${id}`, { expect: { data } });
      },
    },
  };
}

/** Those of a record that does not exist. */
export function missingCases({ path, byId: hasGet }: PlainResource): PlainCases {
  return {
    ...(hasGet && {
      missing: {
        title: `GET ${path}/<id> of a record that does not exist gets 404`,
        ids: ['D3'],
        reads: true,
        steps: ({ missingId }, api) => api.get(`${path}/${missingId}`, missing),
      },
    }),
    'missing-in-writes': {
      title: `PUT and DELETE of a record that does not exist get 404`,
      ids: ['X5', 'X6'],
      steps: async ({ missingId }, api) => {
        await api.put(`${path}/${missingId}`, { body: {}, ...missing });
        // The record in the path comes first, whatever the body is.
        await api.put(`${path}/${missingId}`, { body: '{', ...missing });
        await api.delete(`${path}/${missingId}`, missing);
      },
    },
  };
}

/** X8: each of two fields is changed alone. */
export function mergeCases(resource: PlainResource): PlainCases {
  const { noun, path, updates, fields, answerOf } = resource;
  const referring = new Set(referencesOf(resource).flatMap(({ reference }) => reference.localColumns));
  const { hidden = [] } = specials[resource.kind] ?? {};
  const candidates = updates.filter((field) => !hidden.includes(field));
  const sorted = [
    ...candidates.filter((field) => !referring.has(field)),
    ...candidates.filter((field) => referring.has(field)),
  ];
  const [one, other] = [sorted[0], sorted.at(-1)];
  if (one === undefined || other === undefined || one === other) return {};
  return {
    merge: {
      title: `PUT changes the fields of ${noun} that are in the body, and keeps the others`,
      ids: ['X8'],
      steps: async (world, api) => {
        const record = await newRecord(world, resource, {}, fields);
        let expected = shown(resource, record);
        await api.put(`${path}/${record.id}`, { body: {}, expect: { data: answerOf.PUT(expected) } });
        for (const field of [one, other]) {
          const body = await newItem(world, resource, { fields: [field], isChange: true });
          expected = { ...expected, ...body };
          await api.put(`${path}/${record.id}`, { body, expect: { data: answerOf.PUT(expected) } });
        }
        await api.get(path, { expect: { data: containing(expected) } });
      },
    },
  };
}
