/**
 * The measured values, one per round, in the order of the rounds.
 * @typedef {readonly number[]} Samples
 */

/** @param {Samples} samples @param {number} share 0 is the lowest, 0.5 the median, 1 the highest. */
function quantile(samples, share) {
  const sorted = samples.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}

/** @param {Samples} samples */
export function median(samples) {
  return quantile(samples, 0.5);
}

/**
 * The median and the quartiles: half of the samples lie between `low` and `high`.
 * @param {Samples} samples
 */
export function spread(samples) {
  return { low: quantile(samples, 0.25), middle: median(samples), high: quantile(samples, 0.75) };
}

/**
 * The ratio of the first to the second, round by round: a temporary slowdown of the machine affects both.
 * @param {Samples} ours @param {Samples} theirs
 * @returns {Samples}
 */
export function ratios(ours, theirs) {
  if (ours.length !== theirs.length)
    throw new Error(`the number of rounds differs: ${ours.length} and ${theirs.length}`);
  return ours.map((value, round) => value / /** @type {number} */ (theirs[round]));
}

/**
 * Measures several things in turn, round after round: A B B A A B … Every other round is reversed, so that drift of the
 * machine (temperature, clock speed) affects all of them alike.
 * @template {string} Name, Value
 * @param {number} rounds
 * @param {Record<Name, () => Value | Promise<Value>>} measures
 * @returns {Promise<Record<Name, readonly Value[]>>}
 */
export async function interleave(rounds, measures) {
  const names = /** @type {Name[]} */ (Object.keys(measures));
  const samples = /** @type {Record<Name, Value[]>} */ (
    /** @type {unknown} */ (Object.fromEntries(names.map((name) => [name, []])))
  );
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) samples[name].push(await measures[name]());
  }
  return samples;
}
