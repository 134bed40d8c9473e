import type { Mock } from 'briefs-mock';

/** The observable state of a mock. */
export const everythingOf = (mock: Mock) => ({
  snapshot: JSON.stringify(mock.snapshot()),
  clock: mock.clock.reading(),
  faults: mock.faults.all(),
  requests: mock.requests.all(),
  snapshots: mock.snapshots.list(),
});
