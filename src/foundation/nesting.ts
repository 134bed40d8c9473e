/** Whether arrays and objects in a value are nested more than `limit` levels deep. */
export function isNestedDeeperThan(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return limit === 0 || Object.values(value).some((part) => isNestedDeeperThan(part, limit - 1));
}
