import type { StateChanges } from './changes.js';

/** The change of a record of any table. */
export interface AnyRecordChange {
  readonly key: string | number;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  readonly columns?: readonly string[];
}

export type ChangeKind = 'created' | 'updated' | 'removed';
export const changeKinds: readonly ChangeKind[] = ['created', 'updated', 'removed'];

export function changeKindOf({ before, after }: AnyRecordChange): ChangeKind {
  if (before === null) return 'created';
  return after === null ? 'removed' : 'updated';
}

/** What differs between two states, as text: a line per record that was created or removed, and one per column that was changed. */
export function describeChanges({ tables, ...others }: StateChanges): string {
  const lines = Object.entries(tables).flatMap(([table, records]) => [
    `${table}: ${countsOf(records as readonly AnyRecordChange[])}`,
    ...(records as readonly AnyRecordChange[]).flatMap(recordLines),
  ]);
  const { counters = {}, ...rest } = others;
  for (const [name, change] of Object.entries(rest)) lines.push(`${name}: ${changeText(change)}`);
  for (const [table, change] of Object.entries(counters)) {
    lines.push(`last id that was given in ${table}: ${changeText(change)}`);
  }
  return lines.length === 0 ? 'the same' : lines.join('\n');
}

function recordLines(change: AnyRecordChange): string[] {
  const { key, before, after, columns = [] } = change;
  const kind = changeKindOf(change);
  if (kind === 'created') return [`  + ${key} ${JSON.stringify(after)}`];
  if (kind === 'removed') return [`  - ${key} ${JSON.stringify(before)}`];
  return [
    `  ~ ${key}`,
    ...columns.map((name) => `      ${name}: ${changeText({ before: before?.[name], after: after?.[name] })}`),
  ];
}

function changeText({ before, after }: { before: unknown; after: unknown }): string {
  return `${JSON.stringify(before)} -> ${JSON.stringify(after)}`;
}

function countsOf(records: readonly AnyRecordChange[]): string {
  return changeKinds
    .map((kind) => [kind, records.filter((change) => changeKindOf(change) === kind).length] as const)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(', ');
}
