import { type Calibration, type Finding, isNew, type Report, type Result } from '../../tools/conform/index.js';
import { partAt } from '../../tools/conform/place.js';
import { countOf } from '../foundation/count-of.js';
import { formatText, formatValue } from '../foundation/format-value.js';
import { getOrInsert } from '../foundation/get-or-insert.js';
import { visibleLine } from '../foundation/visible-text.js';

/** The longest part of an answer that is shown, in characters. */
const SHOWN = 300;

/** The number of cases that are listed for the same reason. */
const LISTED = 10;

/** A report for people: what differs, the switches, what could not be determined, and a summary. */
export function describeReport(report: Report): string {
  const { results, switches, left, against } = report;
  const of = (outcome: Result['outcome']) => results.filter((result) => result.outcome === outcome);
  const differing = of('differs');
  const inconclusive = of('could not tell');
  const known = differing.filter((result) => !isNew(result));
  return [
    ...section('Differences', differing.flatMap(describeDifferences)),
    ...switchLines(switches),
    ...section(
      'Could not tell',
      results.length === 0 ? ['  there was no request to the three APIs'] : reasons(inconclusive),
    ),
    ...section(
      'Not removed',
      left.map((request) => `  ${request}`),
    ),
    `${against}: ${of('agrees').length} of ${results.length} cases agree, ${countOf(differing.length, 'differs', 'differ')}` +
      `${known.length === 0 ? '' : ` (${known.length} known)`}, ${inconclusive.length} could not tell; ${report.requests} requests`,
  ]
    .map(visibleLine)
    .join('\n');
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines, ''];
}

function describeDifferences({ id, ids, title, difference, findings = [], knownSince }: Result): string[] {
  const since = knownSince === undefined ? [] : [`known since ${knownSince}`];
  const notes = [...ids, ...since].join(', ');
  const head = `  ${id}${notes === '' ? '' : ` (${notes})`}: ${title}`;
  if (difference === undefined) return [head, ...findings.map((finding) => `    ${describeFinding(finding)}`)];
  const { step, request, expected, answered, problems } = difference;
  const { status, body } = answered;
  const { path = '' } = problems[0] ?? {};
  return [
    head,
    `    step ${step}: ${request}`,
    ...problems.map(({ path, problem }) => `      ${path}: ${problem}`),
    `      expected ${shown(partAt(expected, path, isShort))}`,
    `      came     ${status} ${shown(partAt(body, path.replace(/^body\./, ''), isShort))}`,
  ];
}

/** A difference of one or more answers, in one line. */
export function describeFinding({ problem, count, first }: Finding): string {
  const { entry, at, request, status, path } = first;
  const answers = count === 1 ? '' : `${count} answers, the first: `;
  const number = entry === undefined ? '' : `entry ${entry}, `;
  return visibleLine(`${path}: ${problem} (${answers}${number}${at}, ${request} ${status})`);
}

function shown(part: unknown): string {
  return formatText(typeof part === 'string' ? part : (JSON.stringify(part) ?? 'without a body'), SHOWN);
}

function isShort(part: unknown): boolean {
  return (JSON.stringify(part) ?? '').length <= SHOWN;
}

/** A single line if no switch has to be set. */
function switchLines(switches: readonly Calibration[]): string[] {
  const isExpected = switches.every(({ side }) => side === 'this side');
  if (switches.length > 1 && isExpected) return [`Switches: all ${switches.length} are on this side`, ''];
  return section('Switches', table(switches.map(switchCells)));
}

function switchCells({ switch: key, side, observed, note }: Calibration): string[] {
  const value = observed === undefined ? '' : formatValue(observed);
  return [key, side, value, note ?? ''];
}

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)));
  return rows.map((cells) => `  ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ')}`.trimEnd());
}

/** Cases that lack the same thing are listed together. */
function reasons(inconclusive: readonly Result[]): string[] {
  const byReason = new Map<string, string[]>();
  for (const { id, missing = '' } of inconclusive) getOrInsert(byReason, missing, () => []).push(id);
  return [...byReason].map(([missing, ids]) => {
    const others = ids.length - LISTED;
    const more = others > 0 ? ` and ${others} more (--json FILE lists all)` : '';
    return `  without ${missing}: ${ids.slice(0, LISTED).join(', ')}${more}`;
  });
}
