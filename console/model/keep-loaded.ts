import { effect, type ReadonlySignal, type Signal, untracked } from '@preact/signals';
import { ControlError } from './control-api.js';

export interface Loaded<Value> {
  /** Undefined until it has been loaded. The old value stays while it is loaded again, and while the mock does not answer. */
  readonly value: Value | undefined;
  readonly error: ControlError | undefined;
}

/** Milliseconds between two loads of the same thing. */
const INTERVAL = 150;

/**
 * Loads something into `loaded` when `loads` is no longer 0, and again when it or one of the other signals changes: one load at a
 * time, and the last change is never missed. Returns a function that ends it.
 */
export function keepLoaded<Value>(
  load: (signal: AbortSignal) => Promise<Value>,
  loads: ReadonlySignal<number>,
  versions: readonly ReadonlySignal<unknown>[],
  loaded: Signal<Loaded<Value>>,
): () => void {
  const stop = new AbortController();
  let isRunning = false;
  let isStale = false;
  const loadOnce = async () => {
    try {
      const value = await load(stop.signal);
      if (!stop.signal.aborted) loaded.value = { value, error: undefined };
    } catch (thrown) {
      if (stop.signal.aborted) return;
      const error = thrown instanceof ControlError ? thrown : new ControlError(0, String(thrown));
      loaded.value = { value: error.status === 0 ? loaded.value.value : undefined, error };
    }
  };
  const run = async () => {
    isStale = true;
    if (isRunning) return;
    isRunning = true;
    while (isStale && !stop.signal.aborted) {
      isStale = false;
      await loadOnce();
      await new Promise((resolve) => setTimeout(resolve, INTERVAL));
    }
    isRunning = false;
  };
  const dispose = effect(() => {
    for (const version of versions) void version.value;
    if (loads.value === 0) return;
    untracked(() => void run());
  });
  return () => {
    stop.abort();
    dispose();
  };
}
