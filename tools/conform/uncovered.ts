/** The statements and decisions that no case shows, each with the reason. */
export const uncovered: Readonly<Record<string, string>> = {
  X26: 'the limits are a promise of the mock alone',
  X14: 'a limit shows only when it is exceeded; a run obeys 429 instead of looking for it',
  X20: 'a reset needs the control API',
  'PUB-A3': 'an API that issues tokens has no path that a case could ask for',
  P1: 'issuing tokens and their expiry need the control API and the clock',
  P12: 'needs a bookmark of a brief that its reader may no longer read: entitlements of readers belong to others',
  P20: 'needs an inactive brief, which no API can create',
  P23: 'needs the clock, and documents, which no API can create',
  P24: 'needs to delete a user who has a token, or the client of one: they belong to others',
  'UD-R13': 'says that routes are listed twice in the specification; there is nothing to request',
  'UD-R33': 'needs an inactive brief, which no API can create',
  'UP-T1': 'says that there is nothing: resources have no states',
};
