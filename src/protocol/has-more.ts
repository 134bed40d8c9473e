import { isPlainObject } from '../foundation/is-object.js';

/** The names of fields that say that a list goes on: `next`, `next_cursor`, `hasMore`, `has_next_page`. */
const GOES_ON = /^(has_?)?(next|more)(_?(page|cursor|token|offset|link|url|href|results|records|items))*$/i;

/** Whether the body of a list says, in its fields or in an object beside the records such as `meta`, that there are more than `shown`. */
export function hasMore(body: object, shown: number): boolean {
  const beside = Object.entries(body).flatMap(([name, value]) => (name === 'data' ? [] : [value]));
  return [body, ...beside].some((part) =>
    Object.entries(isPlainObject(part) ? part : {}).some(
      ([name, value]) => (GOES_ON.test(name) && Boolean(value)) || (name === 'total' && Number(value) > shown),
    ),
  );
}
