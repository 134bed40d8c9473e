import { countOf } from '../../src/foundation/count-of.js';
import { tableNames } from '../../src/model/tables.js';
import type { SeenTables } from './assemble.js';
import type { CapturedTables } from './captured.js';
import type { Knowledge } from './knowledge.js';
import { byKind, type CapturedPerson, describeKind } from './people.js';
import type { Contradiction, Coverage } from './seen-records.js';

/** With fewer people of a kind, each of them is easy to recognize. */
const FEW = 5;

/** What a capture has seen and written. It names tables and columns, and no values but ids. */
export interface CaptureReport {
  readonly target: string;
  /** The tables, with what was shown of them and how many records were written. */
  readonly tables: readonly {
    readonly table: string;
    readonly coverage: Coverage;
    readonly seen: number;
    readonly written: number;
  }[];
  readonly people: number;
  readonly kinds: readonly CapturedKind[];
  readonly contradictions: readonly Contradiction[];
  /** Fields of answers that the mock does not have, such as `user.phone`, without those whose name may be a value. */
  readonly unknownFields: readonly string[];
  /** What was concluded, merged or left out, in sentences. */
  readonly notes: readonly string[];
}

/** A kind of people in the result. */
interface CapturedKind {
  /** The key of its persona. */
  readonly persona: string;
  readonly description: string;
  readonly people: number;
}

export interface ReportOptions {
  readonly target: string;
  readonly known: Knowledge;
  readonly assembled: SeenTables;
  readonly written: CapturedTables;
  readonly people: readonly CapturedPerson[];
  readonly notes: readonly string[];
}

export function reportOf({ target, known, assembled, written, people, notes }: ReportOptions): CaptureReport {
  const { records } = known;
  return {
    target,
    tables: tableNames
      .filter((table) => table !== 'access_token')
      .map((table) => ({
        table,
        coverage: records.coverageOf(table),
        seen: assembled[table].length,
        written: written[table]?.length ?? 0,
      })),
    people: people.length,
    kinds: [...byKind(people)].map(([persona, alike]) => ({
      persona,
      description: describeKind((alike[0] as CapturedPerson).kind),
      people: alike.length,
    })),
    contradictions: records.contradictions,
    unknownFields: [...records.unknownFields].sort(),
    notes,
  };
}

/** The number of different contradictions that are printed; all are in the JSON. */
const LISTED = 20;

/** The report as text, with a line for each fact. */
export function describeCapture(report: CaptureReport): string {
  const { target, tables, people, kinds, contradictions, unknownFields, notes } = report;
  const shown = tables.filter(({ coverage }) => coverage !== 'never');
  const never = tables.filter(({ coverage }) => coverage === 'never').map(({ table }) => table);
  const rare = kinds.filter((kind) => kind.people < FEW);
  const listed = [...counted(contradictions.map(describeContradiction))];
  const lines = [
    `captured ${countOf(people, 'person', 'people')} from ${target}`,
    ...shown.map(({ table, coverage, seen, written }) => {
      const how = coverage === 'complete' ? 'complete' : 'seen in part';
      return `  ${table.padEnd(24)} ${how.padEnd(12)} ${written === seen ? written : `${written} of ${seen}`}`;
    }),
    ...(never.length === 0 ? [] : [`  never seen, and empty: ${never.join(', ')}`]),
    ...notes,
    ...(unknownFields.length === 0
      ? []
      : [`left out, because the mock does not have them: ${unknownFields.join(', ')}`]),
    ...listed.slice(0, LISTED).map(([line, count]) => (count === 1 ? line : `${line} (${count} times)`)),
    ...(listed.length > LISTED ? [`… and ${listed.length - LISTED} more contradictions`] : []),
    ...kinds.map(({ persona, description, people }) => `  ${persona}: ${description} (${people})`),
    ...(rare.length === 0
      ? []
      : [
          `${countOf(rare.length, 'kind has', 'kinds have')} fewer than ${FEW} people, who are easy to recognize; --at-least ${FEW} merges or leaves them out`,
        ]),
    'Pseudonymous data may still be personal data: treat the files as your rules for it say.',
  ];
  return `${lines.join('\n')}\n`;
}

function describeContradiction({ table, id, column, problem }: Contradiction): string {
  const place = [table, ...(id === undefined ? [] : [String(id)])].join(' ');
  return `contradiction: ${place}${column === undefined ? '' : `, ${column}`}: ${problem}`;
}

/** Each line with the number of times that it occurs: records whose ids cannot be named have the same line. */
function counted(lines: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}
