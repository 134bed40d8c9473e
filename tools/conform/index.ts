/**
 * Compares a server of the three APIs with the mock.
 * @module
 */
export { type Baseline, baselineAfter, expectBaseline } from './baseline.js';
export type {
  Answer,
  Api,
  ArticlePath,
  Case,
  CaseReader,
  DocumentPath,
  Expected,
  Found,
  Need,
  Ours,
  ShownDocument,
  Step,
  Switch,
  World,
} from './case.js';
export { cases } from './cases/index.js';
export { type ConformOptions, conform, planOf } from './conform.js';
export { isNew, junitOf } from './junit.js';
export type { Kind } from './kinds.js';
export { compareDocument, type DocumentOptions } from './openapi/compare.js';
export { ascending, containing, descending, lacking, type Mismatch, type Pattern } from './patterns.js';
export type { AddedBookmark, Ledger, LedgerEntry } from './records.js';
export type { Calibration, Difference, Finding, Problem, Report, Result } from './report.js';
export type { ProblemKind } from './target.js';
export type { Exchange } from './traffic/exchange.js';
export { readHar } from './traffic/har.js';
export { Traffic, type TrafficOptions } from './traffic/traffic.js';
export { uncovered } from './uncovered.js';
