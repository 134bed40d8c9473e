import { createMock, type FaultRule } from 'briefs-mock';
import { newsroom, newUser, powerUser } from 'briefs-mock/seeds';

/** Answers the stories, at the address of the page itself. */
export const mock = createMock({ scenario: newsroom, scenarios: [newUser, powerUser], baseUrl: '/' });

/** The faults of the toolbar. */
export const faults: Record<string, FaultRule | undefined> = {
  none: undefined,
  slow: { delay_ms: { min: 500, max: 2000 } },
  loading: { delay_ms: 600_000 },
  down: { status: 503 },
  offline: { abort: true },
};

/** The token of a persona or, if the scenario has no such persona, of its first one. */
export function tokenOf(persona: string): string {
  const personas = mock.scenarios.find(({ name }) => name === mock.scenario)?.personas ?? [];
  return (personas.find(({ key }) => key === persona) ?? personas[0]).token;
}
