/**
 * Makes a scenario of what another server of the three APIs shows, without its people.
 * @module
 */
export { type CaptureOptions, type CaptureSource, capture } from './capture.js';
export { expectColumns } from './expect-columns.js';
export { describeCapture } from './report.js';
export { isOfRecord } from './routes.js';
export { isCapturedFile } from './scenario-file.js';
export type { Get, SeenAnswer } from './seen-answer.js';
