import { type ReadonlySignal, useSignal } from '@preact/signals';
import type { HistoryEntry } from 'briefs-mock';
import { useEffect, useMemo } from 'preact/hooks';
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
  /**
   * Goes to a step, also while it is on the way to another one: the clock advances step by step, and the session goes back. If
   * somebody else has changed the history, it starts again instead.
   */
  readonly goTo: (target: number) => Promise<void>;
  readonly error: ReadonlySignal<ControlError | undefined>;
  /** Makes the present moment the start. */
  readonly restart: () => void;
}

export function useWeek(): Week {
  // A week that is on its way stays in its session when somebody enters another one.
  const { api: present, live } = useConsole();
  const api = useMemo(() => present.ofPresentSession(), [present]);
  /** The revisions after the steps so far; the first is the start. */
  const revisions = useSignal<readonly number[]>([]);
  const place = useSignal(0);
  const target = useSignal(0);
  /** What its own calls have added to the history: the revisions before and after each of them. */
  const own = useSignal<readonly (readonly [number, number])[]>([]);
  const revisionNow = async () =>
    (await api.get<ListedHistory>('/__mock/history', { limit: 1 })).data[0]?.revision ?? 0;
  /** Makes a call, and returns the revision after it. */
  const send = async (method: string, path: string, body: object): Promise<number> => {
    const before = await revisionNow();
    await api.send(method, path, body);
    const after = await revisionNow();
    own.value = [...own.value, [before, after]];
    return after;
  };
  const goBackTo = async (step: number) => {
    await send('POST', '/__mock/rewind', { revision: revisions.value[step] });
    place.value = step;
  };
  /**
   * Whether somebody else has done more than sending requests since it began: a reset or another time, before which its steps are.
   * Without a connection, nobody knows. What happens is known of the present session only.
   */
  const isOvertaken = () => {
    const [start] = revisions.value;
    if (start === undefined || present.session.value !== api.session.value) return false;
    const isForeign = ({ revision, cause }: HistoryEntry) =>
      revision > start &&
      cause.kind !== 'request' &&
      cause.actor === undefined &&
      !own.value.some(([before, after]) => before < revision && revision <= after);
    return live.connection.value !== 'live' || [...live.changes.value.values()].some(isForeign);
  };
  /** Goes to the target, or as near as one call leads. */
  const move = async () => {
    if (revisions.value.length === 0) revisions.value = [await revisionNow()];
    const last = revisions.value.length - 1;
    if (target.value <= last || place.value !== last) return goBackTo(Math.min(target.value, last));
    const after = await send('PUT', '/__mock/clock', { advance_seconds: STEP });
    revisions.value = [...revisions.value, after];
    place.value = last + 1;
  };
  const { run, isRunning, error } = useAction(async () => {
    try {
      while (place.value !== target.value) {
        if (isOvertaken()) restart();
        else await move();
      }
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
    own.value = [];
    place.value = 0;
    target.value = 0;
  };
  const isOutdated = !isRunning.value && isOvertaken();
  useEffect(() => {
    if (isOutdated) restart();
  }, [isOutdated]);
  return { place, target, goTo, error, restart };
}
