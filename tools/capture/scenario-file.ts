import { exportOf } from '../../src/foundation/export-name.js';
import type { Persona } from '../../src/index.js';
import { schemas } from '../../src/model/table-schema.js';
import { targetsFirst } from '../../src/model/targets-first.js';
import type { CapturedTables } from './captured.js';

export interface ScenarioFileOptions {
  /** The name of the scenario. */
  readonly name: string;
  /** The time of its clock. */
  readonly clock: string;
  readonly personas: readonly Persona[];
  readonly tables: CapturedTables;
  /** How the scenario imports its records, such as `./staging.data.js`. */
  readonly dataModule: string;
  readonly isTypeScript: boolean;
}

/** Columns that no read route shows. They get their default when the scenario is loaded, so that the files have no numbers that shift. */
const hiddenColumns: Readonly<Record<string, readonly string[]>> = {
  article: ['id', 'position'],
  bookmark: ['id', 'url', 'created_on'],
  reaction: ['id'],
};

/** What both files begin with. */
const MARK = '// Written by `briefs-mock capture`, which replaces it.';

const NOTE = `${MARK} People are replaced by pseudonyms, which may still be personal data.\n`;

/** Whether a file was written by a capture, so that the next one may replace it. */
export function isCapturedFile(text: string): boolean {
  return text.startsWith(MARK);
}

/** The module that defines the scenario. */
export function scenarioText({ name, clock, personas, dataModule }: ScenarioFileOptions): string {
  const list = personas.map((persona) => `    ${literalOf(persona)},\n`).join('');
  return `${NOTE}import { defineScenario } from 'briefs-mock';
import { tables } from ${quoted(dataModule)};

export const ${exportOf(name)} = defineScenario({
  name: ${quoted(name)},
  description: 'Captured from another system, without its people',
  clock: ${quoted(clock)},
  personas: [${list === '' ? '' : `\n${list}  `}],
  seed: ({ load }) => load(tables),
});
`;
}

/** The module with the records, one a line. */
export function dataText({ tables, isTypeScript }: ScenarioFileOptions): string {
  const type = isTypeScript ? ': Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>' : '';
  const parts = targetsFirst().flatMap((name) => {
    const rows = tables[name] ?? [];
    const hidden = new Set<string>(hiddenColumns[name]);
    // In the order of the table: what one server answers first, another one may answer last.
    const columns = schemas[name].columns.filter((column) => !hidden.has(column));
    const lines = rows.map((row) => {
      const shown = columns.map((column) => [column, row[column]]);
      return `    ${JSON.stringify(Object.fromEntries(shown))},\n`;
    });
    return lines.length === 0 ? [] : [`  ${name}: [\n${lines.join('')}  ],\n`];
  });
  return `${NOTE}// biome-ignore-all format: one record a line\n// prettier-ignore\nexport const tables${type} = {\n${parts.join('')}};\n`;
}

function literalOf(persona: Persona): string {
  return `{ ${Object.entries(persona)
    .map(([name, value]) => `${name}: ${quoted(value)}`)
    .join(', ')} }`;
}

function quoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
