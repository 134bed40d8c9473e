import { scenarios } from 'briefs-mock/seeds';
import { generatedFrom } from './first-line.js';

/** The text of src/scenario/scenario-names.ts. */
export function scenarioNames(): string {
  return `${generatedFrom('seeds/index.ts')}

/** The name of a scenario; editors suggest those of \`briefs-mock/seeds\`. */
export type ScenarioName =
${scenarios.map(({ name }) => `  | '${name}'\n`).join('')}  | (string & {});
`;
}
