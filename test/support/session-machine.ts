import { onTestFinished, vi } from 'vitest';

/** Stops the machine's time, which sessions end by, until the test ends. Answers what lets seconds of it pass. */
export function stopMachine(): (seconds: number) => void {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  return (seconds) => void vi.advanceTimersByTime(seconds * 1000);
}
