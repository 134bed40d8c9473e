import { createMock, type FaultProfile } from 'briefs-mock';
import { newsroom, newUser, powerUser } from 'briefs-mock/seeds';

/** Answers the stories, at the address of the page itself. */
export const mock = createMock({ scenario: newsroom, scenarios: [newUser, powerUser], baseUrl: '/' });

/** The faults of the toolbar: the profiles of the mock, and two more. */
export const faults: FaultProfile[] = [
  ...mock.faults.profiles,
  { name: 'loading', description: 'No answer arrives.', rules: [{ hold: true }] },
  { name: 'down', description: 'Every answer is 503.', rules: [{ status: 503 }] },
];

/** The token of a persona or, if the scenario has no such persona, of its first one. */
export function tokenOf(persona: string): string {
  const personas = mock.scenarios.find(({ name }) => name === mock.scenario)?.personas ?? [];
  return (personas.find(({ key }) => key === persona) ?? personas[0]).token;
}
