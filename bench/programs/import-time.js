// What it takes to import msw, and then our handlers, in a process that has loaded nothing yet. Writes milliseconds.
const started = performance.now();
await import('msw');
const loaded = performance.now();
await import('briefs-mock/handlers');
const done = performance.now();

console.log(JSON.stringify({ msw: loaded - started, handlers: done - loaded }));
