import type { JournalEntry } from 'briefs-mock';
import { useFilter } from '../../parts/bound.js';
import { Options, type OptionsProps } from '../../parts/options.jsx';
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
  // What is selected stays selected even if no request has it now.
  const statuses = new Set(entries.map(({ status }) => String(status)));
  if (filter.status !== '' && !CLASSES.includes(filter.status)) statuses.add(filter.status);
  const persons = new Set(entries.flatMap(({ email }) => email ?? []));
  if (filter.person !== '') persons.add(filter.person);
  const methods = new Set(METHODS);
  if (filter.method !== '') methods.add(filter.method);
  return (
    <>
      <label class="filter">
        Search <input type="search" placeholder="Path, reason …" aria-keyshortcuts="/" {...useFilter('text')} />
      </label>
      <Choice name="person" label="Person" of={[...persons].sort()} />
      <Choice name="method" label="Method" of={[...methods]} />
      <Choice name="status" label="Status" of={[...CLASSES, ...[...statuses].sort().map(statusOption)]} />
    </>
  );
}

interface ChoiceProps extends OptionsProps {
  readonly name: keyof RequestFilter;
  readonly label: string;
}

function Choice({ name, label, of: options }: ChoiceProps) {
  return (
    <label class="filter">
      {label}{' '}
      <select {...useFilter(name)}>
        <option value="">any {name}</option>
        <Options of={options} />
      </select>
    </label>
  );
}

function statusOption(status: string): readonly [string, string] {
  return [status, status === '0' ? 'connection broken' : status];
}
