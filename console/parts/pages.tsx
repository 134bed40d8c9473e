import { useConsole } from '../model/console-model.js';
import { Link } from './link.jsx';

interface PagesProps {
  readonly number: number;
  readonly count: number;
}

/** Leads to the other pages of a list, by the filter `page` of the address. */
export function Pages({ number, count }: PagesProps) {
  const { navigation } = useConsole();
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
