import { sha256Of } from '../foundation/sha256.js';
import { version } from '../foundation/version.js';
import type { Internals } from '../mock/mock.js';
import { toSnapshot } from '../state/snapshot.js';

/** The version of what replicas write into the store. */
const FORMAT = '2';

/** What must be the same in all replicas of a mock, by name. */
export type ReplicaSettings = Readonly<Record<string, string>>;

/** The settings of a mock on which answers depend, and where its default session starts. */
export function replicaSettings({ session, behavior, limits, basePath = '/', apis }: Internals): ReplicaSettings {
  const { shared, image } = session;
  const { baseline, state, snapshots, ...others } = image;
  const { registry, historyLimit, journal, delay = 0 } = shared;
  const images = [baseline, state, ...snapshots.values()].map((one) => toSnapshot(one).fingerprint);
  const routes = apis.flatMap((api) => api.routes.map(({ method, path, aliases }) => [method, path, ...aliases]));
  return {
    version,
    format: FORMAT,
    scenario: baseline.scenario,
    seed: String(baseline.seed),
    clock: JSON.stringify(state.clock),
    state: shortHash([images, [...snapshots.keys()], others]),
    scenarios: registry.scenarios.map(({ name }) => name).join(' '),
    behavior: JSON.stringify(behavior),
    sessions: JSON.stringify(limits),
    delay: JSON.stringify(delay),
    history: String(historyLimit),
    journal: journal.bodies ? 'with bodies' : 'without bodies',
    basePath,
    routes: shortHash(routes),
    faultProfiles: shortHash(shared.faultProfiles),
  };
}

function shortHash(value: unknown): string {
  return sha256Of(JSON.stringify(value)).slice(0, 12);
}
