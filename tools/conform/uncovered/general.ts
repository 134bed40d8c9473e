/** Of the decisions for all three APIs: what no case shows, and why. */
export const generalUncovered = {
  X26: 'the limits are a promise of the mock alone',
  X14: 'a limit shows only when it is exceeded; a run obeys 429 instead of looking for it',
  X20: 'a reset needs the control API',
} as const;
