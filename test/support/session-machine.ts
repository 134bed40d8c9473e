import { onTestFinished, vi } from 'vitest';

/** Fakes the machine time, by which sessions expire, until the test ends. Returns a function that lets seconds pass. */
export function stopMachine(): (seconds: number) => void {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  return (seconds) => void vi.advanceTimersByTime(seconds * 1000);
}
