import { createHash } from 'node:crypto';
import type { Mock, Snapshot, TableName } from 'briefs-mock';
import type { Cells } from './state-tables.js';

/** The JSON of a snapshot, to be edited. */
export interface SnapshotFile {
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

/** Sets the value at a path such as `tables.user.1.email`; undefined removes it. */
export function set(path: string, value: unknown): Edit {
  return (file) => {
    const steps = path.split('.');
    const last = steps.pop() as string;
    const target = steps.reduce((at, step) => at[step] as Cells, file as Cells);
    if (value === undefined) delete target[last];
    else target[last] = value;
  };
}

/** The snapshot of a mock with changes, but with the old fingerprint. */
export function edited(mock: Mock, edit: Edit): Snapshot {
  const file = JSON.parse(JSON.stringify(mock.snapshot()));
  edit(file);
  return file;
}

/** The snapshot of a mock with changes and the matching fingerprint. */
export function resealed(mock: Mock, edit: Edit): Snapshot {
  const file = edited(mock, edit);
  return { ...file, fingerprint: fingerprintOf(file) };
}

/** The SHA-256 hash of a snapshot without its fingerprint. */
export function fingerprintOf({ fingerprint: _, ...contents }: Snapshot | SnapshotFile): string {
  return createHash('sha256').update(JSON.stringify(contents)).digest('hex');
}
