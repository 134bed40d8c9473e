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

/** The answer to a request, or a rejection soon after the request is aborted: what waits for its answer notices that first. */
export function untilAborted<Answer>(answer: Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const abort = () => void setTimeout(() => reject(signal.reason));
    signal.addEventListener('abort', abort);
    void answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
