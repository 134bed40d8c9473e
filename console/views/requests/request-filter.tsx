import type { JournalEntry } from 'briefs-mock';
import { useConsole } from '../../model/console-model.js';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const CLASSES = ['2xx', '3xx', '4xx', '5xx'];

/** The filters that are in the address; an empty text selects everything. */
export interface RequestFilter {
  readonly method: string;
  /** A part of the path. */
  readonly path: string;
  /** A status such as `403`, or a class such as `4xx`. */
  readonly status: string;
}

export function filterOf({ method = '', path = '', status = '' }: Readonly<Record<string, string>>): RequestFilter {
  return { method, path, status };
}

export function matches({ method, path, status }: RequestFilter, entry: JournalEntry): boolean {
  return (
    (method === '' || entry.method === method) &&
    (path === '' || entry.path.toLowerCase().includes(path.toLowerCase())) &&
    (status === '' || String(entry.status) === status || `${String(entry.status)[0]}xx` === status)
  );
}

interface RequestFiltersProps {
  readonly filter: RequestFilter;
  /** The requests from which the filter selects. */
  readonly entries: readonly JournalEntry[];
}

export function RequestFilters({ filter, entries }: RequestFiltersProps) {
  const { navigation } = useConsole();
  // A selected status stays selected even if no request has it now.
  const statuses = new Set(entries.map(({ status }) => String(status)));
  if (filter.status !== '' && !CLASSES.includes(filter.status)) statuses.add(filter.status);
  return (
    <>
      <label>
        Method{' '}
        <select value={filter.method} onChange={(event) => navigation.filter({ method: event.currentTarget.value })}>
          <option value="">any</option>
          {METHODS.map((method) => (
            <option key={method}>{method}</option>
          ))}
        </select>
      </label>
      <label>
        Path{' '}
        <input
          type="search"
          placeholder="contains …"
          value={filter.path}
          onInput={(event) => navigation.filter({ path: event.currentTarget.value })}
        />
      </label>
      <label>
        Status{' '}
        <select value={filter.status} onChange={(event) => navigation.filter({ status: event.currentTarget.value })}>
          <option value="">any</option>
          {CLASSES.map((statusClass) => (
            <option key={statusClass}>{statusClass}</option>
          ))}
          {[...statuses].sort().map((status) => (
            <option key={status} value={status}>
              {status === '0' ? 'connection broken' : status}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}
