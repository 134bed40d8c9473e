/** A number with what it counts, such as `1 entry` or `3 entries`. */
export function countOf(count: number, one: string, several: string): string {
  return `${count} ${count === 1 ? one : several}`;
}
