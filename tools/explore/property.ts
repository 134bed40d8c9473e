import type { Mock } from '../../src/index.js';
import type { Look } from './look.js';
import type { PageError } from './stage.js';
import type { PlanStep } from './step.js';
import type { PageCall } from './traffic.js';

/** A step that was done, and what the page was before and after. */
export interface Performed {
  readonly number: number;
  readonly step: PlanStep;
  readonly before: Look;
  readonly after: Look;
  /** A copy of the mock from before the step. */
  readonly mockBefore: Mock;
  readonly calls: readonly PageCall[];
}

/** The same steps, when every answer was sent at once. */
export interface InOrder {
  readonly look: Look;
  /** The state of the mock, as a text. */
  readonly state: string;
  /** The writes, as texts in alphabetical order. */
  readonly writes: readonly string[];
  /** How many of the steps could be done. */
  readonly done: number;
}

/** What a property looks at: a page that is quiet after a step, and how it came there. */
export interface Observation {
  /** The page as it is. */
  readonly look: Look;
  /** The page when it had just been opened. */
  readonly start: Look;
  /** The steps since the page was last quiet without a held answer; the last one is the newest. Empty after the start. */
  readonly since: readonly Performed[];
  /** All steps. */
  readonly all: readonly Performed[];
  /** The requests since then, and all. */
  readonly calls: readonly PageCall[];
  readonly allCalls: readonly PageCall[];
  /** What went wrong in the page since then. */
  readonly errors: readonly PageError[];
  /** Whether every answer was sent. */
  readonly isAtRest: boolean;
  readonly mock: Mock;
  /** The e-mail of the persona. */
  readonly email: string | undefined;
  /** Whether the page was in such a state before, in this exploration. Remembers it. */
  isKnown(kind: string, key: string): boolean;
  /** What a new page shows at the address and with the storage of this one, on a copy of a mock. */
  fresh(mock: Mock): Promise<Look>;
  inOrder(): Promise<InOrder | undefined>;
  /** What the page shows when this number of seconds has passed. */
  later(seconds: number): Promise<Look>;
  /** Evaluates an expression in the page, in a world of its own. */
  evaluate(expression: string): Promise<unknown>;
}

/** Something that does not hold. */
export interface Violation {
  /** What tells equal findings from others: the same fault has the same key wherever it shows. */
  readonly key: string;
  /** What is wrong, as the end of a sentence that begins with the steps. */
  readonly sentence: string;
  /** Statements of a Playwright test that fail as long as this is wrong. */
  readonly assertion: readonly string[];
  /** What the test needs in addition. */
  readonly needs?: 'errors' | 'axe' | 'requests';
}

/** Something that must hold in every application. */
export interface Property {
  /** In the config file, such as `no-errors`. */
  readonly name: string;
  /** Such as `No uncaught error`. */
  readonly title: string;
  check(observation: Observation): readonly Violation[] | Promise<readonly Violation[]>;
}

/** Whether the plan made a request of these fail, or nobody could read its answer. */
export const isTroubled = (calls: readonly PageCall[]) =>
  calls.some(({ network }) => network !== 'ok' && network !== 'hold' && network !== 'slow');
