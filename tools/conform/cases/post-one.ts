import type { Api, Json } from '../case.js';

/** Sends a list of one record, and returns the record in the answer. */
export async function postOne(api: Api, path: string, record: object): Promise<Json> {
  const { data } = await api.post(path, { body: [record] });
  return data[0];
}
