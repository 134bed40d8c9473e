const months = 'January February March April May June July August September October November December'.split(' ');

/** `March 4` for `2026-03-04`. */
export function dateWithoutYear(date: string): string {
  const [, month, day] = date.split('-').map(Number);
  return `${months[(month ?? 0) - 1]} ${day}`;
}

/** `March 4, 2026` for `2026-03-04`. */
export function dateWithYear(date: string): string {
  return `${dateWithoutYear(date)}, ${date.slice(0, 4)}`;
}
