/**
 * Replays the traces of tests under a change, and says which of them would see other answers.
 * @module
 */
export { describeImpact, junitOf } from './describe.js';
export { type Engine, ownEngine, Replayer, withScenarios } from './engine.js';
export { type Impact, impactOf } from './impact.js';
export { affectedFiles, withOutcomes } from './outcomes.js';
