import { useSignal } from '@preact/signals';
import { useConsole } from '../../model/console-model.js';
import { useAction } from '../../model/use-action.js';
import { Failure } from '../../parts/failure.jsx';
import { PlayButton } from '../../parts/play-button.jsx';
import type { ListedHistory } from './history-list.jsx';

/** A step is six hours, and a second has about six steps. */
const STEP = 21_600;
const STEPS = 28;
const PAUSE = 150;

/** Plays a week in seconds: the clock advances in steps, and the scrubber goes back to each, and on again. */
export function TimeLapse() {
  const { api } = useConsole();
  /** The revisions after the steps so far; the first is the start. */
  const revisions = useSignal<readonly number[]>([]);
  const place = useSignal(0);
  const isPlaying = useSignal(false);
  const revisionNow = async () =>
    (await api.get<ListedHistory>('/__mock/history', { limit: 1 })).data[0]?.revision ?? 0;
  const { run, error } = useAction(async (target: number) => {
    if (revisions.value.length === 0) revisions.value = [await revisionNow()];
    const known = revisions.value[target];
    if (known === undefined) {
      const last = revisions.value.length - 1;
      if (place.value !== last) await api.send('POST', '/__mock/rewind', { revision: revisions.value[last] });
      await api.send('PUT', '/__mock/clock', { advance_seconds: STEP * (target - last) });
      const reached = await revisionNow();
      revisions.value = [...revisions.value, ...Array.from({ length: target - last }, () => reached)];
    } else await api.send('POST', '/__mock/rewind', { revision: known });
    place.value = target;
  });
  const step = async (target: number) => {
    if (!(await run(target))) isPlaying.value = false;
  };
  const restart = () => {
    revisions.value = [];
    place.value = 0;
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
            aria-valuetext={`day ${place.value / 4} of ${STEPS / 4}`}
            onChange={({ currentTarget }) => {
              isPlaying.value = false;
              void run(Number(currentTarget.value));
            }}
          />
        </label>
        <span class="quiet">
          {place.value / 4} of {STEPS / 4} days
        </span>
      </div>
      <Failure error={error.value} />
    </section>
  );
}
