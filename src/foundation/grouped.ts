/** An integer with a comma between thousands. `toLocaleString` would load the data of a locale: once for each process and page. */
export function grouped(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ',');
}
