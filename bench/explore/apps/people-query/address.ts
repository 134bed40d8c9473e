// The open person, in the query of the URL.
import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
const follow = (listener: () => void) => {
  listeners.add(listener);
  window.addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('popstate', listener);
  };
};

export const usePerson = () => useSyncExternalStore(follow, () => new URLSearchParams(location.search).get('person'));

export function go(person: number | undefined): void {
  history.pushState(null, '', person === undefined ? location.pathname : `?person=${person}`);
  for (const listener of listeners) listener();
}
