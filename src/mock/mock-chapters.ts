import { methodsFromCaller } from '../foundation/from-caller.js';
import { Chapters, type ListedChapter } from '../session/chapters.js';
import type { Session } from '../session/session.js';

/** The chapters of a mock: the named moments of its scenario. */
export class MockChapters {
  readonly #session: Session;

  /** @internal */
  constructor(session: Session) {
    this.#session = session;
  }

  /** In the order of their times. */
  list(): ListedChapter[] {
    return new Chapters(this.#session).list();
  }

  /** The name of the last chapter whose time has come by the clock; null before the first. */
  get current(): string | null {
    return new Chapters(this.#session).current;
  }

  /**
   * Goes to a chapter: the state becomes that of the scenario at its time. Fault rules and journal are cleared, as by a reset.
   * @throws MockError `not_found` for an unknown name, and the errors of `prepare`; then nothing has changed.
   */
  go(name: string): ListedChapter {
    return this.#session.run({ kind: 'call', call: 'chapters.go' }, () => new Chapters(this.#session).go(name));
  }

  static {
    methodsFromCaller(MockChapters.prototype);
  }
}
