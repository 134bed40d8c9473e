const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** `2026-03-04` as `March 4`, in English regardless of the locale. */
export function monthAndDay(date: string): string {
  const [, month, day] = date.split('-').map(Number);
  return `${MONTHS[(month as number) - 1]} ${day}`;
}

/** `2026-03-04` as `March 4, 2026`. */
export function monthDayAndYear(date: string): string {
  return `${monthAndDay(date)}, ${Number(date.slice(0, 4))}`;
}
