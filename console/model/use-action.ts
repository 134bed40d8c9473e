import { type Signal, signal } from '@preact/signals';
import { useContext, useMemo, useRef } from 'preact/hooks';
import { ModelContext } from './console-model.js';
import { ControlError } from './control-api.js';

export interface Action<Args extends readonly unknown[]> {
  /** Runs it. Does nothing while it is running. Returns whether it succeeded. */
  readonly run: (...args: Args) => Promise<boolean>;
  /** Runs it instead of sending the form. */
  readonly submit: (event: Event, ...args: Args) => void;
  readonly isRunning: Signal<boolean>;
  readonly error: Signal<ControlError | undefined>;
}

/**
 * Something that a person does: it runs once at a time, and its error is kept until the next action. In the console, that is any
 * action, so that an old message is not taken for an answer to what a person does now.
 */
export function useAction<Args extends readonly unknown[]>(perform: (...args: Args) => Promise<unknown>): Action<Args> {
  const model = useContext(ModelContext);
  const latest = useRef(perform);
  latest.current = perform;
  return useMemo(() => {
    const isRunning = signal(false);
    const error = signal<ControlError | undefined>(undefined);
    const run = async (...args: Args) => {
      if (isRunning.value) return false;
      isRunning.value = true;
      error.value = undefined;
      model?.forgetErrors();
      try {
        await latest.current(...args);
        return true;
      } catch (thrown) {
        model?.failed.add(error);
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
