import type { StateChanges } from 'briefs-mock';
import { useConsole } from '../../model/console-model.js';
import { useLoadedOf } from '../../model/use-loaded.js';
import { useFilter } from '../../parts/bound.js';
import { ChangesList } from '../../parts/changes-list.jsx';
import { Failure } from '../../parts/failure.jsx';
import { Options } from '../../parts/options.jsx';

interface ComparisonProps {
  readonly name: string;
  /** The names of all snapshots. */
  readonly names: readonly string[];
}

/** What differs between a snapshot and the present state, or the snapshot that `with` in the address names. */
export function Comparison({ name, names }: ComparisonProps) {
  const { api, live } = useConsole();
  const other = useFilter('with');
  const key = JSON.stringify([name, other.value]);
  const path = `/__mock/snapshots/${encodeURIComponent(name)}/changes`;
  const { value, error } = useLoadedOf(
    (signal) => api.get<{ data: StateChanges }>(path, { with: other.value || undefined }, signal),
    key,
    [live.versions.state, live.versions.clock, live.versions.snapshots],
  );
  return (
    <section aria-labelledby="comparison">
      <h2 id="comparison">Compare {name}</h2>
      <p>
        <label>
          From {name} to{' '}
          <select {...other}>
            <option value="">the present state</option>
            <Options of={names.filter((one) => one !== name)} />
          </select>
        </label>
      </p>
      <Failure error={error} />
      {value && <ChangesList key={key} changes={value.data} none="Nothing: both are the same." />}
    </section>
  );
}
