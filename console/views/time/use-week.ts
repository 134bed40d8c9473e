import { type ReadonlySignal, useSignal } from '@preact/signals';
import type { HistoryEntry } from 'briefs-mock';
import { useEffect, useMemo } from 'preact/hooks';
import { useConsole } from '../../model/console-model.js';
import type { ControlError } from '../../model/control-api.js';
import { useAction } from '../../model/use-action.js';
import type { ListedHistory } from '../../model/use-kept-revisions.js';

/** A step is six hours. */
const STEP = 21_600;
export const STEPS_A_DAY = 86_400 / STEP;
export const STEPS = 7 * STEPS_A_DAY;
/** The number of changes that it looks through for those of others. */
const NEWEST = 100;

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

/** @param onOvertaken is called when somebody else has changed the history, so that the week starts again. */
export function useWeek(onOvertaken: () => void): Week {
  // A week that is on its way stays in its session when somebody enters another one.
  const { api: present, live } = useConsole();
  const api = useMemo(() => present.ofPresentSession(), [present]);
  /** The revisions after the steps so far; the first is the start. */
  const revisions = useSignal<readonly number[]>([]);
  const place = useSignal(0);
  const target = useSignal(0);
  /** The newest revision after its last call. */
  const known = useSignal(0);
  const restart = () => {
    revisions.value = [];
    place.value = 0;
    target.value = 0;
  };
  const startAgain = () => {
    restart();
    onOvertaken();
  };
  const newestChanges = async () => (await api.get<ListedHistory>('/__mock/history', { limit: NEWEST })).data;
  const isForeign = (change: HistoryEntry) => change.revision > known.value && isOfOthers(change);
  /** Goes to the target, or as near as one call leads. */
  const move = async () => {
    const before = await newestChanges();
    const { revision } = before.at(-1) ?? { revision: 0 };
    if (revisions.value.length === 0) {
      revisions.value = [revision];
      known.value = revision;
    }
    // A server that was started again has a shorter history.
    if (revision < known.value || before.some(isForeign)) return startAgain();
    const { step, method, path, body } = callTowards(target.value, place.value, revisions.value);
    await api.send(method, path, body);
    const after = await newestChanges();
    // With actors, the clock advances in several changes.
    const isOwn = ({ cause }: HistoryEntry) => cause.kind === 'control' && cause.path === path;
    if (after.some((change) => isForeign(change) && !isOwn(change))) return startAgain();
    known.value = after.at(-1)?.revision ?? 0;
    if (step === revisions.value.length) revisions.value = [...revisions.value, known.value];
    place.value = step;
  };
  const { run, isRunning, error } = useAction(async () => {
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
  const isWaiting = !isRunning.value && revisions.value.length > 0 && present.session.value === api.session.value;
  const isOvertaken = isWaiting && [...live.changes.value.values()].some(isForeign);
  useEffect(() => {
    if (isOvertaken) startAgain();
  }, [isOvertaken]);
  return { place, target, goTo, error, restart };
}

/** Whether somebody has reset the session or changed it otherwise, after which it cannot go back to the steps so far. */
function isOfOthers({ cause }: HistoryEntry): boolean {
  const isOfClock = cause.kind === 'call' && cause.call === 'clock.advance';
  return cause.kind !== 'request' && cause.actor === undefined && !isOfClock;
}

/** The call that leads towards the target, and the step that it reaches. `revisions` are those of the steps so far. */
function callTowards(target: number, place: number, revisions: readonly number[]) {
  const last = revisions.length - 1;
  if (target > last && place === last) {
    return { step: last + 1, method: 'PUT', path: '/__mock/clock', body: { advance_seconds: STEP } };
  }
  const step = Math.min(target, last);
  return { step, method: 'POST', path: '/__mock/rewind', body: { revision: revisions[step] } };
}
