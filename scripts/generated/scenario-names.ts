import { scenarios } from 'briefs-mock/seeds';
import { generatedFrom } from './first-line.js';

/** The text of src/scenario/scenario-names.ts. */
export function scenarioNames(): string {
  return `${generatedFrom('seeds/index.ts')}

/** The names of the scenarios of \`briefs-mock/seeds\`. */
export const seedNames = [
${scenarios.map(({ name }) => `  '${name}',\n`).join('')}] as const;

/** The name of a scenario; editors suggest those of \`briefs-mock/seeds\`. */
export type ScenarioName = (typeof seedNames)[number] | (string & {});
`;
}
