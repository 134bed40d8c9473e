import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/virtual-core';
import type { ComponentChildren, Ref } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useReducer, useRef } from 'preact/hooks';

interface VirtualRowsProps {
  readonly count: number;
  /** The height of a row in pixels, the same for all. */
  readonly rowHeight: number;
  readonly label: string;
  /** The row at a position, which is `style`d to its place. */
  readonly row: (index: number, style: { readonly transform: string; readonly height: string }) => ComponentChildren;
  /** What stands above the rows and scrolls sideways with them. */
  readonly head?: ComponentChildren;
  /** Called with the visible range after it has changed. */
  readonly onRange?: (first: number, last: number) => void;
}

/** Draws only those of many rows that are in view. */
export function VirtualRows({ count, rowHeight, label, row, head, onRange }: VirtualRowsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const virtualizer = useMemo(
    () =>
      new Virtualizer<HTMLDivElement, Element>({
        count: 0,
        getScrollElement: () => scroller.current,
        estimateSize: () => rowHeight,
        overscan: 8,
        observeElementRect,
        observeElementOffset,
        scrollToFn: elementScroll,
        onChange: () => redraw(undefined),
      }),
    [rowHeight],
  );
  virtualizer.setOptions({ ...virtualizer.options, count });
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => virtualizer._willUpdate());
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? -1;
  useEffect(() => onRange?.(first, last), [first, last, onRange]);
  return (
    <div
      class="rows"
      ref={scroller as Ref<HTMLDivElement>}
      role="table"
      aria-label={label}
      aria-rowcount={count + (head === undefined ? 0 : 1)}
      tabIndex={0}
    >
      {head}
      <div role="rowgroup" class="rows-body" style={{ height: `${virtualizer.getTotalSize()}px` }}>
        {items.map(({ index, start }) => row(index, { transform: `translateY(${start}px)`, height: `${rowHeight}px` }))}
      </div>
    </div>
  );
}
