/** To end what hangs, not to judge how fast a machine is. */
export const timeLimits = { testTimeout: 300_000, hookTimeout: 300_000 };
