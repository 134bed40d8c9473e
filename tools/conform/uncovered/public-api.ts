/** The statements about the brief and bookmark API that no case shows, with the reasons. */
export const publicApiUncovered = {
  'PUB-A3': 'an API that issues tokens has no path that a case could ask for',
  P1: 'issuing tokens and their expiry need the control API and the clock',
  P12: 'needs a bookmark of a brief that its reader may no longer read: entitlements of readers belong to others',
  P20: 'needs an inactive brief, which no API can create',
  P23: 'needs the clock, and documents, which no API can create',
  P24: 'needs to delete a user who has a token, or the client of one: they belong to others',
} as const;
