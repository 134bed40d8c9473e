import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useConsole } from '../../model/console-model.js';
import { type Action, useAction } from '../../model/use-action.js';
import type { ListedHistory } from './history-list.jsx';

/** A step is six hours. */
const STEP = 21_600;
export const STEPS_A_DAY = 86_400 / STEP;
export const STEPS = 7 * STEPS_A_DAY;

/** A week through which one can go in steps. */
interface Week {
  /** The number of steps since its start. */
  readonly place: ReadonlySignal<number>;
  /** Goes to a step: the clock advances to a new one, and the session goes back to those that were. */
  readonly go: Action<[target: number]>;
  /** Makes the present moment the start. */
  readonly restart: () => void;
}

export function useWeek(): Week {
  const { api } = useConsole();
  /** The revisions after the steps so far; the first is the start. */
  const revisions = useSignal<readonly number[]>([]);
  const place = useSignal(0);
  const revisionNow = async () =>
    (await api.get<ListedHistory>('/__mock/history', { limit: 1 })).data[0]?.revision ?? 0;
  const go = useAction(async (target: number) => {
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
  const restart = () => {
    revisions.value = [];
    place.value = 0;
  };
  return { place, go, restart };
}
