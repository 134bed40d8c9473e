import type { ControlApi } from './control-api.js';

/** What a reset takes away, for the question before it. */
export const RESET_LOSS =
  'This goes back to the baseline: records, clock, tokens, fault rules and the journal. The history keeps the present state, so a rewind can bring the records back.';

export function reset(api: ControlApi): Promise<unknown> {
  return api.send('POST', '/__mock/reset');
}
