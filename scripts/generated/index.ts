import './version.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerData } from './answer-data.js';
import { assistantTools } from './assistant-tools.js';
import { controlAddresses } from './control-addresses.js';
import { coverageOfCases } from './coverage.js';
import { errorTable } from './errors.js';
import { faultTables } from './faults.js';
import { knownPath } from './known-path.js';
import { limitTable } from './limits.js';
import { indexForModels } from './llms.js';
import { withSections } from './markdown.js';
import { scenarioNames } from './scenario-names.js';
import { settingTables } from './settings.js';

export const root = join(import.meta.dirname, '../..');

const coverage = 'docs/reference/coverage.md';

const sections = [...settingTables, ...faultTables, ...assistantTools, errorTable, limitTable];

/** The texts of all files that are generated, wholly or in part, by path. */
export function generatedFiles(): Map<string, string> {
  const pages = [...new Set(sections.map(({ page }) => page))].map((page) => {
    const text = readFileSync(join(root, page), 'utf8');
    const ofPage = sections.filter((section) => section.page === page);
    return [page, withSections(page, text, ofPage)] as const;
  });
  return new Map([
    ...pages,
    [coverage, coverageOfCases(readFileSync(join(root, coverage), 'utf8'))],
    ['docs/llms.txt', indexForModels(root)],
    ['src/control/addresses.ts', controlAddresses()],
    ['src/faults/known-path.ts', knownPath()],
    ['src/scenario/scenario-names.ts', scenarioNames()],
    ['src/schemas/answer-data.ts', answerData()],
  ]);
}
