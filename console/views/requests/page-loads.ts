import type { JournalEntry } from 'briefs-mock';

/** Milliseconds without a request after which the next one starts another page load. */
const QUIET = 300;
/** The longest page load in milliseconds, so that a page that polls is not one endless load. */
const LONGEST = 5000;

/** Which page load a request belongs to: the first request of it, unless it is that itself. `entries` are newest first. */
export function pageLoadsOf(entries: readonly JournalEntry[]): ReadonlyMap<JournalEntry, JournalEntry> {
  const loads = new Map<JournalEntry, JournalEntry>();
  let first: JournalEntry | undefined;
  let last = Number.NEGATIVE_INFINITY;
  // An answer that was held back has the time of its release, and the number from before.
  for (const entry of entries.toReversed().sort((one, other) => timeOf(one) - timeOf(other))) {
    const time = timeOf(entry);
    if (first === undefined || time - last > QUIET || time - timeOf(first) > LONGEST) first = entry;
    else loads.set(entry, first);
    last = time;
  }
  return loads;
}

/** When a request was answered, in milliseconds since 1970. */
export function timeOf({ wall_time: time }: JournalEntry): number {
  return Date.parse(time);
}
