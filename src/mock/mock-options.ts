import type { FaultProfile } from '../faults/fault-profiles.js';
import type { Delay } from '../faults/fault-rule.js';
import { optionNames } from '../foundation/check-options.js';
import type { Instant } from '../foundation/clock.js';
import type { BehaviorOptions } from '../protocol/behavior.js';
import type { Life } from '../scenario/actor.js';
import type { Scenario } from '../scenario/scenario.js';
import type { HistoryOptions } from '../session/history.js';
import type { JournalOptions } from '../session/journal.js';
import type { SessionOptions } from '../session/session-limits.js';
import type { SnapshotJson } from '../state/snapshot.js';
import type { OwnRoute } from './define-route.js';
import type { PersistOptions } from './persistence.js';

export interface ClockOptions {
  /** The time. Default: the scenario's. */
  now?: Instant | undefined;
  /** Whether the time stands still. Default true. */
  frozen?: boolean | undefined;
}

export interface MockOptions {
  /** The scenario to start from. Default: one without records. */
  scenario?: Scenario | undefined;
  /** Further scenarios that `reset` can change to by name. */
  scenarios?: readonly Scenario[] | undefined;
  /** The seed of all random values: an integer from 0. Default 1. */
  seed?: number | undefined;
  /**
   * The baseline's time, frozen unless given otherwise. Default: the scenario's. With `'now'`, the clock runs, and starts at the
   * machine's time, also at each reset; `frozen: true` stops it there.
   */
  clock?: Instant | ClockOptions | undefined;
  /** The URL of the APIs, for `fetch` with a path and for the handlers. Its path is a prefix of every path. */
  baseUrl?: string | undefined;
  /** Switches for behaviour that the specifications leave open. */
  behavior?: BehaviorOptions | undefined;
  /** A snapshot to start from, and to reset to, instead of the scenario's state. */
  snapshot?: SnapshotJson | undefined;
  /** The delay of every answer, except those of the control API, in milliseconds: a number, or a range to draw from. */
  delay?: Delay | undefined;
  /** How many revisions a session keeps, to see and undo its changes. False keeps none. Default 1000. */
  history?: false | HistoryOptions | undefined;
  /** What the journal keeps of requests. */
  journal?: JournalOptions | undefined;
  /** How sessions are created, and when they end. */
  sessions?: SessionOptions | undefined;
  /** Routes beside those of the three APIs, created by `defineRoute`. */
  routes?: readonly OwnRoute[] | undefined;
  /** Fault profiles that can be applied by name, beside those that every mock has. */
  faultProfiles?: readonly FaultProfile[] | undefined;
  /**
   * Whose requests those without a token are: the key of a persona of the scenario, or the e-mail of a user. The cookie
   * `mock_persona` chooses another one. An empty text is nobody, in both. Default: nobody's, whatever the cookie says.
   */
  persona?: string | undefined;
  /**
   * Whether the state survives a reload of the page, and is shared by the tabs that have the page open: it is kept in the
   * browser's IndexedDB, or in another storage. Without one, the mock works as without this option, and prints a warning.
   * Default false.
   */
  persist?: boolean | PersistOptions | undefined;
  /** Whether the actors of the scenario act while the clock advances, and how often. Default: nobody acts. */
  life?: Life | undefined;
  /**
   * The seconds by which the clocks of all sessions advance for each second that a server of this mock runs, such as 60; from 0
   * to 86,400. The mock itself has no timer. Default 0.
   */
  speed?: number | undefined;
}

export const mockOptionNames = optionNames<MockOptions>({
  scenario: true,
  scenarios: true,
  seed: true,
  clock: true,
  baseUrl: true,

  behavior: true,
  snapshot: true,
  delay: true,
  history: true,
  journal: true,
  sessions: true,
  routes: true,
  faultProfiles: true,
  persona: true,
  persist: true,
  life: true,
  speed: true,
});

/** The options that a replay does not have: all but `persist` are in the trace. */
const notOfReplay = ['scenario', 'seed', 'clock', 'snapshot', 'persist'] as const;

/** Options of the mock that a trace is replayed in. */
export interface ReplayOptions extends Omit<MockOptions, (typeof notOfReplay)[number]> {
  /** The number of API requests to replay, at most those of the trace. Default: all entries. */
  until?: number | undefined;
}

export const replayOptionNames = [
  'until',
  ...mockOptionNames.filter((name) => !(notOfReplay as readonly string[]).includes(name)),
];
