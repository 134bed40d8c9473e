import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { figureOf, NotAvailable, verdict } from './targets.js';

/**
 * @typedef {import('./targets.js').Target} Target
 * @typedef {import('./samples.js').Samples} Samples
 * @typedef {{ what: string, target: Target, figure: Samples | Error }} Finding
 */

/** The findings as rows of a table; the first row is the header. @param {readonly Finding[]} findings */
export function findingsTable(findings) {
  const body = findings.map(({ what, target, figure }) => {
    if (!(figure instanceof Error)) {
      const unit = target.unit;
      return [what, target.text, `${figureOf(figure)} ${unit}`, verdict(target, figure)];
    }
    const reason = figure instanceof NotAvailable ? 'not available' : 'failed';
    return [what, target.text, `${reason}: ${figure.message.split('\n')[0]}`, 'not measured'];
  });
  return [['what', 'target', 'figure', 'verdict'], ...body];
}

/** A table in aligned Markdown. @param {readonly (readonly string[])[]} rows the first is the header */
export function markdown(rows) {
  const escaped = rows.map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = (escaped[0] ?? []).map((_, column) => Math.max(...escaped.map((row) => row[column]?.length ?? 0)));
  const line = (/** @type {readonly string[]} */ row) =>
    `| ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = escaped;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}

/** The machine, and its load before the benchmarks. */
export function machine() {
  const processors = cpus();
  const [busy = 0] = loadavg();
  const memory = `${Math.round(totalmem() / 1e9)} GB`;
  const kind = `${processors.length} cores (${processors[0]?.model.trim()}), ${memory} of memory`;
  return `${kind}, ${process.platform}, Node ${process.version.slice(1)}, load average ${busy.toFixed(1)} at the start`;
}

/** Replaces the tables in bench/results.md by a report. @param {string} report */
export function writeDocument(report) {
  const file = new URL('../results.md', import.meta.url);
  const [start, end] = ['<!-- tables: written by npm run bench -->', '<!-- end of tables -->'];
  const text = readFileSync(file, 'utf8');
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`bench/results.md must contain ${start} followed by ${end}`);
  writeFileSync(file, `${text.slice(0, from + start.length)}\n\n${report}\n\n${text.slice(to)}`);
}
