import type { JournalEntry } from 'briefs-mock';
import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { useConsole } from '../../model/console-model.js';
import { keysOf } from '../../parts/keys-of.js';

/**
 * The keys of the list of requests, which work anywhere in the console but in a field: `/` goes to the search, `j` and `k` to the row
 * below and above, or, if a request is open, open the next and the previous one.
 */
export function useRequestKeys(
  view: RefObject<HTMLElement | null>,
  entries: readonly JournalEntry[],
  opened: string | undefined,
): void {
  const { navigation } = useConsole();
  useEffect(() => {
    const root = view.current?.getRootNode() as ShadowRoot;
    const keys = keysOf(root);
    const onKey = (event: KeyboardEvent) => {
      const [target] = event.composedPath() as Element[];
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (target?.closest('input, select, textarea, dialog')) return;
      const step = { j: 1, k: -1 }[event.key];
      if (event.key === '/') root.querySelector<HTMLElement>('.tools input[type=search]')?.focus();
      else if (step === undefined) return;
      else if (opened === undefined) focusRow(root, step);
      else {
        const at = entries.findIndex(({ entry }) => String(entry) === opened);
        const next = entries[at + step];
        if (at < 0 || next === undefined) return;
        // What is open goes, and would take the focus out of the console.
        view.current?.focus();
        navigation.go(['requests', next.entry], navigation.place.value.query);
      }
      event.preventDefault();
    };
    keys.addEventListener('keydown', onKey);
    return () => keys.removeEventListener('keydown', onKey);
  }, [entries, opened]);
}

function focusRow(root: ShadowRoot, step: number): void {
  const row = root.activeElement?.closest('.rows-body .row');
  const next = step > 0 ? row?.nextElementSibling : row?.previousElementSibling;
  const link = row ? next?.querySelector('a') : root.querySelector<HTMLElement>('.requests .row-link');
  link?.focus();
}
