import { checkOptions, optionNames } from '../foundation/check-options.js';
import { methodsFromCaller } from '../foundation/from-caller.js';
import type { SessionInfo } from '../session/listed-session.js';
import type { Session } from '../session/session.js';
import type { Branch, Sessions } from '../session/sessions.js';
import type { Mock } from './mock.js';

/**
 * The named sessions of a mock, each a mock of its own. A request names its session by header, cookie or path prefix.
 *
 * The mock of an ended session keeps working, isolated from every other: only calls to itself reach it, and a request that
 * names its id creates a new session.
 */
export class MockSessions {
  readonly #sessions: Sessions;
  readonly #mockOf: (session: Session) => Mock;

  /** @internal */
  constructor(sessions: Sessions, mockOf: (session: Session) => Mock) {
    this.#sessions = sessions;
    this.#mockOf = mockOf;
  }

  /**
   * Creates a session in the state that a reset of the mock goes back to, or a copy of a session, as it is or as it was after
   * the revision `at`. Without a name it gets a generated one.
   * @throws MockError `malformed_data` for an invalid name, `conflict` for a name that is in use, `not_found` for an unknown
   * session or revision.
   */
  create(id?: string, branch: Branch = {}): Mock {
    checkOptions('sessions.create', branch, optionNames<Branch>({ from: true, at: true }));
    return this.#mockOf(this.#sessions.create(id, branch));
  }

  /** The session with this name. @throws MockError `not_found` */
  get(id: string): Mock {
    return this.#mockOf(this.#sessions.get(id));
  }

  /** The sessions, the one idle longest first. */
  list(): SessionInfo[] {
    return this.#sessions.list();
  }

  /**
   * The sessions that match a pattern: a name in which `*` stands for any characters, such as `worker-*`, or `all`, which
   * includes the default session.
   * @throws MockError `malformed_data` for an invalid pattern.
   */
  matching(pattern: string): Mock[] {
    return this.#sessions.matching(pattern).map(this.#mockOf);
  }

  /** Ends a session and returns its info. @throws MockError `not_found` */
  end(id: string): SessionInfo {
    return this.#sessions.end(id);
  }

  /**
   * Ends the sessions that match a pattern, or all of them, and returns their infos. The default session does not end.
   * @throws MockError as `matching`
   */
  endAll(pattern?: string): SessionInfo[] {
    return this.#sessions.endAll(pattern);
  }

  static {
    methodsFromCaller(MockSessions.prototype);
  }
}
