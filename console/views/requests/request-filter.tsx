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
      <Choice filter={filter} name="person" label="Person" values={[...persons].sort()} />
      <Choice filter={filter} name="method" label="Method" values={METHODS} />
      <Choice
        filter={filter}
        name="status"
        label="Status"
        values={[...CLASSES, ...[...statuses].sort()]}
        text={statusText}
      />
    </>
  );
}

interface ChoiceProps {
  readonly filter: RequestFilter;
  readonly name: keyof RequestFilter;
  readonly label: string;
  readonly values: readonly string[];
  /** What is shown for a value, if it is not the value itself. */
  readonly text?: (value: string) => string;
}

function Choice({ filter, name, label, values, text = String }: ChoiceProps) {
  const { navigation } = useConsole();
  return (
    <label class="filter">
      {label}{' '}
      <select value={filter[name]} onChange={({ currentTarget }) => navigation.filter({ [name]: currentTarget.value })}>
        <option value="">any {name}</option>
        {values.map((value) => (
          <option key={value} value={value}>
            {text(value)}
          </option>
        ))}
      </select>
    </label>
  );
}

function statusText(status: string): string {
  return status === '0' ? 'connection broken' : status;
}
