/**
 * A mock of the brief, user-data and user-preference APIs, in memory.
 * @module
 */
export { type Api, createMock, Mock, type MockOptions } from './mock.js';
export type { Behavior, BehaviorOptions } from './protocol/behavior.js';
export type { Clock, ClockReading, Duration, Instant } from './state/clock.js';
export type { Changes, Collection, Comparators, Data, ListQuery, Query, Where } from './state/data.js';
export { type ErrorCode, type Issue, MockError } from './state/errors.js';
export type { Row, TableName } from './state/models.js';
export { defineScenario, type Persona, type Scenario, type ScenarioContext } from './state/scenario.js';
export type { Snapshot } from './state/snapshot.js';
export type { Values } from './state/table.js';
export type * from './types.js';
