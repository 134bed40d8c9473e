import type { Mock, Snapshot, StateChanges, TableName } from 'briefs-mock';
import { expect, vi } from 'vitest';
import { law } from '../support/state-law.js';
import { type Cells, keyOf } from '../support/state-tables.js';
import { bytesOf } from '../support/state-world.js';

// Properties run many times, so the default timeout is too short.
vi.setConfig({ testTimeout: 600_000 });

/** A snapshot without its fingerprint, with the changes applied. */
function changed({ fingerprint, ...before }: Snapshot, { tables, counters, clock, ...rest }: StateChanges): object {
  const after = structuredClone(before) as unknown as Record<string, unknown> & { tables: Record<TableName, Cells[]> };
  for (const [name, changes] of Object.entries(tables) as [TableName, readonly { key: unknown; after: unknown }[]][]) {
    const key = keyOf(name);
    const rows = new Map(after.tables[name].map((row) => [row[key], row]));
    for (const { key: changedKey, after: row } of changes) {
      if (row === null) rows.delete(changedKey);
      else rows.set(changedKey, row as Cells);
    }
    after.tables[name] = [...rows.values()].sort((a, b) => ((a[key] as number) < (b[key] as number) ? -1 : 1));
  }
  for (const [name, counter] of Object.entries(counters ?? {})) {
    (after.counters as Record<string, number>)[name] = counter.after;
  }
  if (clock !== undefined) after.clock = clock.after;
  for (const [name, change] of Object.entries(rest)) after[name] = change.after;
  return after;
}

const revisionsOf = (mock: Mock) => Array.from({ length: mock.revision + 1 }, (_, revision) => revision);
const bytes = ({ fingerprint, ...contents }: Snapshot) => JSON.stringify(contents);

law('the changes since any revision, applied to its state, give the current state', 'since', 40, (mock) => {
  const now = bytes(mock.snapshot());
  for (const revision of revisionsOf(mock)) {
    const then = mock.fork({ at: revision }).snapshot();
    expect(JSON.stringify(changed(then, mock.changes({ since: revision })))).toBe(now);
    expect(mock.changes({ since: revision, until: revision })).toEqual({ tables: {} });
  }
});

law('the changes of each revision, applied one after the other, give every state', 'each', 40, (mock) => {
  let state: Snapshot = mock.fork({ at: 0 }).snapshot();
  for (const revision of revisionsOf(mock).slice(1)) {
    const next = mock.fork({ at: revision }).snapshot();
    const made = changed(state, mock.changes({ since: revision - 1, until: revision }));
    expect(JSON.stringify(made)).toBe(bytes(next));
    state = next;
  }
  expect(bytes(state)).toBe(bytes(mock.snapshot()));
});

law('a rewind gives the state of its revision, can be undone, and leaves branches alone', 'rewind', 40, (mock) => {
  const branch = mock.fork();
  const now = bytesOf(mock);
  const last = mock.revision;
  for (const revision of revisionsOf(mock)) {
    const then = mock.fork({ at: revision });
    mock.rewind(revision);
    expect(mock.fingerprint()).toBe(then.fingerprint());
    mock.rewind(last);
    expect(bytesOf(mock)).toBe(now);
  }
  expect(mock.revision).toBe(last + 2 * (last + 1));
  expect(bytesOf(branch)).toBe(now);
});

law('the counts of the history are those of the changes', 'counts', 40, (mock) => {
  const counted = mock.history.list().map(({ revision, tables }) => [revision, tables]);
  const expected = revisionsOf(mock)
    .slice(1)
    .map((revision) => {
      const { tables } = mock.changes({ since: revision - 1, until: revision });
      const counts = Object.entries(tables).map(([name, changes]) => {
        const kinds = changes.map(({ before, after }) =>
          before === null ? 'created' : after === null ? 'removed' : 'updated',
        );
        const count = (kind: string) => kinds.filter((one) => one === kind).length;
        return [name, { created: count('created'), updated: count('updated'), removed: count('removed') }];
      });
      return [revision, Object.fromEntries(counts)];
    });
  expect(counted).toEqual(expected);
});
