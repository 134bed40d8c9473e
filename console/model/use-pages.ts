import { batch, type ReadonlySignal, useSignal } from '@preact/signals';
import { useCallback, useEffect, useRef } from 'preact/hooks';
import type { ControlError } from './control-api.js';
import { useLoaded } from './use-loaded.js';

/** The rows of a page. */
const PAGE = 100;

interface PageAnswer<Row> {
  readonly data: readonly Row[];
  /** The number of all rows. */
  readonly total: number;
}

interface KeptPages<Row> {
  readonly key: string;
  readonly total: number;
  readonly pages: ReadonlyMap<number, { readonly rows: readonly Row[]; readonly version: number }>;
}

export interface Pages<Row> {
  /** The number of all rows; undefined until the first page is loaded. */
  readonly total: number | undefined;
  readonly error: ControlError | undefined;
  /** The row at a position; undefined until its page is loaded. */
  readonly row: (index: number) => Row | undefined;
  /**
   * Called with the rows that are in view, so that they are loaded. Other rows are kept, and loaded again when they come into
   * view.
   */
  readonly show: (first: number, last: number) => void;
}

/**
 * A long list of the control API, of which the pages in view are loaded, and loaded again when `version` changes. `key` names
 * what `load` depends on; until the first page of another key is there, the rows of the former one stay.
 */
export function usePages<Row>(
  load: (page: { offset: number; limit: number }) => Promise<PageAnswer<Row>>,
  key: string,
  version: ReadonlySignal<number>,
): Pages<Row> {
  const firstPage = useSignal(0);
  const lastPage = useSignal(0);
  // A signal, so that one load runs at a time also while somebody types a search.
  const wanted = useSignal(key);
  useEffect(() => {
    wanted.value = key;
  }, [key]);
  const kept = useRef<KeptPages<Row> | undefined>(undefined);
  const loadInView = async (): Promise<KeptPages<Row>> => {
    const present = version.value;
    const former = kept.current?.key === key ? kept.current : undefined;
    const pages = new Map(former?.pages);
    let total = former?.total ?? 0;
    for (let page = firstPage.value; page <= lastPage.value; page++) {
      if (pages.get(page)?.version === present) continue;
      const answer = await load({ offset: page * PAGE, limit: PAGE });
      pages.set(page, { rows: answer.data, version: present });
      total = answer.total;
    }
    kept.current = { key, total, pages };
    return kept.current;
  };
  const { value, error } = useLoaded(loadInView, 'pages', [version, wanted, firstPage, lastPage]).value;
  const show = useCallback((first: number, last: number) => {
    batch(() => {
      firstPage.value = Math.floor(first / PAGE);
      lastPage.value = Math.floor(Math.max(first, last) / PAGE);
    });
  }, []);
  return {
    total: value?.total,
    error,
    row: (index) => value?.pages.get(Math.floor(index / PAGE))?.rows[index % PAGE],
    show,
  };
}
