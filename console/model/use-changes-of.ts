import type { StateChanges } from 'briefs-mock';
import { useConsole } from './console-model.js';
import { useLoadedOf } from './use-loaded.js';

/** What a revision changed. Nothing is loaded for revision 0, which has none before it. */
export function useChangesOf(revision: number) {
  const { api } = useConsole();
  const load = async (signal: AbortSignal) => {
    if (revision < 1) return undefined;
    return api.get<{ data: StateChanges }>('/__mock/changes', { since: revision - 1, until: revision }, signal);
  };
  const { value, error } = useLoadedOf(load, `changes ${revision}`);
  return { changes: value?.data, error };
}
