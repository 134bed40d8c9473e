import { isPromise } from './is-promise.js';

/** Calls a function of the user. Its errors are printed, because they must not break what it is called for. */
export function callListener(name: string, listener: () => unknown): void {
  const print = (error: unknown) => {
    // biome-ignore lint/suspicious/noConsole: there is nobody else to report it to.
    console.error(`briefs-mock: ${name} failed:`, error);
  };
  try {
    const result = listener();
    if (isPromise(result)) result.then(undefined, print);
  } catch (error) {
    print(error);
  }
}
