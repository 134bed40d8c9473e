import { type Signal, signal } from '@preact/signals';
import { useMemo, useRef } from 'preact/hooks';
import { ControlError } from './control-api.js';

export interface Action<Args extends readonly unknown[]> {
  /** Runs it. Does nothing while it is running. Returns whether it succeeded. */
  readonly run: (...args: Args) => Promise<boolean>;
  /** Runs it instead of sending the form. */
  readonly submit: (event: Event, ...args: Args) => void;
  readonly isRunning: Signal<boolean>;
  readonly error: Signal<ControlError | undefined>;
}

/** The errors of actions that the page may still show. */
const failed = new Set<Signal<ControlError | undefined>>();

/** Clears what earlier actions said, so that it is not taken for an answer to what a person does now. */
export function forgetErrors(): void {
  for (const error of failed) error.value = undefined;
  failed.clear();
}

/** Something that a person does: it runs once at a time, and its error is kept until the next action, whichever it is. */
export function useAction<Args extends readonly unknown[]>(perform: (...args: Args) => Promise<unknown>): Action<Args> {
  const latest = useRef(perform);
  latest.current = perform;
  return useMemo(() => {
    const isRunning = signal(false);
    const error = signal<ControlError | undefined>(undefined);
    const run = async (...args: Args) => {
      if (isRunning.value) return false;
      isRunning.value = true;
      forgetErrors();
      try {
        await latest.current(...args);
        return true;
      } catch (thrown) {
        failed.add(error);
        error.value = thrown instanceof ControlError ? thrown : new ControlError(0, String(thrown));
        return false;
      } finally {
        isRunning.value = false;
      }
    };
    const submit = (event: Event, ...args: Args) => {
      event.preventDefault();
      void run(...args);
    };
    return { run, submit, isRunning, error };
  }, []);
}
