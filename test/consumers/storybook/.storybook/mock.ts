import { createMock, type FaultProfile } from 'briefs-mock';
import { newsroom, newUser, powerUser } from 'briefs-mock/seeds';

/** The faults that the toolbar has beside those of every mock. */
const faultProfiles: FaultProfile[] = [
  { name: 'loading', description: 'No answer arrives.', rules: [{ hold: true }] },
  { name: 'down', description: 'Every answer is 503.', rules: [{ status: 503 }] },
];

/** Answers the stories, at the address of the page itself. */
export const mock = createMock({ scenario: newsroom, scenarios: [newUser, powerUser], faultProfiles, baseUrl: '/' });

/** The token of a persona or, if only another scenario has this persona, of the first one. */
export function tokenOf(persona: string): string {
  const known = mock.scenarios.flatMap(({ personas }) => personas.map(({ key }) => key));
  if (!known.includes(persona)) throw new Error(`There is no persona "${persona}"; there are ${known.join(', ')}`);
  const personas = mock.scenarios.find(({ name }) => name === mock.scenario)?.personas ?? [];
  return (personas.find(({ key }) => key === persona) ?? personas[0])?.token ?? '';
}
