/** The message when a fingerprint differs from the one in its file. */
export const fingerprintChanged =
  'A scenario or a table has changed. If that was not intended, a scenario depends on more than its seed and clock. ' +
  'If it was, run this test with -u, review the file and add a changeset: users may have kept snapshots';
