import { MockError } from './mock-error.js';

type Callable = (...given: never[]) => unknown;

const isFromCaller: unique symbol = Symbol('briefs-mock/is-from-caller');

/**
 * Runs what a public function does. The stack of a MockError that it throws starts with the line that called `callee`, because
 * test runners show that line, and because the first frames would all be of this package. If the JavaScript engine cannot do
 * that, or if the error comes from another public call in a callback, the error stays as it is.
 */
export function fromCaller<Result>(callee: Callable, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    throw beginningAfter(callee, error);
  }
}

/** A function that does the same, with the errors of {@link fromCaller}. */
export function calledFromOutside<Method extends Callable>(method: Method): Method {
  const callee = function (this: unknown, ...given: never[]): unknown {
    try {
      return method.apply(this, given);
    } catch (error) {
      throw beginningAfter(callee, error);
    }
  } as Method;
  return callee;
}

/** Replaces the functions and accessors of an object, or of a prototype, by those with the errors of {@link fromCaller}. */
export function methodsFromCaller<Methods extends object>(methods: Methods): Methods {
  for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(methods))) {
    const { value, get } = property;
    if (name === 'constructor') continue;
    if (typeof value === 'function')
      Object.defineProperty(methods, name, { ...property, value: calledFromOutside(value) });
    else if (get !== undefined) Object.defineProperty(methods, name, { ...property, get: calledFromOutside(get) });
  }
  return methods;
}

function beginningAfter(callee: Callable, error: unknown): unknown {
  const isNew = error instanceof MockError && !Object.hasOwn(error, isFromCaller);
  if (!isNew || typeof Error.captureStackTrace !== 'function') return error;
  Object.defineProperty(error, isFromCaller, { value: true });
  Error.captureStackTrace(error, callee);
  return error;
}
