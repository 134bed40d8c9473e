import * as z from 'zod/mini';
import type { Case, Json, Need, World } from '../../case.js';
import type { Kind } from '../../kinds.js';
import { containing, lacking } from '../../patterns.js';
import { postOne } from '../post-one.js';

/** A resource whose records are created, listed, read, updated and deleted in the usual way. */
interface Resource {
  /** The end of its path, such as `client`. */
  readonly name: string;
  /** Names one record in titles: `a client`. */
  readonly noun: string;
  /** The kinds of the records and of those that they refer to. */
  readonly creates: readonly Kind[];
  /** What must be found on the server first. */
  readonly needs?: readonly Need[];
  /** An item of POST, with every field. */
  readonly item: (world: World) => Promise<object>;
  /** The fields of a new record that are not in the item. */
  readonly adds?: object;
  /** The body of PUT, with every field that it may have. */
  readonly changes: (world: World, record: Json) => object | Promise<object>;
  /** The fields that DELETE changes, if it keeps the record. */
  readonly deleted?: object;
  /** Whether PUT and DELETE answer with an object instead of a list. */
  readonly answersWithObject?: boolean;
  /** The statements and decisions that each case is about. Without ids there is no case. */
  readonly ids: Readonly<Partial<Record<'create' | 'list' | 'read' | 'update' | 'delete', readonly string[]>>>;
}

/** One case for each method of a resource. */
export function recordCases(resource: Resource): readonly Case[] {
  const { name, noun, creates, needs = [], item, adds, changes, deleted, answersWithObject = false, ids } = resource;
  const path = `/${name}`;
  const answer = (record: object) => (answersWithObject ? record : [record]);
  const newRecord = async (world: World): Promise<Json> => postOne(world.userData, path, await item(world));
  const caseOf = (method: keyof Resource['ids'], title: string, steps: Case['steps']): readonly Case[] => {
    const about = ids[method];
    return about === undefined ? [] : [{ id: `user-data/${name}/${method}`, title, ids: about, needs, creates, steps }];
  };
  return [
    ...caseOf('create', `POST of ${noun} answers with the created record`, async (world) => {
      const body = await item(world);
      await world.userData.post(path, { body: [body], expect: { data: [{ id: z.int(), ...body, ...adds }] } });
    }),
    ...caseOf('list', `GET ${path} lists the records`, async (world) => {
      const record = await newRecord(world);
      await world.userData.get(path, { expect: { data: containing(record) } });
    }),
    ...caseOf('read', `GET of ${noun} by id answers with a list of one record`, async (world) => {
      const record = await newRecord(world);
      await world.userData.get(`${path}/${record.id}`, { expect: { data: [record] } });
    }),
    ...caseOf('update', `PUT of ${noun} answers with the changed record`, async (world) => {
      const record = await newRecord(world);
      const body = await changes(world, record);
      const changed = { ...record, ...body };
      await world.userData.put(`${path}/${record.id}`, { body, expect: { data: answer(changed) } });
      await world.userData.get(path, { expect: { data: containing(changed) } });
    }),
    ...caseOf('delete', `DELETE of ${noun} answers with the deleted record`, async (world) => {
      const record = await newRecord(world);
      await world.userData.delete(`${path}/${record.id}`, { expect: { data: answer({ ...record, ...deleted }) } });
      if (deleted !== undefined) return;
      await world.userData.get(path, { expect: { data: lacking({ id: record.id }) } });
    }),
  ];
}

/** GET by id of a record that does not exist. */
export function missingCase(name: string, ids: readonly string[] = ['D3']): Case {
  return {
    id: `user-data/${name}/missing`,
    title: `GET /${name}/<id> of a record that does not exist gets 404`,
    ids,
    steps: async ({ userData, missingId }) => {
      await userData.get(`/${name}/${missingId}`, { expect: { status: 404 } });
    },
  };
}
