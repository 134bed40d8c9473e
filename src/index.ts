/**
 * A mock of the brief, user-data and user-preference APIs, in memory.
 * @module
 */
export { type Api, createMock, type FaultRules, Mock, type MockOptions, type RequestJournal } from './mock.js';
export type { MockSessions } from './mock-sessions.js';
export type { MockSnapshots } from './mock-snapshots.js';
export type { Behavior, BehaviorOptions } from './protocol/behavior.js';
export type { Delay, Fault, FaultRule } from './protocol/faults.js';
export type { JournalEntry, JournalFilter } from './protocol/journal.js';
export type { SnapshotInfo } from './protocol/named-snapshots.js';
export type { OpenApiDocument } from './protocol/service.js';
export type { SessionInfo, SessionOptions } from './protocol/sessions.js';
export type { Clock, ClockReading, Duration, Instant } from './state/clock.js';
export type { Changes, Collection, Comparators, Data, ListQuery, Query, Where } from './state/data.js';
export { type ErrorCode, type Issue, MockError } from './state/errors.js';
export type { Make } from './state/make.js';
export type { Maker } from './state/maker.js';
export type { Row, TableName } from './state/models.js';
export { defineScenario, type Persona, type Scenario, type ScenarioContext } from './state/scenario.js';
export type { Snapshot } from './state/snapshot.js';
export type { Values } from './state/table.js';
export type * from './types.js';
