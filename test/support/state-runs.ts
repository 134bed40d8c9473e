/**
 * The parameters of a property test: the same cases in every run, and different cases for each name. For other cases,
 * set `LAW_SEED` to another number; for more cases, set `LAW_RUNS` to the factor.
 */
export function runs(name: string, numRuns: number) {
  const { LAW_SEED = '0', LAW_RUNS = '1' } = process.env;
  const seed = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, Number(LAW_SEED));
  return { seed, numRuns: numRuns * Number(LAW_RUNS) };
}
