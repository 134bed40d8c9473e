/** `2026-03-04T09:00:00.000Z` as `2026-03-04 09:00:00 UTC`. */
export function timeText(time: string): string {
  return `${time.slice(0, 19).replace('T', ' ')} UTC`;
}
