import type { SessionStore } from '../session/session-store.js';
import type { App } from './router.js';

/** Decides when requests are handled: a mock that is one of several does not answer at once. */
export interface Turns {
  /** The sessions whose requests it handles. Copies of the mock have others. */
  readonly sessions: SessionStore;
  readonly answer: App;
  /** Is called before a call in the process changes something. @throws MockError `conflict` if only requests may */
  readonly expectCommand: () => void;
}
