import type { ClockReading } from '../foundation/clock.js';
import { MockError } from '../foundation/mock-error.js';
import { sha256Of } from '../foundation/sha256.js';
import { version } from '../foundation/version.js';
import type { Internals } from '../mock/internals.js';
import { ALL_SESSIONS } from '../protocol/session-name.js';
import { toSnapshot } from '../state/snapshot.js';

/** The version of what replicas write into the store. */
const FORMAT = '7';

/** What must be the same in all replicas of a mock, by name. */
export type ReplicaSettings = Readonly<Record<string, string>>;

/** The settings of a mock on which answers depend, and where its sessions start. */
export function replicaSettings({
  session,
  sessions,
  behavior,
  limits,
  base,
  apis,
  persona,
}: Internals): ReplicaSettings {
  const { shared, image } = session;
  const { baseline, state, snapshots, ...others } = image;
  const { registry, historyLimit, journal, delay = 0, life } = shared;
  const images = [baseline, state, ...snapshots.values()].map((one) => toSnapshot(one).fingerprint);
  // Everybody who can read the store, or the message of a server with another one, would see it.
  const { serviceToken, ...switches } = behavior;
  const routes = apis.flatMap((api) => api.routes.map(({ method, path, aliases }) => [method, path, ...aliases]));
  return {
    version,
    format: FORMAT,
    scenario: baseline.scenario,
    seed: String(baseline.seed),
    clock: sessions
      .matching(ALL_SESSIONS)
      .map((one) => JSON.stringify(one.state.clock.reading()))
      .join(' '),
    state: shortHash([images, [...snapshots.keys()], others]),
    scenarios: registry.scenarios.map(({ name }) => name).join(' '),
    behavior: JSON.stringify(switches),
    serviceToken: hashOf(serviceToken),
    sessions: JSON.stringify(limits),
    delay: JSON.stringify(delay),
    persona: persona === undefined ? 'none' : persona.name || 'nobody',
    life: life?.life ?? 'none',
    history: String(historyLimit),
    journal: journal.bodies ? 'with bodies' : 'without bodies',
    basePath: base?.path ?? '/',
    routes: shortHash(routes),
    faultProfiles: shortHash(shared.faultProfiles),
  };
}

/** The clocks of the sessions where the servers with these settings start, that of the default session first. */
export function clocksIn({ format, clock = '' }: ReplicaSettings): ClockReading[] {
  return format === FORMAT ? clock.split(' ').map((reading) => JSON.parse(reading)) : [];
}

/** A secret as it can be compared and shown. */
export function hashOf(secret: string | null | undefined): string {
  return secret == null ? 'none' : sha256Of(secret).slice(0, 12);
}

function shortHash(value: unknown): string {
  return sha256Of(JSON.stringify(value)).slice(0, 12);
}

/** @throws MockError `conflict` if the servers of a store were started with other settings */
export function expectSameSettings(own: ReplicaSettings, theirs: ReplicaSettings): void {
  const names = [...new Set([...Object.keys(own), ...Object.keys(theirs)])];
  const different = names.filter((name) => own[name] !== theirs[name]);
  if (different.length === 0) return;
  const list = different.map((name) => `${name} (${theirs[name] ?? 'none'} there, ${own[name] ?? 'none'} here)`);
  throw new MockError(
    'conflict',
    `The store has the sessions of servers that were started differently: ${list.join(', ')}; start this server with the same settings, or use another prefix or database for it`,
  );
}
