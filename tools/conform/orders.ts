import type { Json } from './case.js';
import { ascending, descending } from './patterns.js';

/** P4: the order of the briefs of a reader. */
export const byNameAndSlug = ascending(({ name, slug }: Json) => [name?.toLowerCase(), slug?.toLowerCase()]);

/** X11: the order of records. */
export const byId = ascending(({ id }: Json) => id);

/** P6: the order of the dates of a picker. */
export const newestFirst = descending(({ date }: Json) => date);
