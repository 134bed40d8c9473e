import { median, spread } from './samples.js';

/** @typedef {import('./samples.js').Samples} Samples */

/**
 * The target of a figure. `unit` is printed after the figure; `of` names what a ratio is compared with.
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

/** For a figure without a target. @param {string} unit @returns {Target} */
export function noTarget(unit, of = '') {
  return { text: of === '' ? 'none' : `none (${unit} ${of})`, unit, of };
}

/** The reason why a figure cannot be measured yet. */
export class NotAvailable extends Error {}

/** The median, and in brackets the quartiles. @param {Samples} samples */
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

/** Three significant digits; the noise is larger than a fourth. @param {number} value */
function digitsFor(value) {
  return Math.min(2, Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value) || 1))));
}

/** @param {number} digits */
function inDigits(digits) {
  const format = new Intl.NumberFormat('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return (/** @type {number} */ value) => format.format(value);
}
