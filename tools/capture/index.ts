/**
 * Makes a scenario of what another server of the three APIs shows, without its people.
 * @module
 */
export { type Capture, type CaptureOptions, type CaptureSource, capture } from './capture.js';
export { expectColumns } from './expect-columns.js';
export { type CaptureReport, describeCapture } from './report.js';
export type { Get, GetOptions, SeenAnswer } from './seen-answer.js';
