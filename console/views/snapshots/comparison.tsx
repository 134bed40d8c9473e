import type { StateChanges } from 'briefs-mock';
import { useConsole } from '../../model/console-model.js';
import { useLoadedOf } from '../../model/use-loaded.js';
import { ChangesList } from '../../parts/changes-list.jsx';
import { Failure } from '../../parts/failure.jsx';

interface ComparisonProps {
  readonly name: string;
  /** The names of all snapshots. */
  readonly names: readonly string[];
}

/** What differs between a snapshot and the present state, or the snapshot that `with` in the address names. */
export function Comparison({ name, names }: ComparisonProps) {
  const { api, live, navigation } = useConsole();
  const { with: other } = navigation.place.value.query;
  const key = JSON.stringify([name, other]);
  const path = `/__mock/snapshots/${encodeURIComponent(name)}/changes`;
  const { value, error } = useLoadedOf(() => api.get<{ data: StateChanges }>(path, { with: other }), key, [
    live.versions.state,
    live.versions.clock,
    live.versions.snapshots,
  ]);
  return (
    <section aria-labelledby="comparison">
      <h2 id="comparison">Compare {name}</h2>
      <p>
        <label>
          From {name} to{' '}
          <select
            value={other ?? ''}
            onChange={({ currentTarget }) => navigation.filter({ with: currentTarget.value })}
          >
            <option value="">the present state</option>
            {names
              .filter((one) => one !== name)
              .map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
          </select>
        </label>
      </p>
      <Failure error={error} />
      {value && <ChangesList key={key} changes={value.data} none="Nothing: both are the same." />}
    </section>
  );
}
