import type { Session } from '../session/session.js';
import type { SessionInfo, Sessions } from '../session/session-store.js';
import type { Mock } from './mock.js';

/**
 * The sessions of a mock, each a mock of its own. A request is in one by header, cookie or path prefix.
 *
 * The mock of a session that has ended goes on as it is, apart from every other: requests reach it through itself alone,
 * and one that names its id begins a new session.
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
   * Makes a session, which starts as reset would leave the mock; without a name it gets one.
   * @throws MockError `malformed_data` for what is no name, `conflict` for one that there is.
   */
  create(id?: string): Mock {
    return this.#mockOf(this.#sessions.create(id));
  }

  /** @throws MockError `not_found` */
  get(id: string): Mock {
    return this.#mockOf(this.#sessions.get(id));
  }

  /** The one that was idle longest comes first. */
  list(): SessionInfo[] {
    return this.#sessions.list();
  }

  /** Ends a session, and answers what it was. @throws MockError `not_found` */
  end(id: string): SessionInfo {
    return this.#sessions.end(id);
  }
}
