import { vi } from 'vitest';
import { timeLimits } from './time-limits.js';

/** Repeats a check until it passes. */
export const eventually = (check: () => Promise<unknown> | unknown): Promise<unknown> =>
  vi.waitFor(check, timeLimits.expect.poll);
