import type { Json } from '../case.js';

/** The parsed body; undefined if it is not JSON. */
export function parseJson(body: string): Json {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
