/**
 * Runs code that creates errors only to read their stack traces. Writing a trace takes up to a tenth of a millisecond, because
 * test runners look up each line in source maps.
 */
export function withoutStackTraces<Result>(run: () => Result): Result {
  const { stackTraceLimit } = Error;
  // Not an assignment, because that throws if Error is frozen.
  Reflect.set(Error, 'stackTraceLimit', 0);
  try {
    return run();
  } finally {
    Reflect.set(Error, 'stackTraceLimit', stackTraceLimit);
  }
}
