import type { JournalEntry } from 'briefs-mock';

/** What is special about a request, in a word each. */
export function Marks({ entry }: { readonly entry: JournalEntry }) {
  return (
    <>
      {entry.held && (
        <span class="badge warn" title="A fault rule holds the answer back.">
          held
        </span>
      )}
      {/* An answer that is held back is held by one. */}
      {entry.faults.length > 0 && !entry.held && (
        <span class="badge bad" title="A fault rule applied to this request.">
          fault
        </span>
      )}
    </>
  );
}

/** The time that a request took, such as `0.4 ms` or `2.5 s`. */
export function durationText({ held, duration_ms: duration }: JournalEntry): string {
  if (held) return '…';
  return duration < 1000 ? `${Number(duration.toFixed(1))} ms` : `${(duration / 1000).toFixed(1)} s`;
}
