import { isObject } from './is-object.js';

/** Whether arrays and objects in a value are nested more than `limit` levels deep. */
export function isNestedDeeperThan(value: unknown, limit: number): boolean {
  if (!isObject(value)) return false;
  if (limit === 0) return true;
  for (const key in value) if (isNestedDeeperThan(value[key], limit - 1)) return true;
  return false;
}
