import type { HistoryEntry } from 'briefs-mock';
import { useAnswer } from './use-answer.js';

interface KeptRevisions {
  readonly oldest: number;
  readonly newest: number;
  /** The last change; undefined if there is none. */
  readonly last: HistoryEntry | undefined;
}

/** The revisions that the history of the session has. The mock drops the oldest beyond its limit. */
export function useKeptRevisions() {
  const { value, error } = useAnswer<{ data: readonly HistoryEntry[]; total: number }>('/__mock/history', {
    query: { limit: 1 },
    topics: ['state'],
  });
  return { kept: value && keptRevisionsOf(value), error };
}

function keptRevisionsOf({ data: [last], total }: { data: readonly HistoryEntry[]; total: number }): KeptRevisions {
  const newest = last?.revision ?? 0;
  return { oldest: newest - total, newest, last };
}
