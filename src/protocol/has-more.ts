/** The names of fields that say that a list goes on: `next`, `next_cursor`, `hasMore`, `has_next_page`. */
const saying = /^(has_?)?(next|more)/i;

/** Whether the body of a list says, in its fields or in an object beside the records such as `meta`, that there are more than `shown`. */
export function hasMore(body: object, shown: number): boolean {
  const beside = Object.entries(body).flatMap(([name, value]) => (name === 'data' ? [] : [value]));
  return [body, ...beside].some((part) =>
    Object.entries(isObject(part) ? part : {}).some(
      ([name, value]) => (saying.test(name) && Boolean(value)) || (name === 'total' && Number(value) > shown),
    ),
  );
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
