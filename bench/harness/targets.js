import { median, spread } from './samples.js';

/** @typedef {import('./samples.js').Samples} Samples */

/**
 * What a figure should reach. `unit` is what stands after the figure, and `of` what a ratio is held against.
 * @typedef {{ text: string, unit: string, of: string, reached?: (figure: number) => boolean }} Target
 */

/** @param {number} limit @param {string} unit @returns {Target} */
export function atLeast(limit, unit, of = '') {
  return { text: `at least ${limit} ${unit} ${of}`.trim(), unit, of, reached: (figure) => figure >= limit };
}

/** @param {number} limit @param {string} unit @returns {Target} */
export function atMost(limit, unit, of = '') {
  return { text: `at most ${limit} ${unit} ${of}`.trim(), unit, of, reached: (figure) => figure <= limit };
}

/** A figure that is worth knowing, with nothing that it has to reach. @param {string} unit @returns {Target} */
export function noTarget(unit, of = '') {
  return { text: of === '' ? 'none' : `none (${unit} ${of})`, unit, of };
}

/** Why a figure cannot be measured, for now. */
export class NotAvailable extends Error {}

/** The median, and in brackets between which values the middle half of the rounds lies. @param {Samples} samples */
export function figureOf(samples) {
  const { low, middle, high } = spread(samples);
  const text = inDigits(digitsFor(middle));
  return text(low) === text(high) ? text(middle) : `${text(middle)} (${text(low)}–${text(high)})`;
}

/** @param {Target} target @param {Samples} samples */
export function verdict({ reached }, samples) {
  if (reached === undefined) return '';
  return reached(median(samples)) ? 'meets' : 'falls short';
}

/** Three figures are more than the noise leaves. @param {number} value */
function digitsFor(value) {
  return Math.min(2, Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value) || 1))));
}

/** @param {number} digits */
function inDigits(digits) {
  const format = new Intl.NumberFormat('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return (/** @type {number} */ value) => format.format(value);
}
