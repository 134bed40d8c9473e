import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { takeLostFocus } from './take-lost-focus.js';

/**
 * Gives the focus to `rest` when the element in `whole` that has it is removed or disabled, such as the button that removes its own
 * row: Tab would start at the top of the page.
 */
export function useKeptFocus(whole: RefObject<HTMLElement | null>, rest: RefObject<HTMLElement | null>): void {
  const [losses, setLosses] = useState(0);
  useEffect(() => {
    const element = whole.current as HTMLElement;
    let focused: HTMLElement | undefined;
    const observer = new MutationObserver(() => {
      if (focused === undefined || canHaveFocus(focused)) return;
      // Not every browser takes it from a disabled element at once.
      focused.blur();
      focused = undefined;
      setLosses((count) => count + 1);
    });
    element.addEventListener('focusin', ({ target }) => {
      focused = target as HTMLElement;
    });
    element.addEventListener('focusout', ({ target }) => {
      // Some browsers tell it also of an element that is about to be removed.
      queueMicrotask(() => {
        if (focused === target && canHaveFocus(target as Element)) focused = undefined;
      });
    });
    observer.observe(element, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    return () => observer.disconnect();
  }, []);
  // After the effects of the views, which may know a better place.
  useEffect(() => {
    if (losses > 0) takeLostFocus(rest.current);
  }, [losses]);
}

function canHaveFocus(element: Element): boolean {
  return element.isConnected && !element.matches(':disabled');
}
