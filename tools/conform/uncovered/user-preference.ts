/** Of the user-preference API: what no case shows, and why. */
export const userPreferenceUncovered = {
  'UP-T1': 'says that there is nothing: resources have no states',
} as const;
