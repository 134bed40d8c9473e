import { once } from '../foundation/once.js';
import { schemas } from './table-schema.js';
import { type TableName, tableNames } from './tables.js';

/** Every table after those that it refers to. */
export const targetsFirst = once((): readonly TableName[] => [
  ...new Set(tableNames.flatMap((name) => withTargets(name))),
]);

function withTargets(name: TableName): TableName[] {
  const targets = schemas[name].references.map(({ to }) => to).filter((to) => to !== name);
  return [...targets.flatMap((to) => withTargets(to)), name];
}
