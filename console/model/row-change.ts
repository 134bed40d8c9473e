export type { AnyRecordChange as RowChange } from '../../src/state/describe-changes.js';

/** A record of any table. */
export type RecordRow = Readonly<Record<string, unknown>>;

export type RecordKey = string | number;
