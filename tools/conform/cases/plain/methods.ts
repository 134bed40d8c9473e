import * as z from 'zod/mini';
import type { World } from '../../case.js';
import { byId } from '../../orders.js';
import { containing, lacking } from '../../patterns.js';
import { apiFor, newItem, newRecord } from './items.js';
import { type PlainCase, shown, when } from './plain-case.js';
import { type PlainResource, referencesOf } from './resource.js';
import { specials } from './specials.js';

const notFound = { code: 'not_found', issues: [] };

/** The cases of the five methods. */
export function methodCases(resource: PlainResource): readonly PlainCase[] {
  const { noun, path, fields } = resource;
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
        const item = await newItem(world, resource, { fields });
        const before = world.ours ? (await of(world).get(path)).data : [];
        const [record] = (await of(world).post(path, { body: [item] })).data;
        await of(world).get(path, { expect: { data: containing(record) }, ours: { data: [...before, record] } });
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
    ...changeCases(resource),
  ];
}

function changeCases(resource: PlainResource): readonly PlainCase[] {
  const { noun, path, fields, updates, answerOf, keepsDeleted } = resource;
  const of = (world: World) => apiFor(world, resource);
  return [
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
        await of(world).delete(`${path}/${record.id}`, { expect: { status: 404 }, ours: notFound });
      },
    },
  ];
}

/** Those of a record that does not exist. */
export function missingCases(resource: PlainResource): readonly PlainCase[] {
  const { path } = resource;
  return [
    ...when(resource.byId, {
      what: 'missing',
      title: `GET ${path}/<id> of a record that does not exist gets 404`,
      ids: ['D3'],
      steps: async (world) => {
        const expect = { status: 404 };
        await apiFor(world, resource).get(`${path}/${world.missingId}`, { expect, ours: notFound });
      },
    }),
    {
      what: 'missing-in-writes',
      title: `PUT and DELETE of a record that does not exist get 404`,
      ids: ['X5', 'X6'],
      creates: [],
      steps: async (world) => {
        const api = apiFor(world, resource);
        await api.put(`${path}/${world.missingId}`, { body: {}, expect: { status: 404 }, ours: notFound });
        // The record in the path comes first, whatever the body is.
        await api.put(`${path}/${world.missingId}`, { body: '{', expect: { status: 404 }, ours: notFound });
        await api.delete(`${path}/${world.missingId}`, { expect: { status: 404 }, ours: notFound });
      },
    },
  ];
}

/** X8: each of two fields is changed alone. */
export function mergeCases(resource: PlainResource): readonly PlainCase[] {
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
        await api.put(`${path}/${record.id}`, { body: {}, expect: { data: answerOf.PUT(expected) } });
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
