import { type Signal, signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { useConsole } from './console-model.js';

/** What somebody has typed but not saved, kept per session while the console is open, also while it shows something else. */
export function useKept<Value>(name: string): Signal<Value | undefined> {
  const { api, kept } = useConsole();
  const key = `${api.session.value ?? ''} ${name}`;
  const value = useMemo(() => (kept.get(key) as Signal<Value | undefined>) ?? signal<Value>(), [key]);
  useEffect(
    () => () => {
      if (value.value === undefined) kept.delete(key);
      else kept.set(key, value);
    },
    [value],
  );
  return value;
}
