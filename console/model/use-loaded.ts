import { type ReadonlySignal, type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { useConsole } from './console-model.js';
import { keepLoaded, type Loaded } from './keep-loaded.js';

/**
 * Loads something, and loads it again when `key`, the session or one of the signals changes. `key` names everything that `load`
 * depends on.
 */
export function useLoaded<Value>(
  load: (signal: AbortSignal) => Promise<Value>,
  key: string,
  versions: readonly ReadonlySignal<unknown>[] = [],
): Signal<Loaded<Value>> {
  const loaded = useSignal<Loaded<Value>>({ value: undefined, error: undefined });
  const { api } = useConsole();
  const latest = useRef(load);
  latest.current = load;
  useEffect(
    () => keepLoaded((signal) => latest.current(signal), versions, loaded),
    [key, api.session.value, api.token.value],
  );
  return loaded;
}
