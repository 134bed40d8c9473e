/** Functions for days, written `YYYY-MM-DD` and in UTC. */

const DAY = 86_400_000;
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];

/** The days of the week on which a brief is published, counted from Sunday. */
const DAYS = { daily: [0, 1, 2, 3, 4, 5, 6], weekdays: [1, 2, 3, 4, 5], 'twice a week': [2, 5] } as const;
export type Rhythm = keyof typeof DAYS;

export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

export function addDays(day: string, days: number): string {
  return dayOf(new Date(Date.parse(day) + days * DAY));
}

/** A time on a day, in seconds since 1970. */
export function secondsAt(day: string, hour: number, minute = 0, second = 0): number {
  return Date.parse(day) / 1000 + hour * 3600 + minute * 60 + second;
}

/** The publishing days among the `length` calendar days up to and including `last`, oldest first. */
export function publishingDays(last: string, length: number, rhythm: Rhythm): string[] {
  const days = Array.from({ length }, (_, index) => addDays(last, index + 1 - length));
  const ofWeek: readonly number[] = DAYS[rhythm];
  return days.filter((day) => ofWeek.includes(weekdayOf(day)));
}

export function yearOf(day: string): number {
  return Number(day.slice(0, 4));
}

/** The English name of the month `offset` months later. */
export function monthName(day: string, offset = 0): string {
  return MONTHS[(Number(day.slice(5, 7)) + 11 + offset) % 12] ?? '';
}

/** The English name of the last working day before a day. */
export function previousWorkday(day: string): string {
  const before = addDays(day, -1);
  return isWeekend(before) ? previousWorkday(before) : (WEEKDAYS[weekdayOf(before)] ?? '');
}

function isWeekend(day: string): boolean {
  return weekdayOf(day) % 6 === 0;
}

export function weekdayOf(day: string): number {
  return new Date(Date.parse(day)).getUTCDay();
}
