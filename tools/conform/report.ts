import type { BehaviorOptions } from '../../src/protocol/behavior.js';
import type { Switch } from './case.js';
import type { Mismatch } from './patterns.js';
import type { ProblemKind } from './target.js';

/** What a run has found. It contains no token. */
export interface Report {
  /** The server. */
  readonly against: string;
  /** The part that all names of this run have: `conform-<run>-`. Empty for recorded traffic. */
  readonly run: string;
  /** When the run started, in ISO 8601, UTC. */
  readonly at: string;
  /** The number of requests. */
  readonly requests: number;
  /** In the order of the cases. */
  readonly results: readonly Result[];
  /** On which side of each switch the server is. */
  readonly switches: readonly Calibration[];
  /** The switches that the server has set differently than expected, as the option `behavior` of a mock. */
  readonly behavior: BehaviorOptions;
  /** Why the server, or one of the APIs, could not be compared. */
  readonly problems: readonly Problem[];
  /** Whether a problem kept the run from comparing anything, or from finishing. */
  readonly unusable: boolean;
  /** Whether `signal` ended the run before its end. */
  readonly interrupted: boolean;
  /** Whether the run may have missed answers: of cases that did not run, or outside of the recording. */
  readonly partial: boolean;
  /** What the run, or one before it, created and could not remove, as the request that removes it. */
  readonly left: readonly string[];
}

/** What a report about something else than a run of cases contains beside its results. */
export const withoutRun = {
  run: '',
  switches: [],
  behavior: {},
  problems: [],
  unusable: false,
  interrupted: false,
  partial: false,
  left: [],
} as const satisfies Partial<Report>;

/** The result of one case, or of one check of many answers. */
export interface Result {
  /** The id of the case. */
  readonly id: string;
  /** What the mock does. */
  readonly title: string;
  /** The statements and decisions that the case is about. */
  readonly ids: readonly string[];
  /** Whether the server answers as the mock does. */
  readonly outcome: 'agrees' | 'differs' | 'could not tell';
  /** The switch whose sides the case tells apart. */
  readonly switch?: Switch | undefined;
  /** The value of the switch on the server. */
  readonly observed?: unknown;
  /** How the server differs. */
  readonly difference?: Difference | undefined;
  /**
   * How answers differ, in the result of a check of many answers: a list, also if they agree or if it could not tell. Undefined in
   * the result of a case.
   */
  readonly findings?: readonly Finding[] | undefined;
  /** Why the case could not tell. */
  readonly missing?: string | undefined;
  /** The day since when the baseline lists this difference. */
  readonly knownSince?: string | undefined;
}

/** What was expected of a step, and the answer. */
export interface Difference {
  /** The number of the request in the case, from 1. */
  readonly step: number;
  /** The method and the path. */
  readonly request: string;
  /** The body of the request. */
  readonly sent?: unknown;
  /** The parts of the answer that are compared. */
  readonly expected: unknown;
  /** The answer of the server. */
  readonly answered: {
    /** The HTTP status. */
    readonly status: number;
    /** The parsed body. */
    readonly body: unknown;
  };
  /** Each place in which the answer is not as expected. */
  readonly problems: readonly Mismatch[];
}

/** The same difference at one or more answers. */
export interface Finding {
  /** The status, the place and the rule, without what differs between answers: by this, a baseline knows it. */
  readonly where: string;
  /** What the mock does, and what the first answer has instead. */
  readonly problem: string;
  /** The number of answers. */
  readonly count: number;
  /** The first answer with this difference. */
  readonly first: {
    /** Its number in the recording, from 1; undefined without a recording. */
    readonly entry?: number;
    /** When the request was sent. */
    readonly at: string;
    /** The method and the path of the request. */
    readonly request: string;
    /** The HTTP status. */
    readonly status: number;
    /** The place in the answer, `data[3].created_at`, or the route. */
    readonly path: string;
  };
}

/** Each place in which a result is not as expected. */
export function mismatchesOf({ difference, findings = [] }: Result): readonly Mismatch[] {
  return difference?.problems ?? findings.map(({ problem, first }) => ({ path: first.path, problem }));
}

/** What the cases of a switch have found. */
export interface Calibration {
  /** A key of `behavior`. */
  readonly switch: Switch;
  /** The value that the mock is set to. */
  readonly expected: unknown;
  /** Whether the server does what the mock is set to. */
  readonly side: 'this side' | 'the other side' | 'could not tell';
  /** The value on the server, if it could be determined. */
  readonly observed?: unknown;
  /** Why it could not be determined, or what to do by hand. */
  readonly note?: string | undefined;
}

/** Why the server, or one of the APIs, could not be compared. */
export interface Problem {
  /** What happened. */
  readonly kind: ProblemKind;
  /** The same in one line, with the request. */
  readonly message: string;
}
