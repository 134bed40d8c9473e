/** What the files that people keep say in `format`. */
export const SNAPSHOT_FORMAT = 'briefs-mock/snapshot';
export const TRACE_FORMAT = 'briefs-mock/trace';
/** The version of that format. */
export const TRACE_VERSION = 1;
export const TEST_TRACE_FORMAT = 'briefs-mock/test-trace';
export const HANDOVER_FORMAT = 'briefs-mock/handover';
