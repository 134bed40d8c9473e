import { useSignal } from '@preact/signals';
import { Failure } from '../../parts/failure.jsx';
import { PlayButton } from '../../parts/play-button.jsx';
import { STEPS, STEPS_A_DAY, useWeek } from './use-week.js';

/** Between two steps, in milliseconds. */
const PAUSE = 150;

/** Plays a week in seconds: the clock advances in steps, and the scrubber goes back to each, and on again. */
export function TimeLapse() {
  const isPlaying = useSignal(false);
  const { place, target, goTo, error, restart } = useWeek(() => {
    isPlaying.value = false;
  });
  const step = async () => {
    await goTo(place.value + 1);
    if (error.value) isPlaying.value = false;
  };
  return (
    <section aria-labelledby="time-lapse">
      <h2 id="time-lapse">Time-lapse</h2>
      <div class="actions">
        <PlayButton
          isPlaying={isPlaying}
          place={place.value}
          end={STEPS}
          pause={PAUSE}
          onStep={() => void step()}
          onRestart={restart}
          labels={['Watch a week', 'Stop watching']}
        />
        <label class="scrubber">
          Day
          <input
            type="range"
            min={0}
            max={STEPS}
            value={target.value}
            aria-valuetext={`day ${target.value / STEPS_A_DAY} of ${STEPS / STEPS_A_DAY}`}
            onChange={({ currentTarget }) => {
              isPlaying.value = false;
              void goTo(Number(currentTarget.value));
            }}
          />
        </label>
        <span class="quiet">
          {place.value / STEPS_A_DAY} of {STEPS / STEPS_A_DAY} days
        </span>
      </div>
      <Failure error={error.value} />
    </section>
  );
}
