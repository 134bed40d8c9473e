import { isObject } from '../foundation/is-object.js';
import { issuesError } from '../foundation/mock-error.js';
import { ITEM_LIMIT, TOTAL_ITEM_LIMIT } from '../protocol/bulk.js';

/** @throws MockError `payload_too_large` for a body with too many items in its lists, or keys in an object, at any depth (X26). */
export function checkSizes(body: unknown): void {
  let total = 0;
  // Nothing is created for a value, because others wait meanwhile.
  const path: (string | number)[] = [];
  const checkPart = (key: string | number, part: unknown) => {
    if (!isObject(part)) return;
    path.push(key);
    check(part);
    path.pop();
  };
  const check = (value: Readonly<Record<string, unknown>>) => {
    if (Array.isArray(value)) {
      if (value.length > ITEM_LIMIT) throw tooLong(path, value.length);
      total += value.length;
      if (total > TOTAL_ITEM_LIMIT) throw tooMany();
      for (let i = 0; i < value.length; i++) checkPart(i, value[i]);
      return;
    }
    let keys = 0;
    for (const key in value) {
      keys++;
      if (keys > ITEM_LIMIT) {
        const { length } = Object.keys(value);
        throw tooLarge(`must be an object with at most ${ITEM_LIMIT} keys, but has ${length}`, path);
      }
      checkPart(key, value[key]);
    }
  };
  if (isObject(body)) check(body);
}

function tooLong(path: readonly (string | number)[], length: number): Error {
  const what = path.length === 0 ? 'The request body ' : '';
  return tooLarge(
    `${what}must be a list of at most ${ITEM_LIMIT} items, but has ${length}; send several requests`,
    path,
  );
}

function tooMany(): Error {
  return tooLarge(
    `The lists in the request body have more than ${TOTAL_ITEM_LIMIT} items in total; send several requests`,
  );
}

function tooLarge(message: string, path: readonly (string | number)[] = []): Error {
  return issuesError('payload_too_large', [{ path: path.join('.'), message }]);
}
