import type { Mock } from 'briefs-mock';
import type { Page } from 'playwright-core';

/** What a planted fault is a case of. The bench has four of each. */
type Kind =
  | 'late answer'
  | 'missing rollback'
  | 'double submission'
  | 'endless wait'
  | 'stale view'
  | 'uncaught error'
  | 'refused request'
  | 'history'
  | 'accessibility'
  | 'another person or day';

/** An application in Chromium, its requests answered by a mock of its own. */
export interface Stage {
  page: Page;
  mock: Mock;
  /** What the page threw or rejected without catching it. */
  errors: string[];
  /** Parks the answers of the matching requests, which are executed when they arrive, until the returned function is called. */
  hold(method: string, path: RegExp): () => Promise<void>;
  /** Waits until every answer that is not parked has been sent and rendered. */
  quiet(): Promise<void>;
}

export interface Fault {
  /** The value of FAULT with which the application is built. */
  name: string;
  kind: Kind;
  /** What a user would report. */
  sentence: string;
  /** Does what the fault is about, and says whether the application did the right thing. */
  isRight(stage: Stage): Promise<boolean>;
}
