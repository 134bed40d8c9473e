/**
 * A mock of the brief, user-data and user-preference APIs, in memory.
 * @module
 */

export type { Clock, ClockReading, Duration, Instant } from './foundation/clock.js';
export { type ErrorCode, type Issue, MockError } from './foundation/mock-error.js';
export { type Api, createMock, type FaultRules, Mock, type MockOptions, type RequestJournal } from './mock/mock.js';
export type { MockSessions } from './mock/mock-sessions.js';
export type { MockSnapshots } from './mock/mock-snapshots.js';
export type { Row, TableName } from './model/tables.js';
export type { Behavior, BehaviorOptions } from './protocol/behavior.js';
export type { OpenApiDocument } from './protocol/service.js';
export type { Make } from './scenario/factories.js';
export type { Maker } from './scenario/factory.js';
export { defineScenario, type Persona, type Scenario, type ScenarioContext } from './scenario/scenario.js';
export type { Delay, Fault, FaultRule } from './session/fault-rules.js';
export type { SnapshotInfo } from './session/named-snapshots.js';
export type { JournalEntry, JournalFilter } from './session/request-journal.js';
export type { SessionInfo, SessionOptions } from './session/session-store.js';
export type { Changes, Collection, Comparators, Data, ListQuery, Query, Where } from './state/collection.js';
export type { Snapshot } from './state/snapshot.js';
export type { Values } from './state/table.js';
export type * from './types.js';
