import { useEffect, useState } from 'preact/hooks';
import { usePlayground } from './playground.js';

/** What the reader knows of a path: the last data, and what is wrong if the last request failed. */
export interface Loaded<Data> {
  readonly data?: Data;
  readonly problem?: string;
  readonly isLoading: boolean;
}

/** Reads a path as the reader, again whenever the reader, the records, the clock or the fault rules change. */
export function useAnswer<Data>(path: string): Loaded<Data> {
  const playground = usePlayground();
  const [loaded, setLoaded] = useState<Loaded<Data> & { readonly path?: string }>({ isLoading: true });
  const version = playground.version.value;
  const token = playground.login.value?.token;
  useEffect(() => {
    let isOver = false;
    const settle = (result: Omit<Loaded<Data>, 'isLoading'>) => {
      if (!isOver) setLoaded({ ...result, path, isLoading: false });
    };
    setLoaded((before) => ({ ...before, isLoading: true }));
    playground.call<Data>('GET', path).then(
      (data) => settle({ data }),
      (error: Error) => settle({ problem: error.message }),
    );
    return () => {
      isOver = true;
    };
  }, [playground, path, version, token]);
  return loaded.path === path ? loaded : { isLoading: true };
}
