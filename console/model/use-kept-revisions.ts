import type { HistoryEntry } from 'briefs-mock';
import { useAnswer } from './use-answer.js';

/** A page of the history. */
export interface ListedHistory {
  /** Newest last. */
  readonly data: readonly HistoryEntry[];
  /** The number of changes on all pages. */
  readonly total: number;
}

interface KeptRevisions {
  readonly oldest: number;
  readonly newest: number;
  /** The last change; undefined if there is none. */
  readonly last: HistoryEntry | undefined;
}

/** The revisions that the history of the session has. The mock drops the oldest beyond its limit. */
export function useKeptRevisions() {
  const { value, error } = useAnswer<ListedHistory>('/__mock/history', {
    query: { limit: 1 },
    topics: ['state'],
  });
  return { kept: value && keptRevisionsOf(value), error };
}

function keptRevisionsOf({ data: [last], total }: ListedHistory): KeptRevisions {
  const newest = last?.revision ?? 0;
  return { oldest: newest - total, newest, last };
}
