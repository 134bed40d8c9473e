import { useConsole } from '../model/console-model.js';

/** A search by the filter `search` of the address, which starts at the first page again. */
export function SearchField({ placeholder }: { readonly placeholder: string }) {
  const { navigation } = useConsole();
  return (
    <label>
      Search{' '}
      <input
        type="search"
        value={navigation.place.value.query.search ?? ''}
        placeholder={placeholder}
        onInput={({ currentTarget }) => navigation.filter({ search: currentTarget.value, page: '' })}
      />
    </label>
  );
}
