import type { ControlApi } from './control-api.js';
import type { Live } from './live.js';

/** What a reset takes away, for the question before it. */
export function resetLoss(live: Live): string {
  return `This goes back to the baseline: records, clock, tokens, fault rules and the journal. ${undoText(live)}`;
}

/** What another state of the session takes away, for the question before it. */
export function replacementLoss(live: Live): string {
  return `This replaces all records of the session, empties the journal and removes the fault rules. ${undoText(live)}`;
}

/** Whether the records that an action takes away can come back. */
export function undoText({ hasHistory }: Live): string {
  return hasHistory.value
    ? 'The history keeps the present state, so going back in Time brings the records back.'
    : 'This mock keeps no history, so nothing brings the records back.';
}

export function reset(api: ControlApi): Promise<unknown> {
  return api.send('POST', '/__mock/reset');
}
