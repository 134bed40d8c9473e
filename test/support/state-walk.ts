import { createMock, type Mock, MockError, type Snapshot, type TableName } from 'briefs-mock';
import { Model, Refused, rowText, textOf } from './state-model.js';
import type { Operation } from './state-operations.js';
import { type Cells, keyOf, kindOf, sameIn } from './state-tables.js';
import { bytesOf, tableOf, world } from './state-world.js';

/** A mock and its model. */
export interface Pair {
  readonly mock: Mock;
  readonly model: Model;
}

interface Kept {
  readonly snapshot: Snapshot;
  readonly model: Model;
}

/** The maximum number of mocks: beyond it, a fork replaces an earlier mock. */
const MOST = 4;

/**
 * Performs each operation on a mock and on its model and compares the results. At the end, compares every record of
 * every mock and every snapshot. The error contains the found and the expected values.
 *
 * A `watched` walk compares everything after each operation. It finds an error where it happens, but every comparison
 * takes a snapshot, so it never tests two writes without a snapshot in between.
 */
export async function walk(operations: readonly Operation[], { seed = 1, watched = false } = {}): Promise<Pair[]> {
  const first = createMock({ scenario: world, seed });
  const baseline = Model.of(first.fork().snapshot());
  const pairs: Pair[] = [{ mock: first, model: baseline.copy() }];
  const kept: Kept[] = [keep(pairs[0] as Pair)];
  const compareAll = () => {
    for (const { mock, model } of pairs) compare('a mock', mock.snapshot(), model);
    for (const { snapshot, model } of kept) compare('a snapshot', snapshot, model);
  };

  for (const operation of operations) {
    const pair = pairs[operation.in % pairs.length] as Pair;
    const { mock, model } = pair;
    switch (operation.do) {
      case 'fork': {
        const fork = { mock: mock.fork(), model: model.copy() };
        if (pairs.length < MOST) pairs.push(fork);
        else pairs[(operation.in + 1) % MOST] = fork;
        break;
      }
      case 'snapshot':
        kept.push(keep(pair));
        break;
      case 'restore': {
        const { snapshot, model: then } = kept[operation.nth % kept.length] as Kept;
        mock.restore(operation.asJson ? JSON.parse(JSON.stringify(snapshot)) : snapshot);
        model.become(then);
        break;
      }
      case 'reset':
        mock.reset();
        model.become(baseline);
        break;
      case 'advance':
        mock.clock.advance({ seconds: operation.seconds });
        model.seconds += operation.seconds;
        break;
      default: {
        const before = watched ? bytesOf(mock) : '';
        const wasRefused = await write(operation, pair);
        if (watched && wasRefused) same('the bytes after a refusal', bytesOf(mock), before);
      }
    }
    if (watched) compareAll();
  }
  compareAll();
  return pairs;
}

function keep({ mock, model }: Pair): Kept {
  return { snapshot: mock.snapshot(), model: model.copy() };
}

function compare(what: string, { tables, counters }: Snapshot, model: Model): void {
  same(`the records of ${what}`, textOf(tables), textOf(model.tables));
  same(`the counters of ${what}`, JSON.stringify(counters), JSON.stringify(model.made));
}

type Write = Extract<Operation, { table: unknown }>;

/** Writes to the mock and the model and expects the same result or error. Returns whether the write was rejected. */
async function write(operation: Write, { mock, model }: Pair): Promise<boolean> {
  const [toMock, toModel] = bothWays(operation, mock, model);
  const expected = await outcomeOf(operation, toModel);
  same('the answer', await outcomeOf(operation, toMock), expected);
  return expected.startsWith('refused');
}

/** The value to search for when there is no record: for each type, a value that no record has. */
const NONE = { boolean: true, number: -1, string: 'none', nested: null };

/** The same write to the mock and to the model. Both choose their records before either write is performed. */
function bothWays(operation: Write, mock: Mock, model: Model): [() => unknown, () => unknown] {
  const { table } = operation;
  const target = tableOf(mock, table);
  const keyColumn = keyOf(table);
  const rows = model.rows(table);
  switch (operation.do) {
    case 'create':
      return [() => target.create(operation.given), () => model.create(table, operation.given)];
    case 'post':
      return [() => postMany(mock, table, operation.items), () => model.createMany(table, operation.items)];
    case 'update':
    case 'delete': {
      const key = nthOf(rows, operation.nth)?.[keyColumn] ?? NONE[kindOf(table, keyColumn)];
      const isThere = model.find(table, key) !== undefined;
      const where = { [keyColumn]: { equals: key } };
      return operation.do === 'delete'
        ? [() => target.delete({ where }), () => (isThere ? model.remove(table, key) : null)]
        : [
            () => target.update({ where, data: operation.given }),
            () => (isThere ? model.update(table, key, operation.given) : null),
          ];
    }
    case 'updateMany':
    case 'deleteMany': {
      const { column, nth } = operation;
      const value = nthOf(rows, nth)?.[column] ?? NONE[kindOf(table, column)];
      const keys = rows.filter((row) => sameIn(table, column, row[column], value)).map((row) => row[keyColumn]);
      const where = { [column]: { equals: value } };
      return operation.do === 'deleteMany'
        ? [() => target.deleteMany({ where }), () => model.removeMany(table, keys)]
        : [
            () => target.updateMany({ where, data: operation.given }),
            () => model.updateMany(table, keys, operation.given),
          ];
    }
  }
}

async function postMany(mock: Mock, table: TableName, items: readonly Cells[]): Promise<unknown> {
  const response = await mock.fetch(`/__mock/data/${table}`, { method: 'POST', body: JSON.stringify(items) });
  const { data, error } = await response.json();
  if (!response.ok) throw new MockError(error.code, error.message);
  return data;
}

async function outcomeOf({ table }: Write, act: () => unknown): Promise<string> {
  try {
    const answer = await act();
    const rows = (Array.isArray(answer) ? answer : [answer]) as (Cells | null)[];
    return rows.map((row) => (row === null ? 'null' : rowText(table, row))).join('');
  } catch (error) {
    if (error instanceof MockError || error instanceof Refused) return `refused: ${error.code}`;
    throw error;
  }
}

function nthOf(rows: readonly Cells[], nth: number): Cells | undefined {
  return rows[nth % rows.length];
}

function same(what: string, found: string, expected: string): void {
  if (found !== expected) throw new Error(`${what}: found\n${found}\nexpected\n${expected}`);
}
