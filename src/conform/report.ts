import type { BehaviorOptions } from '../protocol/behavior.js';
import type { Switch } from './case.js';
import type { ProblemKind } from './target.js';

/** What a run has found. It contains no token. */
export interface Report {
  /** The server. */
  readonly against: string;
  /** The part that all names of this run have: `conform-<run>-`. */
  readonly run: string;
  /** When it began, in ISO 8601, UTC. */
  readonly at: string;
  /** The number of requests. */
  readonly requests: number;
  /** In the order of the cases. */
  readonly results: readonly Result[];
  readonly switches: readonly Calibration[];
  /** The switches that the server has set differently than expected, as the option `behavior` of a mock. */
  readonly behavior: BehaviorOptions;
  /** Why the server, or one of the APIs, could not be compared. */
  readonly problems: readonly Problem[];
  /** Whether the run could not compare anything, or not to the end, because of a problem. */
  readonly unusable: boolean;
  /** Whether `signal` ended the run before its end. */
  readonly interrupted: boolean;
  /** What the run, or one before it, created and could not remove, as the request that removes it. */
  readonly left: readonly string[];
}

/** The result of one case. */
export interface Result {
  readonly id: string;
  readonly title: string;
  /** The statements and decisions that the case is about. */
  readonly ids: readonly string[];
  readonly outcome: 'agrees' | 'differs' | 'could not tell';
  /** The switch whose sides the case tells apart. */
  readonly switch?: Switch | undefined;
  /** The value of the switch on the server. */
  readonly observed?: unknown;
  /** How the server differs. */
  readonly difference?: Difference | undefined;
  /** Why the case could not tell. */
  readonly missing?: string | undefined;
  /** The day since when the baseline lists this difference. */
  readonly knownSince?: string | undefined;
}

/** What was expected of a step, and what came. */
export interface Difference {
  /** The number of the request in the case, from 1. */
  readonly step: number;
  /** The method and the path. */
  readonly request: string;
  readonly sent?: unknown;
  readonly expected: unknown;
  readonly answered: { readonly status: number; readonly body: unknown };
  /** Each place in which the answer is not as expected. */
  readonly problems: readonly { readonly path: string; readonly problem: string }[];
}

/** What the cases of a switch have found. */
export interface Calibration {
  readonly switch: Switch;
  readonly expected: unknown;
  readonly side: 'this side' | 'the other side' | 'could not tell';
  /** The value on the server, if it could be told. */
  readonly observed?: unknown;
  /** Why it could not be told, or what to do by hand. */
  readonly note?: string | undefined;
}

export interface Problem {
  readonly kind: ProblemKind;
  readonly message: string;
}
