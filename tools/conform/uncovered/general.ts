/** The decisions for all three APIs that no case shows, with the reasons. */
export const generalUncovered = {
  X26: 'the limits are a promise of the mock alone',
  X14: 'a limit shows only when it is exceeded; a run obeys 429 instead of looking for it',
  X20: 'a reset needs the control API',
} as const;
