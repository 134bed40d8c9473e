import * as z from 'zod/mini';
import { clockReadingSchema } from '../foundation/clock.js';
import { nonNegativeInteger } from '../foundation/common-schemas.js';
import { formatValue, formatValueAt } from '../foundation/format-value.js';
import { type Issue, IssueList } from '../foundation/mock-error.js';
import { once } from '../foundation/once.js';
import { validate } from '../foundation/validate.js';
import type { Key } from '../model/table-access.js';
import { type ReferenceSchema, type StoredRow, schemas, type TargetKey } from '../model/table-schema.js';
import { forEachTable, type TableName, tableNames } from '../model/tables.js';
import { brokenInvariants } from './build-record.js';
import { isSame, type StateChanges } from './changes.js';
import { addAt } from './load-rows.js';
import type { Counters } from './records.js';
import { brokenReferenceIssue, brokenReferences } from './references.js';
import { type Image, State } from './state.js';
import { conflictIssue } from './table.js';

const changeOf = <Schema extends z.core.$ZodType>(value: Schema) =>
  z.exactOptional(z.strictObject({ before: value, after: value }));

const recordChange = z.strictObject({
  key: z.union([z.string(), z.number()]),
  before: z.nullable(z.record(z.string(), z.unknown())),
  // Its columns are validated by the table.
  after: z.nullable(z.record(z.string(), z.unknown())),
  columns: z.optional(z.array(z.string())),
});

const stateChanges = once(() =>
  z.strictObject({
    tables: z.strictObject(forEachTable(() => z.exactOptional(z.array(recordChange)))),
    counters: z.exactOptional(z.strictObject(forEachTable(() => changeOf(nonNegativeInteger)))),
    clock: changeOf(clockReadingSchema),
    scenario: changeOf(z.string()),
    seed: changeOf(nonNegativeInteger),
  }),
);

/** A changed record, and where it is in the changes. */
interface ChangedRecord {
  readonly name: TableName;
  readonly path: string;
  readonly key: Key;
  readonly before: StoredRow | undefined;
  readonly after: StoredRow | undefined;
}

/**
 * The image after changes, which may come from a file: `applyChanges(a, changesBetween(a, b))` equals `b`. The image before stays
 * as it is. It takes time in proportion to the number of changed records and of those that refer to them, except in tables with
 * rules between their records, such as the preference hierarchy, which are checked whole.
 * @throws MockError `malformed_data` if the changes do not start from this image, or do not lead to a valid one.
 */
export function applyChanges(image: Image, changes: StateChanges): Image {
  const issues = new IssueList();
  const checked = validate(stateChanges(), changes, [], issues);
  if (!('value' in checked)) throw issues.toError('malformed_data', PROBLEM);
  const { tables, counters = {}, clock, scenario, seed } = checked.value;
  const state = new State(image);
  const expectBefore = (path: string, change: { before: unknown } | undefined, actual: unknown) => {
    if (change !== undefined && !isSame(change.before, actual)) issues.add(otherStart(path, actual));
  };
  expectBefore('scenario', scenario, image.scenario);
  expectBefore('seed', seed, image.seed);
  const newCounters = { ...image.records.counters };
  for (const name of tableNames) {
    expectBefore(`counters.${name}`, counters[name], image.records.counters[name]);
    newCounters[name] = counters[name]?.after ?? newCounters[name];
  }
  const changed = tableNames.flatMap((name) =>
    (tables[name] ?? []).map(({ key, before, after }, i) => {
      const path = `tables.${name}.${i}`;
      expectBefore(path, { before }, state.table(name).get(key) ?? null);
      const row = after === null ? undefined : validRow(name, after, key, newCounters, path, issues);
      return { name, path, key, before: before ?? undefined, after: row };
    }),
  );
  expectNone(issues);
  write(state, changed, issues);
  expectNone(issues);
  checkRules(state, changed, issues);
  expectNone(issues);
  state.setCounters(newCounters);
  return {
    ...state.capture(),
    scenario: scenario?.after ?? image.scenario,
    seed: seed?.after ?? image.seed,
    // Not that of the state, because a running clock has advanced in the meantime.
    clock: clock?.after ?? image.clock,
  };
}

const PROBLEM = 'The changes cannot be applied: ';

function expectNone(issues: IssueList): void {
  if (issues.count > 0) throw issues.toError('malformed_data', PROBLEM);
}

function otherStart(path: string, actual: unknown) {
  return { path: `${path}.before`, message: `differs from the state to change, which has ${formatValue(actual)}` };
}

function validRow(
  name: TableName,
  after: StoredRow,
  key: Key,
  counters: Counters,
  path: string,
  issues: IssueList,
): StoredRow | undefined {
  const schema = schemas[name];
  const checked = validate(schema.recordSchema, after, [...path.split('.'), 'after'], issues);
  if (!('value' in checked)) return undefined;
  const row = checked.value as StoredRow;
  const addIssue = (message: string) => addAt(`${path}.after`, { path: schema.key, message }, issues);
  if (row[schema.key] !== key) addIssue(`is not the key of the change, which is ${formatValueAt([schema.key], key)}`);
  else if (schema.generatedKey && (key as number) > counters[name])
    addIssue(`is greater than counters.${name}, which is ${counters[name]}`);
  return row;
}

/** Removes all old records before it adds the new ones: two records may have swapped a unique value. */
function write(state: State, changed: readonly ChangedRecord[], issues: IssueList): void {
  for (const { name, key, before } of changed) if (before !== undefined) state.table(name).unload(key);
  for (const { name, path, after } of changed) {
    const taken = after && state.table(name).load(after);
    if (taken !== undefined) addAt(`${path}.after`, conflictIssue(schemas[name], taken, after as StoredRow), issues);
  }
}

function checkRules(state: State, changed: readonly ChangedRecord[], issues: IssueList): void {
  for (const { name, path, before, after } of changed) {
    if (after !== undefined) {
      for (const reference of brokenReferences(state, schemas[name], after)) {
        addAt(`${path}.after`, brokenReferenceIssue(reference, after), issues);
      }
      for (const issue of state.table(name).brokenInvariants(after)) addAt(`${path}.after`, issue, issues);
    }
    if (before === undefined) continue;
    for (const { from, reference } of schemas[name].referencedBy) {
      if (after !== undefined) {
        for (const issue of brokenBy(state, from, reference, after)) addAt(`${path}.after`, issue, issues);
        if (hasSameTarget(reference, before, after)) continue;
      }
      const left = referrers(state, from, reference, before).find(
        (row) => brokenReferences(state, schemas[from], row).length > 0,
      );
      if (left === undefined) continue;
      const message = `is missing for ${from} ${formatValueAt([schemas[from].key], left[schemas[from].key])}, which refers to it`;
      addAt(path, { path: 'after', message }, issues);
    }
  }
  for (const name of new Set(changed.map((change) => change.name))) {
    for (const invariant of schemas[name].tableInvariants) {
      for (const [row, issue] of invariant(state.table(name).all())) {
        const found = changed.find((change) => change.name === name && change.key === row[schemas[name].key]);
        addAt(found === undefined ? `tables.${name}` : `${found.path}.after`, issue, issues);
      }
    }
  }
}

/** The issues of a changed record for the records that refer to it: their rules may depend on it. */
function brokenBy(state: State, from: TableName, reference: ReferenceSchema, target: StoredRow): Issue[] {
  const { key, invariants } = schemas[from];
  if (invariants.length === 0) return [];
  return referrers(state, from, reference, target).flatMap((row) =>
    brokenInvariants(state, invariants, row).map(({ path, message }) => ({
      path: schemas[reference.to].key,
      message: `contradicts ${path} of ${from} ${formatValueAt([key], row[key])}: ${message}`,
    })),
  );
}

function hasSameTarget({ localColumns, columns }: ReferenceSchema, before: StoredRow, after: StoredRow): boolean {
  return localColumns.every((local) => before[columns[local] as string] === after[columns[local] as string]);
}

function referrers(state: State, from: TableName, { targetKeys, columns }: ReferenceSchema, target: StoredRow) {
  const { localColumns } = targetKeys[0] as TargetKey;
  const match = Object.fromEntries(localColumns.map((local) => [local, target[columns[local] as string]]));
  return state.table(from).list(match);
}
