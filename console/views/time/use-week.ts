import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { useConsole } from '../../model/console-model.js';
import type { ControlError } from '../../model/control-api.js';
import { useAction } from '../../model/use-action.js';
import type { ListedHistory } from './history-list.jsx';

/** A step is six hours. */
const STEP = 21_600;
export const STEPS_A_DAY = 86_400 / STEP;
export const STEPS = 7 * STEPS_A_DAY;

/** A week through which one can go in steps. */
interface Week {
  /** The number of steps since its start. */
  readonly place: ReadonlySignal<number>;
  /** The step to which the session goes, or `place`. */
  readonly target: ReadonlySignal<number>;
  /** Goes to a step, also while it is on the way to another one: the clock advances step by step, and the session goes back. */
  readonly goTo: (target: number) => Promise<void>;
  readonly error: ReadonlySignal<ControlError | undefined>;
  /** Makes the present moment the start. */
  readonly restart: () => void;
}

export function useWeek(): Week {
  // A week that is on its way stays in its session when somebody enters another one.
  const { api: present } = useConsole();
  const api = useMemo(() => present.ofPresentSession(), [present]);
  /** The revisions after the steps so far; the first is the start. */
  const revisions = useSignal<readonly number[]>([]);
  const place = useSignal(0);
  const target = useSignal(0);
  const revisionNow = async () =>
    (await api.get<ListedHistory>('/__mock/history', { limit: 1 })).data[0]?.revision ?? 0;
  const goBackTo = async (step: number) => {
    await api.send('POST', '/__mock/rewind', { revision: revisions.value[step] });
    place.value = step;
  };
  /** Goes to the target, or as near as one call leads. */
  const move = async () => {
    if (revisions.value.length === 0) revisions.value = [await revisionNow()];
    const last = revisions.value.length - 1;
    if (target.value <= last || place.value !== last) return goBackTo(Math.min(target.value, last));
    await api.send('PUT', '/__mock/clock', { advance_seconds: STEP });
    revisions.value = [...revisions.value, await revisionNow()];
    place.value = last + 1;
  };
  const { run, error } = useAction(async () => {
    try {
      while (place.value !== target.value) await move();
    } finally {
      target.value = place.value;
    }
  });
  const goTo = async (step: number) => {
    target.value = step;
    await run();
  };
  const restart = () => {
    revisions.value = [];
    place.value = 0;
    target.value = 0;
  };
  return { place, target, goTo, error, restart };
}
