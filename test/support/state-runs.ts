/**
 * How the property of a name is tested: with the same cases every time, and others than the next property. To hunt for
 * more, set `LAW_SEED` to another number and `LAW_RUNS` to how many times as many cases there are to be.
 */
export function runs(name: string, numRuns: number) {
  const { LAW_SEED = '0', LAW_RUNS = '1' } = process.env;
  const seed = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, Number(LAW_SEED));
  return { seed, numRuns: numRuns * Number(LAW_RUNS) };
}
