/** What a restore throws away. */
export const RESTORE_LOSS =
  'This replaces all records of the session, empties the journal and removes the fault rules. The history keeps the present state, so going back in Time brings the records back.';
