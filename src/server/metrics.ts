/**
 * The metrics of a server, in the text format of Prometheus. Loaded on demand.
 * @module
 */
import type { Issue } from '../foundation/mock-error.js';
import { version } from '../foundation/version.js';
import { ALL_SESSIONS } from '../protocol/session-name.js';
import type { Replica } from '../replicas/replica.js';
import type { Session } from '../session/session.js';
import type { Sessions } from '../session/sessions.js';
import { CONTENT_TYPE, type Metric, type MetricSample, textOf } from './prometheus-text.js';
import { DURATION_LIMITS, type Durations, type RequestCounts } from './request-counts.js';
import type { StateFile } from './state-file.js';

export interface MetricSources {
  readonly name: string;
  readonly requests: RequestCounts;
  readonly sessions: Sessions;
  readonly connections: { readonly streams: number };
  /** Undefined without a state file. */
  readonly stateFile: Pick<StateFile, 'saves' | 'pending'> | undefined;
  /** Undefined without a store. */
  readonly replica: Pick<Replica, 'lag' | 'executed'> | undefined;
  readonly whyNotReady: () => readonly Issue[];
}

/** The present metrics of a server, as an answer. */
export function metricsResponse(sources: MetricSources): Response {
  const headers = { 'content-type': CONTENT_TYPE, 'cache-control': 'no-store' };
  return new Response(textOf(metricsOf(sources)), { headers });
}

function metricsOf(sources: MetricSources): Metric[] {
  const { name, requests, sessions, connections, stateFile, replica, whyNotReady } = sources;
  const all = sessions.matching(ALL_SESSIONS);
  const { user, system } = process.cpuUsage();
  return [
    gauge('briefs_mock_info', 'The version and the name of the server; always 1.', 1, { version, name }),
    gauge('briefs_mock_ready', 'Whether the server may get requests: 1 or 0.', whyNotReady().length === 0 ? 1 : 0),
    {
      name: 'briefs_mock_requests_total',
      help: 'Answered requests. The API is none if no API has the path; the status is 0 if a fault rule broke the connection.',
      type: 'counter',
      values: requests.requests.map(({ count, ...labels }) => ({ value: count, labels })),
    },
    histogram(
      'briefs_mock_request_duration_seconds',
      'Time from the arrival of a request to its answer, with delays.',
      requests.durations,
    ),
    gauge('briefs_mock_event_streams', 'Clients that follow events.', connections.streams),
    gauge('briefs_mock_sessions', 'Sessions, without the default session.', sessions.size),
    gauge(
      'briefs_mock_journal_entries',
      'Requests in the journals of all sessions.',
      total(all, (one) => one.journal.size),
    ),
    gauge(
      'briefs_mock_history_revisions',
      'Revisions in the histories of all sessions.',
      total(all, (one) => one.history?.size ?? 0),
    ),
    gauge(
      'briefs_mock_history_bytes',
      'Approximate size of the histories and traces of all sessions.',
      sessions.logBytes,
    ),
    ...(stateFile === undefined ? [] : metricsOfStateFile(stateFile)),
    ...(replica === undefined ? [] : metricsOfReplica(replica)),
    gauge('process_resident_memory_bytes', 'Resident memory of the process.', process.memoryUsage.rss()),
    gauge('nodejs_heap_size_used_bytes', 'Used memory of the heap.', process.memoryUsage().heapUsed),
    counter('process_cpu_seconds_total', 'Processor time of the process.', (user + system) / 1e6),
    gauge(
      'process_start_time_seconds',
      'When the process started, in seconds since 1970.',
      performance.timeOrigin / 1000,
    ),
  ];
}

function metricsOfStateFile({ saves, pending }: Pick<StateFile, 'saves' | 'pending'>): Metric[] {
  return [
    {
      name: 'briefs_mock_state_saves_total',
      help: 'Attempts to write the state to its file.',
      type: 'counter',
      values: Object.entries(saves).map(([result, value]) => ({ value, labels: { result } })),
    },
    gauge('briefs_mock_state_log_bytes', 'Changes in the log that are not in the state file yet.', pending),
  ];
}

function metricsOfReplica({ lag, executed }: Pick<Replica, 'lag' | 'executed'>): Metric[] {
  return [
    gauge('briefs_mock_store_lag_seconds', 'Time since the server had everything in the store.', lag / 1000),
    counter('briefs_mock_store_requests_total', 'Requests in the store since its log was begun.', executed),
  ];
}

function gauge(name: string, help: string, value: number, labels?: MetricSample['labels']): Metric {
  return { name, help, type: 'gauge', values: [{ value, labels }] };
}

function counter(name: string, help: string, value: number): Metric {
  return { name, help, type: 'counter', values: [{ value }] };
}

function histogram(name: string, help: string, durations: readonly Durations[]): Metric {
  const values = durations.flatMap(({ api, counts, sum }) => {
    let count = 0;
    const buckets: MetricSample[] = counts.map((more, n) => {
      count += more;
      return { metricName: `${name}_bucket`, labels: { le: DURATION_LIMITS[n] ?? '+Inf', api }, value: count };
    });
    const labels = { api };
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: count },
    ];
  });
  return { name, help, type: 'histogram', values };
}

function total(sessions: readonly Session[], countOf: (session: Session) => number): number {
  return sessions.reduce((sum, session) => sum + countOf(session), 0);
}
