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

/** Leads to the other pages of a list with a total of rows, by the filter `page` of the address. */
export function Pages({ total }: { readonly total: number }) {
  const { navigation } = useConsole();
  const number = numberOf(navigation.place.value.query.page);
  const count = Math.ceil(total / SIZE);
  if (count <= 1 && number === 1) return null;
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
