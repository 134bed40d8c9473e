import { createHash } from 'node:crypto';
import type { Mock, Snapshot, TableName } from 'briefs-mock';
import type { Cells } from './state-tables.js';

/** The JSON of a snapshot, to be edited. */
interface SnapshotFile {
  [part: string]: unknown;
  format: unknown;
  version: unknown;
  scenario: unknown;
  seed: unknown;
  clock: { now: unknown; frozen: unknown };
  counters: Record<string, unknown>;
  tables: Record<TableName, Cells[]>;
  fingerprint: unknown;
}

export type Edit = (file: SnapshotFile) => void;

/** Sets what is at a path such as `tables.user.1.email`; undefined takes it away. */
export function set(path: string, value: unknown): Edit {
  return (file) => {
    const steps = path.split('.');
    const last = steps.pop() as string;
    const target = steps.reduce((at, step) => at[step] as Cells, file as Cells);
    if (value === undefined) delete target[last];
    else target[last] = value;
  };
}

/** The state of a mock as a file with changes; its fingerprint is still the one from before. */
export function edited(mock: Mock, edit: Edit): Snapshot {
  const file = JSON.parse(JSON.stringify(mock.snapshot()));
  edit(file);
  return file;
}

/** The same, with the fingerprint that its contents have. */
export function resealed(mock: Mock, edit: Edit): Snapshot {
  const file = edited(mock, edit);
  return { ...file, fingerprint: fingerprintOf(file) };
}

/** SHA-256 of all that stands before the fingerprint. */
export function fingerprintOf({ fingerprint: _, ...contents }: Snapshot): string {
  return createHash('sha256').update(JSON.stringify(contents)).digest('hex');
}
