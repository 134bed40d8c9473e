/** What of a layout an edge moves, and in which direction a larger value is. */
export interface EdgeProps {
  readonly class: string;
  readonly label: string;
  /** The size, in pixels, that it changes. */
  readonly size: number;
  readonly orientation: 'horizontal' | 'vertical';
  /** Moves it by pixels from where it is now, when a drag begins. */
  readonly onDrag: (right: number, down: number) => void;
}

const STEP = 24;
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
};

/** An edge that is dragged, or moved by the arrow keys. */
export function Edge({ class: name, label, size, orientation, onDrag }: EdgeProps) {
  const onKey = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onDrag(...step);
  };
  return (
    <div
      class={`edge ${name}`}
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={orientation}
      aria-valuenow={Math.round(size)}
      onKeyDown={onKey}
      onPointerDown={(event) => drag(event, onDrag)}
    />
  );
}

/** Follows the pointer from where it is pressed until it is released. */
export function drag(event: PointerEvent, onMove: (right: number, down: number) => void): void {
  const target = event.currentTarget as HTMLElement;
  event.preventDefault();
  target.setPointerCapture(event.pointerId);
  const move = (now: PointerEvent) => onMove(now.clientX - event.clientX, now.clientY - event.clientY);
  const released = new AbortController();
  const { signal } = released;
  target.addEventListener('pointermove', move, { signal });
  for (const end of ['pointerup', 'pointercancel']) target.addEventListener(end, () => released.abort(), { signal });
}
