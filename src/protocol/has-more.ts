import { isPlainObject } from '../foundation/is-object.js';

/** The names of fields that say that a list goes on: `next`, `next_cursor`, `hasMore`, `has_next_page`. */
const GOES_ON = /^(has_?)?(next|more)(_?(page|cursor|token|offset|link|url|href|results|records|items))*$/i;

/** A header `Link` with the next page, such as `<…?page=2>; rel="next"`. */
const NEXT_LINK = /;\s*rel\s*=\s*("[^"]*\b)?next\b/i;

/** An answer, as far as it may say that its list goes on. */
export interface ListAnswer {
  readonly body: unknown;
  /** The header `Link`. */
  readonly link?: string | null | undefined;
}

/**
 * Whether the answer with a list says that there are more records than the `shown`: in the header `Link`, in its fields, or in an object
 * beside the records such as `meta`.
 */
export function hasMore({ body, link }: ListAnswer, shown: number): boolean {
  if (NEXT_LINK.test(link ?? '')) return true;
  const beside = Object.entries(body ?? {}).flatMap(([name, value]) => (name === 'data' ? [] : [value]));
  return [body, ...beside].some((part) =>
    Object.entries(isPlainObject(part) ? part : {}).some(
      ([name, value]) => (GOES_ON.test(name) && Boolean(value)) || (name === 'total' && Number(value) > shown),
    ),
  );
}
