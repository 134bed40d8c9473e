import * as z from 'zod/mini';
import { lacking } from '../../patterns.js';
import { refused } from '../refused.js';
import { wrongValues } from './fields.js';
import { newItem, newRecord } from './items.js';
import { type PlainCase, type PlainCases, pick, shown } from './plain-case.js';
import { type PlainResource, referencesOf, uniqueColumns } from './resource.js';
import { specials } from './specials.js';

/** Bodies, ids and methods of the routes of a resource. */
export function protocolCases(resource: PlainResource): PlainCases {
  return {
    bodies: bodyCase(resource),
    'unknown-fields': unknownFieldsCase(resource),
    ...bulkCases(resource),
    ...idCases(resource),
    methods: methodCase(resource),
  };
}

/** A body that is refused with a message, or because of some of its items. */
function malformed(details: { readonly message?: string; readonly items?: readonly number[] }) {
  const { expect, ours } = refused(400);
  return { expect, ours: { ...ours, ...details } };
}

function bodyCase(resource: PlainResource): PlainCase {
  const { noun, path, fields, orOne } = resource;
  const kinds = orOne ? 'an array or an object' : 'an array';
  return {
    title: `POST and PUT of ${noun} without a body, or with one of another form, get 400`,
    ids: ['X7', 'X22', 'X5'],
    steps: async (world, api) => {
      await api.post(path, malformed({ message: `A request body is required: ${kinds}` }));
      for (const body of ['[', '{"name":}', ...(world.ours ? ['', '[1,]', "['a']", 'undefined', '[]]'] : [])]) {
        await api.post(path, { body, ...refused(400) });
      }
      for (const body of ['"text"', ...(world.ours ? ['7', 'true', 'null', '""'] : [])]) {
        await api.post(path, { body, ...malformed({ message: `The request body must be ${kinds}` }) });
      }
      const item = await newItem(world, resource, { fields });
      const [[field = '', value] = []] = wrongValues(resource, fields, world);
      if (orOne) await api.post(path, { body: { ...item, [field]: value }, ...refused(400, field) });
      await api.post(path, { body: item, ...(orOne ? { expect: { data: [shown(resource, item)] } } : refused(400)) });
      await api.post(path, { body: [], expect: { data: [] } });
      const { id } = await newRecord(world, resource, {}, fields);
      for (const body of [undefined, '{', ...(world.ours ? ['[]', '"text"', '7', 'null'] : [])]) {
        await api.put(`${path}/${id}`, { body, ...refused(400) });
      }
    },
  };
}

function unknownFieldsCase(resource: PlainResource): PlainCase {
  const { noun, path, fields, updates, answerOf } = resource;
  return {
    title: `an id and unknown fields in a body of ${noun} are ignored`,
    ids: ['X8', 'X9'],
    steps: async (world, api) => {
      const extra = { id: world.missingId, conform: { deep: [1] }, toString: 1, constructor: 'text' };
      const item = await newItem(world, resource, { fields });
      const assigned = z.int().check(z.refine((id) => id !== world.missingId, 'must not be the id in the body'));
      const absent = { conform: undefined };
      const { data } = await api.post(path, {
        body: [{ ...item, ...extra }],
        expect: { data: [{ ...shown(resource, item), ...absent, id: assigned }] },
      });
      const record = shown(resource, data[0]);
      // Fields of POST that PUT does not have are unknown to it.
      const fixed = fields.filter((field) => !updates.includes(field));
      const other = fixed.length === 0 ? {} : await newItem(world, resource, { fields: fixed, isChange: true });
      await api.put(`${path}/${record.id}`, {
        body: { ...other, ...extra },
        expect: { data: answerOf.PUT({ ...record, ...absent }) },
      });
    },
  };
}

/** X6: all items of a body, or none. */
function bulkCases(resource: PlainResource): PlainCases {
  const { noun, path, fields, updates } = resource;
  const [[field = '', value] = []] = wrongValues(resource, fields, { ours: false });
  const columns = referencesOf(resource).flatMap(({ reference }) => Object.entries(reference.columns));
  const [unknown = ''] = columns.find(([, column]) => column === 'id') ?? [];
  const [unique] = uniqueColumns(resource);
  const hasConflicts = unique !== undefined && specials[resource.kind]?.without?.includes('unique') !== true;
  return {
    'all-or-none': {
      title: `a body with several records of ${noun}, one of which is invalid, writes none`,
      ids: ['X6'],
      steps: async (world, api) => {
        const good = await newItem(world, resource, { fields });
        const bad = { ...(await newItem(world, resource, { fields })), [field]: value };
        const before = world.ours ? (await api.get(path)).data : [];
        await api.post(path, { body: [good, bad, bad], ...refused(400, `1.${field}`, `2.${field}`) });
        if (world.ours) {
          const body = [good, null, 7, 'text', true, []];
          await api.post(path, { body, ...malformed({ items: [1, 2, 3, 4, 5] }) });
        }
        await api.get(path, { expect: { data: lacking(shown(resource, good)) }, ours: { data: before } });
      },
    },
    ...(unknown !== '' && {
      precedence: {
        title: `an invalid record of ${noun} gets 400 even if another refers to a record that does not exist`,
        ids: ['X6'],
        steps: async (world, api) => {
          const item = () => newItem(world, resource, { fields });
          const nowhere = { ...(await item()), [unknown]: world.missingId };
          const invalid = { ...(await item()), [field]: value };
          for (const body of [
            [nowhere, invalid],
            [invalid, nowhere],
          ]) {
            await api.post(path, { body, ...malformed({ items: [0, 1] }) });
          }
          if (!hasConflicts || unique.includes(unknown)) return;
          const taken = pick(await newRecord(world, resource, {}, fields), unique);
          const body = [{ ...(await item()), ...taken }, nowhere];
          await api.post(path, { body, expect: { status: 404 }, ours: { code: 'not_found', items: [0, 1] } });
          if (!updates.includes(unknown) || !unique.every((column) => updates.includes(column))) return;
          const { id } = await newRecord(world, resource, {}, fields);
          await api.put(`${path}/${id}`, { body: { ...taken, [unknown]: world.missingId }, ...refused(404) });
        },
      },
    }),
  };
}

function idCases(resource: PlainResource): PlainCases {
  const { noun, path, fields, required, methodsById, keepsDeleted } = resource;
  return {
    ...(!keepsDeleted && {
      ids: {
        title: `ids of ${noun} count up, and that of a deleted record is not used again`,
        ids: ['X9'],
        steps: async (world, api) => {
          const item = await newItem(world, resource, { fields });
          const first = await newRecord(world, resource, {}, fields);
          await api.delete(`${path}/${first.id}`);
          if (required.size > 0) await api.post(path, { body: [item, {}], expect: { status: 400 } });
          const { data } = await api.post(path, { body: [item] });
          world.expect(data[0].id, z.int().check(z.minimum(first.id + 1)));
          if (world.ours) world.expect(data[0].id, first.id + 1);
        },
      },
    }),
    'odd-ids': {
      title: `an id of ${noun} in a path that is not a plain integer gets 404`,
      ids: ['X10'],
      steps: async (world, api) => {
        const { id } = await newRecord(world, resource, {}, fields);
        const more = [`0x${id}`, `%20${id}`, `${id}%20`, `${id}%2F`, '%D9%A1'];
        for (const odd of [`0${id}`, `${id}.0`, `${id}e0`, `-${id}`, `+${id}`, 'one', ...(world.ours ? more : [])]) {
          for (const method of methodsById) {
            const body = method === 'PUT' ? {} : undefined;
            await api.send(method, `${path}/${odd}`, { body, ...refused(404, 'id') });
          }
        }
      },
    },
  };
}

function methodCase({ noun, path, methodsById }: PlainResource): PlainCase {
  const all = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
  const known = (methods: readonly string[]) => (methods.includes('GET') ? ['HEAD', ...methods] : methods);
  return {
    title: `a method that the paths of ${noun} do not have gets 405, and Allow lists the others`,
    ids: ['X5', 'X23'],
    steps: async ({ missingId }, api) => {
      const paths: readonly (readonly [string, readonly string[]])[] = [
        [path, known(['GET', 'POST'])],
        [`${path}/${missingId}`, known(methodsById)],
      ];
      for (const [at, methods] of paths) {
        const allow = z.string().check(z.refine((text) => methods.every((one) => text.includes(one))));
        const exactly = z
          .string()
          .check(z.refine((text) => sorted(text.split(', ')) === sorted([...methods, 'OPTIONS'])));
        for (const method of all.filter((one) => !methods.includes(one))) {
          await api.send(method, at, {
            expect: { status: 405, headers: { allow } },
            ...(method !== 'HEAD' && { ours: { code: 'method_not_allowed', headers: { allow: exactly } } }),
          });
        }
      }
    },
  };
}

function sorted(texts: readonly string[]): string {
  return [...texts].sort().join();
}
