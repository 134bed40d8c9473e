import type { StateChanges } from 'briefs-mock';
import { useConsole } from './console-model.js';
import { useLoaded } from './use-loaded.js';

/** What a revision changed. Nothing is loaded for revision 0, which has none before it. */
export function useChangesOf(revision: number) {
  const { api } = useConsole();
  const { value, error } = useLoaded(async () => {
    if (revision < 1) return undefined;
    const { data } = await api.get<{ data: StateChanges }>('/__mock/changes', {
      since: revision - 1,
      until: revision,
    });
    return { revision, data };
  }, `changes ${revision}`).value;
  // While another revision is loaded, the previous one is not shown as if it were that.
  return { changes: value?.revision === revision ? value.data : undefined, error };
}
