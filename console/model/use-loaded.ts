import { effect, type ReadonlySignal, type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { useConsole } from './console-model.js';
import { keepLoaded, type Loaded } from './keep-loaded.js';

/**
 * Loads something, and loads it again when `key`, the session or one of the signals changes, or when the mock is back. `key` names
 * everything that `load` depends on.
 */
export function useLoaded<Value>(
  load: (signal: AbortSignal) => Promise<Value>,
  key: string,
  versions: readonly ReadonlySignal<unknown>[] = [],
): Signal<Loaded<Value>> {
  const loaded = useSignal<Loaded<Value>>({ value: undefined, error: undefined });
  const { api, live } = useConsole();
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    const session = api.session.value;
    const end = keepLoaded((signal) => latest.current(signal), live.loads, versions, loaded);
    // At once: what belongs to one session must not be asked for in another until the component is drawn again.
    const endWithSession = effect(() => {
      if (api.session.value !== session) end();
    });
    return () => {
      endWithSession();
      end();
    };
  }, [key, api.session.value, api.token.value]);
  return loaded;
}

/** As {@link useLoaded}, but while another key is loaded, nothing of the former one is shown as if it were of that. */
export function useLoadedOf<Value>(
  load: (signal: AbortSignal) => Promise<Value>,
  key: string,
  versions: readonly ReadonlySignal<unknown>[] = [],
): Loaded<Value> {
  const { value, error } = useLoaded(async (signal) => ({ key, of: await load(signal) }), key, versions).value;
  return { value: value?.key === key ? value.of : undefined, error };
}
