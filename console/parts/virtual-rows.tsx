import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

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
  /** Called when somebody has scrolled, with whether the first row is in view. */
  readonly onScrolled?: (isAtTop: boolean) => void;
}

/** Rows above and below the view that are drawn too, so that scrolling shows no gap. */
const OVERSCAN = 8;

/** Draws only those of many rows that are in view. As all are equally high, their places follow from their numbers; a library for others would be a tenth of the console. */
export function VirtualRows({ count, rowHeight, label, row, head, onRange, onScrolled }: VirtualRowsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [from, setFrom] = useState(0);
  const [to, setTo] = useState(0);
  const look = () => {
    const { scrollTop = 0, clientHeight = 0 } = scroller.current ?? {};
    setFrom(Math.floor(scrollTop / rowHeight));
    setTo(Math.ceil((scrollTop + clientHeight) / rowHeight));
  };
  useLayoutEffect(() => {
    look();
    const observer = new ResizeObserver(look);
    observer.observe(scroller.current as HTMLDivElement);
    return () => observer.disconnect();
  }, [rowHeight]);
  const last = Math.min(count, to + OVERSCAN) - 1;
  const first = Math.max(0, Math.min(from - OVERSCAN, last));
  useEffect(() => onRange?.(first, last), [first, last, onRange]);
  const indices = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  return (
    <div
      class="rows"
      ref={scroller}
      role="table"
      aria-label={label}
      aria-rowcount={count + (head === undefined ? 0 : 1)}
      tabIndex={0}
      onScroll={({ currentTarget }) => {
        look();
        onScrolled?.(currentTarget.scrollTop < rowHeight);
      }}
    >
      {head}
      <div role="rowgroup" class="rows-body" style={{ height: `${count * rowHeight}px` }}>
        {indices.map((i) => row(i, { transform: `translateY(${i * rowHeight}px)`, height: `${rowHeight}px` }))}
      </div>
    </div>
  );
}
