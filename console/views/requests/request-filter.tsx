import type { JournalEntry } from 'briefs-mock';
import { useConsole } from '../../model/console-model.js';
import { pathText } from './path-text.js';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const CLASSES = ['2xx', '3xx', '4xx', '5xx'];

/** The filters that are in the address; an empty text selects everything. */
export interface RequestFilter {
  readonly method: string;
  /** A part of the path with its query, the route, the person or the reason. */
  readonly text: string;
  /** The email of a person. */
  readonly person: string;
  /** A status such as `403`, or a class such as `4xx`. */
  readonly status: string;
}

export function filterOf({
  method = '',
  text = '',
  person = '',
  status = '',
}: Readonly<Record<string, string>>): RequestFilter {
  return { method, text, person, status };
}

export function matches({ method, text, person, status }: RequestFilter, entry: JournalEntry): boolean {
  return (
    (method === '' || entry.method === method) &&
    (text === '' || searched(entry).includes(text.toLowerCase())) &&
    (person === '' || entry.email === person) &&
    (status === '' || String(entry.status) === status || `${String(entry.status)[0]}xx` === status)
  );
}

function searched(entry: JournalEntry): string {
  return [pathText(entry), entry.route, entry.email, entry.reason].join(' ').toLowerCase();
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
  const persons = new Set(entries.flatMap(({ email }) => email ?? []));
  if (filter.person !== '') persons.add(filter.person);
  return (
    <>
      <label class="filter">
        Search{' '}
        <input
          type="search"
          placeholder="Path, reason …"
          aria-keyshortcuts="/"
          value={filter.text}
          onInput={(event) => navigation.filter({ text: event.currentTarget.value })}
        />
      </label>
      <label class="filter">
        Person{' '}
        <select value={filter.person} onChange={(event) => navigation.filter({ person: event.currentTarget.value })}>
          <option value="">any person</option>
          {[...persons].sort().map((person) => (
            <option key={person}>{person}</option>
          ))}
        </select>
      </label>
      <label class="filter">
        Method{' '}
        <select value={filter.method} onChange={(event) => navigation.filter({ method: event.currentTarget.value })}>
          <option value="">any method</option>
          {METHODS.map((method) => (
            <option key={method}>{method}</option>
          ))}
        </select>
      </label>
      <label class="filter">
        Status{' '}
        <select value={filter.status} onChange={(event) => navigation.filter({ status: event.currentTarget.value })}>
          <option value="">any status</option>
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
