import type { Sessions } from '../session/sessions.js';
import type { Image } from '../state/state.js';

/**
 * Remembers the sessions before the first command, to which a replica goes back when it follows a log from its start. Returns what
 * goes back, given when the log was begun, and returns the baseline of the default session. The sessions count as used at that time:
 * each server knows another one.
 */
export function startingPointOf(sessions: Sessions): (began: number) => Image {
  const { defaultSession } = sessions;
  const captured = sessions.capture();
  const { main, named } = captured;
  const { image } = main;
  return (began) => {
    defaultSession.shared.machine.follow(began);
    const log = { ...main.log, began };
    sessions.install({
      ...captured,
      main: { ...main, log },
      named: named.map((one) => ({ ...one, log: { ...one.log, began }, usedAt: began })),
      newSessions: [],
    });
    // The clock may start at the machine's time.
    const baseline = defaultSession.nextBaseline;
    defaultSession.baseline = baseline;
    if (image.state === image.baseline && log.segments.every(({ entries }) => entries.length === 0)) {
      defaultSession.install({ image: { ...image, baseline, state: baseline }, log: { ...log, oldest: baseline } });
      defaultSession.log.restartTrace();
    }
    return baseline;
  };
}
