/** Waits for a number of milliseconds, or until the request is aborted. */
export function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    if (signal.aborted) done();
    else signal.addEventListener('abort', done);
  });
}

/**
 * Waits for the answer to a request. If the request is aborted, it rejects with the reason soon after: what else waits in the mock
 * notices the abort first.
 */
export async function untilAborted<Answer>(answer: Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let abort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => {
      timer = setTimeout(() => reject(signal.reason));
    };
  });
  signal.addEventListener('abort', abort);
  try {
    return await Promise.race([answer, aborted]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}
