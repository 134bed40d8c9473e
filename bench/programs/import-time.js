// Times the import of msw, and then of the handlers, in a new process. Prints milliseconds.
const started = performance.now();
await import('msw');
const loaded = performance.now();
await import('briefs-mock/handlers');
const done = performance.now();

console.log(JSON.stringify({ msw: loaded - started, handlers: done - loaded }));
