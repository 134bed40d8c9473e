import type { ReadonlySignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { grouped } from '../../src/foundation/grouped.js';
import { useConsole } from '../model/console-model.js';
import type { QueryValues } from '../model/control-api.js';
import type { Loaded } from '../model/keep-loaded.js';
import { useLoaded } from '../model/use-loaded.js';
import { Link } from './link.jsx';

/** Rows on one page. */
const SIZE = 50;

/** The page of a list that the filters `page` and `search` of the address select, as the control API takes it. */
export function usePageQuery() {
  const { search, page } = useConsole().navigation.place.value.query;
  return { limit: SIZE, offset: (numberOf(page) - 1) * SIZE, search: search || undefined };
}

function numberOf(page: string | undefined): number {
  return Math.max(1, Math.trunc(Number(page)) || 1);
}

interface ListPage<Answer> extends Loaded<Answer> {
  /** Whether the value is that of another query, which stays until the present one is answered. */
  readonly isFormer: boolean;
}

/** A page of a list of the control API. */
export function useListPage<Answer>(
  path: string,
  query: QueryValues,
  versions: readonly ReadonlySignal<unknown>[],
): ListPage<Answer> {
  const { api } = useConsole();
  const key = JSON.stringify([path, query]);
  const load = async (signal: AbortSignal) => ({ key, answer: await api.get<Answer>(path, query, signal) });
  const { value, error } = useLoaded(load, key, versions).value;
  return { value: value?.answer, error, isFormer: value?.key !== key };
}

/** Leads to the other pages of a list, by the filter `page` of the address, and from a page that does not exist to the last one. */
export function Pages({ value, isFormer }: ListPage<{ readonly total: number }>) {
  const total = value?.total;
  const { navigation } = useConsole();
  const number = numberOf(navigation.place.value.query.page);
  const count = Math.max(1, Math.ceil((total ?? 0) / SIZE));
  const isBeyond = !isFormer && total !== undefined && number > count;
  useEffect(() => {
    if (isBeyond) navigation.filter({ page: count === 1 ? '' : String(count) });
  }, [isBeyond]);
  if (total === undefined || count === 1) return null;
  const { path, query } = navigation.place.value;
  const to = (page: number, label: string) => (
    <Link to={path} query={{ ...query, page: String(page) }}>
      {label}
    </Link>
  );
  return (
    <nav class="pages" aria-label="Pages">
      {number > 1 && to(1, 'First')}
      {number > 1 && to(number - 1, 'Previous')}
      <span>
        Page {grouped(number)} of {grouped(count)}
      </span>
      {number < count && to(number + 1, 'Next')}
      {number < count && to(count, 'Last')}
    </nav>
  );
}
