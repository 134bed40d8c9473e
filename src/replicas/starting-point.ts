import type { ClockReading } from '../foundation/clock.js';
import type { SessionCapture } from '../session/session.js';
import type { Sessions } from '../session/sessions.js';
import type { Image } from '../state/state.js';

/** Goes to the start of a log that was begun then. `clocks` are the times of the clocks that run. Returns the baseline. */
export type GoToStart = (began: number, clocks?: readonly ClockReading[]) => Image;

/**
 * Remembers the sessions before the first command, to which a replica goes back when it follows a log from its start. Returns what
 * goes back, and returns the baseline of the default session. The sessions count as used when the log was begun: each server knows
 * another time. A session that nothing has changed starts as a new one would; the clock of another one, if it runs, has the time that
 * the first server had.
 */
export function startingPointOf(sessions: Sessions): GoToStart {
  const { defaultSession } = sessions;
  const { machine, registry } = defaultSession.shared;
  const { capturedAt, ...captured } = machine.hold(() => ({ capturedAt: machine.now, ...sessions.capture() }));

  const startOf = ({ image, log }: SessionCapture, began: number, clock: ClockReading | undefined): SessionCapture => {
    // The clock may start at the machine's time.
    const baseline = registry.current(image.baseline);
    if (!isAsItBegan({ image, log }, capturedAt)) {
      return {
        image: { ...image, baseline, state: runOn(image.state, began - capturedAt, clock) },
        log: { ...log, began },
      };
    }
    const start = { ...image, baseline, state: baseline };
    const segment = { start: { image: start, wall: began, entries: 0, revision: log.revision }, entries: [], bytes: 0 };
    return { image: start, log: { ...log, began, oldest: baseline, segments: [segment] } };
  };

  return (began, clocks = []) => {
    machine.follow(began);
    const main = startOf(captured.main, began, clocks[0]);
    sessions.install({
      ...captured,
      main,
      named: captured.named.map((one, i) => ({ ...one, ...startOf(one, began, clocks[i + 1]), usedAt: began })),
      newSessions: [],
    });
    return main.image.baseline;
  };
}

/** Whether nothing has changed a session: its clock may have run since. */
function isAsItBegan({ image: { state, baseline }, log }: SessionCapture, now: number): boolean {
  const { frozen } = baseline.clock;
  const passed = frozen ? 0 : now - log.began;
  return (
    state.records === baseline.records &&
    state.clock.frozen === frozen &&
    Date.parse(state.clock.now) === Date.parse(baseline.clock.now) + passed &&
    log.segments.every(({ entries }) => entries.length === 0)
  );
}

/** An image whose clock, if it runs, has run on for some milliseconds, or shows what is given. */
function runOn(image: Image, milliseconds: number, clock: ClockReading | undefined): Image {
  if (image.clock.frozen) return image;
  const now = Date.parse(image.clock.now) + milliseconds;
  return { ...image, clock: clock?.frozen === false ? clock : { now: new Date(now).toISOString(), frozen: false } };
}
