import type { Scenario } from '../scenario/scenario.js';

/** The scenarios of a mock, and the name of the one that its state was built from. */
interface KnownScenarios {
  readonly scenario: string;
  readonly scenarios: readonly Scenario[];
}

/** The personas of the state's scenario; none if the state is a snapshot of an unknown one. */
export function personasOf({ scenario, scenarios }: KnownScenarios): Scenario['personas'] {
  return scenarios.find(({ name }) => name === scenario)?.personas ?? [];
}

/** The e-mail of a persona, named by key or e-mail, or of any other user, named by e-mail. */
export function emailOf(name: string, scenarios: KnownScenarios): string {
  return personasOf(scenarios).find(({ key }) => key === name)?.email ?? name;
}
