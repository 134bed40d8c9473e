import type { FaultProfile } from '../faults/fault-profiles.js';
import type { Delay } from '../faults/fault-rule.js';
import type { MachineTime } from '../foundation/machine.js';
import type { Reply } from '../protocol/reply.js';
import type { RouteAddress } from '../protocol/route-address.js';
import type { ScenarioRegistry } from '../scenario/scenario-registry.js';
import type { Fingerprints } from '../state/fingerprints.js';
import type { Snapshot } from '../state/snapshot.js';
import type { Image } from '../state/state.js';
import type { ReplayParts } from './entry.js';
import type { JournalConfig } from './journal.js';
import type { LifeConfig } from './life.js';
import { isSameOrigin, type Origin, type SessionImage } from './session-image.js';

/** The immutable configuration that all sessions of a mock share. */
export interface SharedConfig {
  readonly registry: ScenarioRegistry;
  /** The baseline that the mock was created with: the state of a scenario, or of a snapshot. */
  readonly initialBaseline: Image;
  /** The routes of all APIs, with those of the control API. */
  readonly routes: readonly RouteAddress[];
  /** The routes beside those of the three APIs. */
  readonly ownRoutes: readonly RouteAddress[];
  /** The fault profiles that can be applied by name. */
  readonly faultProfiles: readonly FaultProfile[];
  /** The number of revisions that a session keeps; 0 if it keeps none. */
  readonly historyLimit: number;
  readonly journal: JournalConfig;
  /** The delay of every answer, except those of the control API, in milliseconds. */
  readonly delay: Delay | undefined;
  readonly machine: MachineTime;
  readonly fingerprints: Fingerprints;
  /** Undefined if nobody acts. */
  readonly life: LifeConfig | undefined;
  /** Answers a read in a session of its own, which begins with an image. */
  readonly read: (image: SessionImage, url: URL, headers: ReplayParts['headers']) => Reply | Promise<Reply>;
  /** The state where a trace ends, or after a number of its requests. @throws MockError as `replay` does */
  readonly stateAfter: (trace: unknown, until: number | undefined) => Promise<Snapshot>;
}

/** The same for a session that only tries something: its requests do not count among those of the mock. */
export function forTrial(shared: SharedConfig): SharedConfig {
  const { journal } = shared;
  return { ...shared, journal: { ...journal, entries: { ...journal.entries } } };
}

/** The same for a copy of a mock, which can add scenarios of its own. */
export function forFork(shared: SharedConfig): SharedConfig {
  return { ...shared, registry: shared.registry.copy() };
}

/** The baseline for a scenario and seed. @throws MockError `not_found` for an unknown scenario. */
export function baselineOf({ registry, initialBaseline }: SharedConfig, origin: Origin): Image {
  return isSameOrigin(initialBaseline, origin) ? initialBaseline : registry.image(origin.scenario, origin.seed);
}
