import { distance } from 'fastest-levenshtein';

/** The maximum number of names to compare, and the length of the names. */
const NAME_LIMIT = 1000;
const LENGTH_LIMIT = 100;

/** The maximum number of names that a message suggests. */
const SUGGESTION_LIMIT = 3;

/** The names to choose from. They are read only if they are few enough to compare. */
interface NameCandidates {
  readonly count: number;
  readonly list: () => readonly string[];
}

/** The end of a message about an unknown name: `; did you mean a, b or c?`, or nothing if no name is similar. */
export function didYouMean(given: unknown, { count, list }: NameCandidates): string {
  if (typeof given !== 'string' || given.length > LENGTH_LIMIT || count > NAME_LIMIT) return '';
  return suggestionOf(nearest(given, list()));
}

/** As `didYouMean`, for an e-mail: if none is similar, those with the part before the `@`, at another domain. */
export function didYouMeanEmail(given: unknown, names: NameCandidates): string {
  const hint = didYouMean(given, names);
  if (hint !== '' || typeof given !== 'string' || names.count > NAME_LIMIT) return hint;
  const mailbox = mailboxOf(given);
  return suggestionOf(names.list().filter((name) => mailboxOf(name) === mailbox));
}

function mailboxOf(email: string): string | undefined {
  return email.toLowerCase().split('@', 1)[0];
}

function nearest(given: string, names: readonly string[]): string[] {
  let least = Math.min(2, Math.max(1, Math.floor(given.length / 4)));
  let found: string[] = [];
  for (const name of names) {
    const difference = differenceOf(name.slice(0, LENGTH_LIMIT + least).toLowerCase(), given.toLowerCase());
    if (difference > least) continue;
    if (difference < least) found = [];
    least = difference;
    found.push(name);
  }
  if (found.length > 0 || given.length < 4) return found;
  return names.filter((name) => name.toLowerCase().includes(given.toLowerCase()));
}

/** The number of letters that differ; two that have changed places are one typing error. */
function differenceOf(name: string, given: string): number {
  const difference = distance(name, given);
  return difference === 2 && sorted(name) === sorted(given) ? 1 : difference;
}

function sorted(text: string): string {
  return [...text].sort().join();
}

function suggestionOf(names: readonly string[]): string {
  if (names.length === 0) return '';
  const suggested = [...names].sort().slice(0, SUGGESTION_LIMIT);
  return `; did you mean ${suggested.join(', ').replace(/, (?=[^,]*$)/, ' or ')}?`;
}
