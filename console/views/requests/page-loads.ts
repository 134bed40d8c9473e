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
  for (const entry of entries.toReversed().sort(byTime)) {
    const time = Date.parse(entry.wall_time);
    if (first === undefined || time - last > QUIET || time - Date.parse(first.wall_time) > LONGEST) first = entry;
    else loads.set(entry, first);
    last = time;
  }
  return loads;
}

function byTime({ wall_time: one }: JournalEntry, { wall_time: other }: JournalEntry): number {
  return Date.parse(one) - Date.parse(other);
}
