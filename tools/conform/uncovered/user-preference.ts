/** The statements about the user-preference API that no case shows, with the reasons. */
export const userPreferenceUncovered = {
  'UP-T1': 'says that there is nothing: resources have no states',
} as const;
