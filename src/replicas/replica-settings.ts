import { sha256Of } from '../foundation/sha256.js';
import { version } from '../foundation/version.js';
import type { Internals } from '../mock/mock.js';
import { toSnapshot } from '../state/snapshot.js';

/** What must be the same in all replicas of a mock, by name. */
export type ReplicaSettings = Readonly<Record<string, string>>;

/** The settings of a mock on which answers depend, and the situation in which its default session begins. */
export function replicaSettings({ session, behavior, limits, basePath = '/', apis }: Internals): ReplicaSettings {
  const { shared, situation } = session;
  const { baseline, image, kept, ...others } = situation;
  const { registry, historyLimit, journal, delay = 0 } = shared;
  const images = [baseline, image, ...kept.values()].map((one) => toSnapshot(one).fingerprint);
  const routes = apis.flatMap((api) => api.routes.map(({ method, path, aliases }) => [method, path, ...aliases]));
  return {
    version,
    scenario: baseline.scenario,
    seed: String(baseline.seed),
    clock: JSON.stringify(image.clock),
    state: shortHash([images, [...kept.keys()], others]),
    scenarios: registry.scenarios.map(({ name }) => name).join(' '),
    behavior: JSON.stringify(behavior),
    sessions: JSON.stringify(limits),
    delay: JSON.stringify(delay),
    history: String(historyLimit),
    journal: journal.bodies ? 'with bodies' : 'without bodies',
    basePath,
    routes: shortHash(routes),
  };
}

function shortHash(value: unknown): string {
  return sha256Of(JSON.stringify(value)).slice(0, 12);
}
