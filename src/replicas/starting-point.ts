import type { Sessions, SessionsCapture } from '../session/sessions.js';
import type { Image } from '../state/state.js';

/** The sessions before the first command, to which a replica goes back when it follows a log from its start. */
export class StartingPoint {
  readonly #sessions: Sessions;
  readonly #captured: SessionsCapture;

  constructor(sessions: Sessions) {
    this.#sessions = sessions;
    this.#captured = sessions.capture();
  }

  /** Goes back. `began` is when the log was begun. Returns the baseline of the default session. */
  restore(began: number): Image {
    const { defaultSession } = this.#sessions;
    const { main } = this.#captured;
    const { image, log } = main;
    defaultSession.shared.machine.follow(began);
    this.#sessions.install(this.#captured);
    if (image.state === image.baseline && log.segments.every(({ entries }) => entries.length === 0)) {
      // The clock may start at the machine's time.
      const { baseline } = defaultSession;
      defaultSession.install({ image: { ...image, baseline, state: baseline }, log: { ...log, oldest: baseline } });
      defaultSession.log.restartTrace();
    }
    return defaultSession.baseline;
  }
}
