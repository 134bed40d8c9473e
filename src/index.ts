/**
 * An in-memory mock of the brief, user-data and user-preference APIs.
 * @module
 */
export type { OpenApiDocument } from './control/openapi-document.js';
export type { CheckedPath, PathText } from './faults/checked-path.js';
export type { FaultProfile, FaultProfileName } from './faults/fault-profiles.js';
export type { Delay, FaultAnswer, FaultRule, WrittenRule } from './faults/fault-rule.js';
export type { Fault, ListedProfile } from './faults/fault-rules.js';
export type { AnswerChange, AnswerRelease, HeldAnswer } from './faults/held-answers.js';
export type { Clock, ClockReading, Duration, Instant } from './foundation/clock.js';
export { type ErrorCode, type Issue, MockError } from './foundation/mock-error.js';
export { createMock } from './mock/create-mock.js';
export {
  defineRoute,
  type OwnRoute,
  type OwnRouteContext,
  type OwnRouteDefinition,
  type OwnRouteInput,
} from './mock/define-route.js';
export type { Hold, HoldOptions } from './mock/hold.js';
export {
  type Api,
  type ForkOptions,
  Mock,
  type MockSessions,
  type ResetOptions,
  type Restored,
  type RestoreOptions,
  type TokenOptions,
  type TraceOptions,
} from './mock/mock.js';
export type { ClockOptions, MockOptions, ReplayOptions } from './mock/mock-options.js';
export type { MockSnapshots } from './mock/mock-snapshots.js';
export type { Persisted, PersistOptions } from './mock/persistence.js';
export { replay } from './mock/replay.js';
export type { Redacted, Replay, ReplayDifference } from './mock/replay-steps.js';
export type { ReplayedAnswer } from './mock/traced-exchange.js';
export type { FaultRules, MockHistory, RequestJournal } from './mock/views.js';
export type { Explanation, ExplanationQuery } from './model/explanation.js';
export type { NewValues, Row, TableName, Values } from './model/tables.js';
export type { PersistStorage, StoredText } from './persist/storage.js';
export type { BriefFailure, ControlFailure, Enveloped, EnvelopedFailure, FailureDetails } from './protocol/answers.js';
export type { Behavior, BehaviorOptions } from './protocol/behavior.js';
export type { ControlAccess, Listener, Outcome, PublicUrl, Sender } from './protocol/listener.js';
export type { ServiceName } from './protocol/service.js';
export {
  type Actor,
  type ActorAnswer,
  type ActorContext,
  type ActorRequest,
  type ActorRhythm,
  defineActor,
  type Life,
  type TimesOfLives,
  type Weekday,
} from './scenario/actor.js';
export { type Chapter, type ChapterOptions, chapter } from './scenario/chapter.js';
export type {
  Bookmarked,
  Entitled,
  NewArticleBookmark,
  Published,
  PublishedBrief,
} from './scenario/compound-factories.js';
export type { Factories } from './scenario/factories.js';
export type { Factory } from './scenario/factory.js';
export { defineScenario, type Persona, type Scenario } from './scenario/scenario.js';
export type { ScenarioContext } from './scenario/scenario-context.js';
export type { ScenarioName } from './scenario/scenario-names.js';
export type { AnswerData } from './schemas/answer-data.js';
export type * from './schemas/types.js';
export type { Cause } from './session/cause.js';
export type { ListedChapter, MockChapters } from './session/chapters.js';
export type { Expectation, Verified } from './session/expectation.js';
export type { HistoryEntry, HistoryOptions, HistoryPage } from './session/history.js';
export type { JournalOptions } from './session/journal.js';
export type { JournalEntry } from './session/journal-entry.js';
export type { JournalFilter, JournalPage } from './session/journal-filter.js';
export type { SessionInfo } from './session/listed-session.js';
export type { SnapshotInfo } from './session/named-snapshots.js';
export type {
  Chain,
  ReadsPerItem,
  RepeatedRead,
  ReportedRead,
  RequestReport,
  RouteTraffic,
} from './session/request-report-schema.js';
export type { ChangesOptions } from './session/session.js';
export type { MockEvents, MockListener, Steered } from './session/session-events.js';
export type { SessionOptions } from './session/session-limits.js';
export type { Branch } from './session/sessions.js';
export type { Trace, TraceChange, TraceEntry, TraceRequest } from './session/trace-format.js';
export type { Change, RecordChange, StateChanges, TableChanges } from './state/changes.js';
export type { Collection, Data } from './state/collection.js';
export type {
  Changes,
  Comparators,
  EqualityComparators,
  ListQuery,
  NumberComparators,
  OrderBy,
  Query,
  TextComparators,
  UpdateQuery,
  Where,
} from './state/collection-query.js';
export type { RecordsByTable } from './state/load-rows.js';
export type { Snapshot, SnapshotJson } from './state/snapshot.js';
