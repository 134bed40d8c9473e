// A newsroom from nothing, in a process that did nothing else yet. Writes milliseconds.
const started = performance.now();
const { createMock } = await import('briefs-mock');
const { newsroom } = await import('briefs-mock/seeds');
const loaded = performance.now();
createMock({ scenario: newsroom });
const built = performance.now();

console.log(JSON.stringify({ loading: loaded - started, building: built - loaded }));
