import { useEffect } from 'preact/hooks';
import { useConsole } from '../model/console-model.js';
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

/**
 * Leads to the other pages of a list with a total of rows, by the filter `page` of the address, and from a page that does not exist
 * to the last one. The total is undefined until it is loaded.
 */
export function Pages({ total }: { readonly total: number | undefined }) {
  const { navigation } = useConsole();
  const number = numberOf(navigation.place.value.query.page);
  const count = Math.max(1, Math.ceil((total ?? 0) / SIZE));
  const isBeyond = total !== undefined && number > count;
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
        Page {number.toLocaleString('en')} of {count.toLocaleString('en')}
      </span>
      {number < count && to(number + 1, 'Next')}
      {number < count && to(count, 'Last')}
    </nav>
  );
}
