import { type TableName, tableNames } from '../model/tables.js';
import type { Trees } from './table-trees.js';

/** A part of the JSON of a snapshot, in one line and in the lines of a file. */
export interface SnapshotPart {
  readonly json: string;
  readonly lines: string;
}

/** The JSON of the contents of a snapshot, row by row. `head` is what it contains before its tables. */
export function* snapshotParts(head: object, trees: Trees): Generator<SnapshotPart> {
  yield {
    json: `${JSON.stringify(head).slice(0, -1)},"tables":{`,
    lines: `${linesOf(head).slice(0, -2)},\n  "tables": {`,
  };
  for (const name of tableNames) yield* tableParts(name, trees, name === tableNames[0]);
  yield { json: '}}', lines: '\n  }' };
}

function* tableParts(name: TableName, trees: Trees, isFirst: boolean): Generator<SnapshotPart> {
  const comma = isFirst ? '' : ',';
  yield { json: `${comma}"${name}":[`, lines: `${comma}\n    "${name}": [` };
  let between = '';
  for (const row of trees[name].rows.valuesArray()) {
    const json = JSON.stringify(row);
    yield { json: between + json, lines: `${between}\n      ${json}` };
    between = ',';
  }
  yield { json: ']', lines: between === '' ? ']' : '\n    ]' };
}

/** The text of a snapshot file ends with this. */
export function lastLines(fingerprint: string): string {
  return `,\n  "fingerprint": "${fingerprint}"\n}\n`;
}

/** JSON in which each part of the outer `levels` has a line. The levels of a snapshot are itself, its tables, and their rows. */
export function linesOf(value: unknown, levels = 3, indent = ''): string {
  if (levels === 0 || typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((item) => inner + linesOf(item, levels - 1, inner))
    : Object.entries(value).map(([key, part]) => `${inner}${JSON.stringify(key)}: ${linesOf(part, levels - 1, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return parts.length === 0 ? `${open}${close}` : `${open}\n${parts.join(',\n')}\n${indent}${close}`;
}
