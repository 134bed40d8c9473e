/** Where a page that has the mock's time keeps the Date of the machine: a property of the Date that it has instead. */
export const REAL_DATE = Symbol.for('briefs-mock.date');

export function realDate(): DateConstructor {
  return (Date as DateConstructor & { [REAL_DATE]?: DateConstructor })[REAL_DATE] ?? Date;
}
