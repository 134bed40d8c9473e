/**
 * The part of the contract and of `conform` that runs in Deno, workerd and Chromium. Their engine is that of Node, where all of it
 * runs. What may differ is what they bring themselves: URLs, headers, bodies, tokens, dates and timers.
 */
export const part = {
  files:
    /\/(authentication|cors|date-option|envelope|fault-profiles|fault-sequences|paths?|path-segments|protocol|query-parameters|refusals|routing|snapshots|tokens|unknown-paths|versioning)\.test\.ts$/,
  cases: ['public-api'],
};
