import { useSignal } from '@preact/signals';
import { Failure } from '../../parts/failure.jsx';
import { PlayButton } from '../../parts/play-button.jsx';
import { STEPS, STEPS_A_DAY, useWeek } from './use-week.js';

/** Between two steps, in milliseconds. */
const PAUSE = 150;

/** Plays a week in seconds: the clock advances in steps, and the scrubber goes back to each, and on again. */
export function TimeLapse() {
  const { place, go, restart } = useWeek();
  const isPlaying = useSignal(false);
  const step = async (target: number) => {
    if (!(await go.run(target))) isPlaying.value = false;
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
          onStep={() => void step(place.value + 1)}
          onRestart={restart}
          labels={['Watch a week', 'Stop watching']}
        />
        <label class="scrubber">
          Day
          <input
            type="range"
            min={0}
            max={STEPS}
            value={place.value}
            aria-valuetext={`day ${place.value / STEPS_A_DAY} of ${STEPS / STEPS_A_DAY}`}
            onChange={({ currentTarget }) => {
              isPlaying.value = false;
              void go.run(Number(currentTarget.value));
            }}
          />
        </label>
        <span class="quiet">
          {place.value / STEPS_A_DAY} of {STEPS / STEPS_A_DAY} days
        </span>
      </div>
      <Failure error={go.error.value} />
    </section>
  );
}
