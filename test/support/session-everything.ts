import type { Mock } from 'briefs-mock';

/** All that a mock shows of itself. */
export const everythingOf = (mock: Mock) => ({
  snapshot: JSON.stringify(mock.snapshot()),
  clock: mock.clock.reading(),
  faults: mock.faults.all(),
  requests: mock.requests.all(),
  snapshots: mock.snapshots.list(),
});
