import type { Signal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';

interface PlayButtonProps {
  readonly isPlaying: Signal<boolean>;
  readonly place: number;
  /** The last place. */
  readonly end: number;
  /** Milliseconds that a place is shown. */
  readonly pause: number;
  /** Goes to the next place. */
  readonly onStep: () => void;
  /** Goes to the first place: playing starts there if it is at the end. */
  readonly onRestart: () => void;
  readonly disabled?: boolean;
  /** While it stands still, and while it plays. */
  readonly labels: readonly [string, string];
}

/** Plays a scrubber: goes from its place to the next one until the end, or until somebody stops it. */
export function PlayButton(props: PlayButtonProps) {
  const { isPlaying, place, end, pause, onStep, onRestart, disabled, labels } = props;
  const isAtEnd = place >= end;
  // Without a delay, in which a step could begin after playing has stopped.
  useLayoutEffect(() => {
    if (!isPlaying.value) return undefined;
    if (isAtEnd) {
      isPlaying.value = false;
      return undefined;
    }
    const timer = setTimeout(onStep, pause);
    return () => clearTimeout(timer);
  }, [isPlaying.value, place, isAtEnd]);
  const toggle = () => {
    if (!isPlaying.value && isAtEnd) onRestart();
    isPlaying.value = !isPlaying.value;
  };
  return (
    <button type="button" disabled={disabled} onClick={toggle}>
      {labels[isPlaying.value ? 1 : 0]}
    </button>
  );
}
