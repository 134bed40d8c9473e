import type { StateChanges } from '../index.js';

interface AnyChange {
  readonly key: string | number;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  readonly columns?: readonly string[];
}

/** What differs between two states, as text: a line per record that was created or removed, and one per column that was changed. */
export function describeChanges({ tables, ...others }: StateChanges): string {
  const lines = Object.entries(tables).flatMap(([table, records]) => [
    `${table}: ${countsOf(records as readonly AnyChange[])}`,
    ...(records as readonly AnyChange[]).flatMap(recordLines),
  ]);
  const { counters = {}, ...rest } = others;
  for (const [name, change] of Object.entries(rest)) lines.push(`${name}: ${changeText(change)}`);
  for (const [table, change] of Object.entries(counters)) {
    lines.push(`last id that was given in ${table}: ${changeText(change)}`);
  }
  return lines.length === 0 ? 'the same\n' : `${lines.join('\n')}\n`;
}

function recordLines({ key, before, after, columns = [] }: AnyChange): string[] {
  if (before === null) return [`  + ${key} ${JSON.stringify(after)}`];
  if (after === null) return [`  - ${key} ${JSON.stringify(before)}`];
  return [
    `  ~ ${key}`,
    ...columns.map((name) => `      ${name}: ${changeText({ before: before[name], after: after[name] })}`),
  ];
}

function changeText({ before, after }: { before: unknown; after: unknown }): string {
  return `${JSON.stringify(before)} -> ${JSON.stringify(after)}`;
}

function countsOf(records: readonly AnyChange[]): string {
  const counts = { created: 0, updated: 0, removed: 0 };
  for (const { before, after } of records)
    counts[before === null ? 'created' : after === null ? 'removed' : 'updated']++;
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(', ');
}
