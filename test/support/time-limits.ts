/** Only end what hangs, instead of judging how fast a machine is. */
export const timeLimits = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 30_000 } } };
