/** Of the user-data API: what no case shows, and why. */
export const userDataUncovered = {
  'UD-R13': 'says that routes are listed twice in the specification; there is nothing to request',
  'UD-R33': 'needs an inactive brief, which no API can create',
} as const;
