import { useFilter } from './bound.js';

/** A search by the filter `search` of the address, which starts at the first page again. */
export function SearchField({ placeholder }: { readonly placeholder: string }) {
  return (
    <label>
      Search <input type="search" placeholder={placeholder} {...useFilter('search', { page: '' })} />
    </label>
  );
}
