/** The statements about the user-data API that no case shows, with the reasons. */
export const userDataUncovered = {
  'UD-R13': 'says that routes are listed twice in the specification; there is nothing to request',
  'UD-R33': 'needs an inactive brief, which no API can create',
} as const;
