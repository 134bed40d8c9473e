/**
 * The parameters of a property test: the same cases in every run, and different cases for each name. For other cases,
 * set `LAW_SEED` to another number. `LAW_RUNS` is the factor for the number of cases: by default 0.5 in CI, and less on
 * the machine of a developer. The number of cases is never below `least`.
 */
export function runs(name: string, numRuns: number, least = 1) {
  const { CI, LAW_SEED = '0', LAW_RUNS = CI ? '0.5' : '0.25' } = process.env;
  const seed = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, Number(LAW_SEED));
  return { seed, numRuns: Math.max(least, Math.ceil(numRuns * Number(LAW_RUNS))) };
}
