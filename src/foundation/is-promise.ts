/** Whether a value is a promise, also one of another library or another realm, such as that of Jest. */
export function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as PromiseLike<unknown> | null | undefined)?.then === 'function';
}
