/**
 * Writes a test of what happened in a session. Loaded on demand.
 * @module
 */
import { effectsOf, type FaultRule } from '../../faults/fault-rule.js';
import { withoutWaiting } from '../../faults/without-waiting.js';
import { comment } from '../../foundation/comment-source.js';
import type { TableName } from '../../model/tables.js';
import type { Behavior } from '../../protocol/behavior.js';
import { seedNames } from '../../scenario/scenario-names.js';
import type { Session } from '../../session/session.js';
import { canBeSent, type TraceChange, type TraceRequest } from '../../session/trace-format.js';
import type { RecordChange, TableChanges } from '../../state/changes.js';
import type { Image } from '../../state/state.js';
import { CALL, type Dialect, dialectOf } from './dialect.js';
import { CallCode, INDENT, literal, quoted } from './literal.js';
import { pick, recordStatements, type StatesAround, withoutGeneratedKey } from './record-statements.js';
import { faultsAfter, type Recording, recordingOf, rulesIn } from './recording.js';
import { BASE, nameOf, type Return, START } from './returns.js';
import type { TestRunner } from './runners.js';

export interface TestCodeOptions {
  readonly runner: TestRunner;
  /** A revision. Default: where the trace of the session starts. */
  readonly since?: number | undefined;
}

/**
 * The code of a test that brings a mock to the situation at a revision, repeats the API requests since, and expects what they changed.
 * @throws MockError `not_found` if the revision is not kept, `conflict` if a test cannot go to a state that was restored
 */
export function testCodeOf(session: Session, behavior: Behavior, { runner, since }: TestCodeOptions): string {
  const recording = recordingOf(session, behavior, since);
  const dialect = dialectOf(runner, seedNames);
  const sections = [
    ['Arrange', arrange(recording, dialect)],
    ['Act: put here what a user does in your application to send these requests', act(recording, dialect)],
    ['Assert', assertions(recording, dialect)],
  ] as const;
  const body = sections
    .filter(([, statements]) => statements.length > 0)
    .map(([title, statements]) => [comment(title), ...statements].map((line) => `${INDENT}${line}\n`).join(''));
  return `${dialect.opening(recording, titleOf(recording))}${body.join('\n')}});\n`;
}

function titleOf({ entries }: Recording): string {
  const requests = entries.filter((entry): entry is TraceRequest => entry.kind === 'request');
  const main = requests.find(({ method }) => method !== 'GET') ?? requests.at(-1);
  return main === undefined
    ? 'nothing is requested'
    : `${main.method} ${pathOf(main)} is answered ${main.answer.status}`;
}

function arrange(recording: Recording, dialect: Dialect): string[] {
  const { arranged, clock, clockRuns, rules, marks, states } = recording;
  return [
    ...dialect.start(recording),
    ...(clockRuns ? dialect.stopClock(clock.scenario) : []),
    ...markStatements(BASE, marks, dialect),
    ...(clock.start === clock.scenario ? [] : [dialect.setTime(clock.start)]),
    ...recordStatements(arranged, { start: states[BASE], end: states[START] }, dialect),
    ...faultStatements(rules, dialect),
    ...markStatements(START, marks, dialect),
  ];
}

/** What keeps the revision at a point, if it is needed later. */
function markStatements(point: number, marks: ReadonlyMap<number, string>, dialect: Dialect): string[] {
  const name = marks.get(point);
  return name === undefined ? [] : [dialect.mark(name)];
}

function act(recording: Recording, dialect: Dialect): string[] {
  const { entries, returns, marks, clock, givenTime, states } = recording;
  // The time at each point.
  const times = [clock.scenario, clock.start];
  return entries.flatMap((entry, i) => {
    const back = returns[i];
    const time = back === undefined ? times.at(-1) : timeAfter(back, times, givenTime);
    const moved = entry.at === time ? [] : [dialect.setTime(entry.at)];
    times.push(entry.at);
    const marked = markStatements(START + 1 + i, marks, dialect);
    if (entry.kind === 'request') return [...moved, ...requestStatements(entry), ...marked];
    const [start, end] = [states[START + i], states[START + 1 + i]];
    if (back === undefined) return [...moved, ...callStatements(entry, { start, end }, dialect), ...marked];
    return [...returnStatements(entry, back, { recording, moved, end }, dialect), ...marked];
  });
}

/** The time to which the test goes back. Its mock has the given time after each reset, that of the session can have the machine's. */
function timeAfter({ reset, time, to }: Return, times: readonly string[], givenTime: string | undefined) {
  return (reset && givenTime) ?? time ?? times[to as number];
}

/** What goes to the state that a call went to. `moved` sets the time. */
function returnStatements(
  entry: TraceChange,
  { reset, to, tables }: Return,
  {
    recording: { marks, states, clockRuns },
    moved,
    end,
  }: { readonly recording: Recording; readonly moved: readonly string[]; readonly end: Image | undefined },
  dialect: Dialect,
): string[] {
  const note = comment(nameOf(entry));
  // A reset removes the fault rules, too.
  if (reset !== undefined) return [note, dialect.reset(reset), ...(clockRuns ? dialect.stopClock(entry.at) : moved)];
  const back = dialect.rewind(marks.get(to as number) as string);
  const records = recordStatements(tables, { start: states[to as number], end }, dialect);
  return [note, back, ...moved, ...records, ...ruleStatements(entry, dialect)];
}

function requestStatements(entry: TraceRequest): string[] {
  const { method, path, headers, body, text, answer } = entry;
  if (!canBeSent(entry)) {
    const why = entry.body_error === undefined ? 'fetch cannot send it' : 'its body could not be read';
    return [comment(`${method} ${path}: answered ${answer.status}; ${why}`)];
  }
  const sent = text ?? (body === undefined ? undefined : new CallCode('JSON.stringify', body));
  const init = {
    ...(method !== 'GET' && { method }),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(sent !== undefined && { body: sent }),
  };
  const args =
    Object.keys(init).length === 0 ? quoted(path) : `${quoted(path)}, ${literal(init, INDENT, path.length + CALL)}`;
  // A fault rule can break the connection.
  const end = answer.status === 0 ? '.catch(() => {})' : '';
  const outcome = answer.status === 0 ? 'the connection breaks' : `answered ${answer.status}`;
  return [comment(`${method} ${path}: ${outcome}`), `await mock.fetch(${args})${end};`];
}

/** What a call of the control API or in the process did in between. */
function callStatements(entry: TraceChange, states: StatesAround, dialect: Dialect): string[] {
  const statements = [
    ...(entry.changes === undefined ? [] : recordStatements(entry.changes.tables, states, dialect)),
    ...ruleStatements(entry, dialect),
  ];
  return statements.length === 0 ? [] : [comment(nameOf(entry)), ...statements];
}

/** What gives a mock the fault rules after a call, if the call changed them. */
function ruleStatements(entry: TraceChange, dialect: Dialect): string[] {
  const faults = faultsAfter(entry);
  if (faults === undefined) return [];
  return [dialect.clearFaults(), ...faultStatements(rulesIn(faults), dialect)];
}

/** Rules without what would make the test wait, and with what can differ in the test. */
function faultStatements(rules: readonly FaultRule[], dialect: Dialect): string[] {
  return rules.flatMap((rule, i) => {
    const { hold, delay_ms: delay, ...rest } = rule;
    const left = [...(hold ? ['hold: true'] : []), ...(delay === undefined ? [] : [`delay_ms: ${literal(delay, '')}`])];
    const hasEffect = effectsOf(rest).length > 0;
    const added = withoutWaiting(rule);
    const isAdded = added !== undefined && (hasEffect || i < rules.length - 1);
    const instead = isAdded && !hasEffect ? ' In its place, one lets the mock answer, so that no later rule does.' : '';
    const notes = [
      ...(left.length === 0 ? [] : [`The rule ${hasEffect ? 'also ' : 'only '}had ${left.join(' and ')}.${instead}`]),
      ...((rule.probability ?? 1) < 1 ? ['By its probability, the rule may apply to other requests than it did.'] : []),
    ];
    return [...notes.map(comment), ...(isAdded ? [dialect.addFault(added)] : [])];
  });
}

function assertions({ entries, from, changes, hasUnrouted }: Recording, dialect: Dialect): string[] {
  const counts = new Map<string, { filter: object; count: number }>();
  // A reset clears the journal.
  for (const entry of entries.slice(from - START)) {
    if (entry.kind !== 'request' || !canBeSent(entry)) continue;
    const { method, answer } = entry;
    const path = pathOf(entry);
    // Reads that succeed are up to the application. The filter takes patterns, and only paths of routes.
    const isCounted = (method !== 'GET' || answer.status >= 400) && ![0, 404, 405].includes(answer.status);
    if (!isCounted || /[:*%]/.test(path)) continue;
    const filter = { method, path, status: answer.status };
    const key = JSON.stringify(filter);
    counts.set(key, { filter, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [
    ...[...counts.values()].map(({ filter, count }) => dialect.expectRequests(filter, count)),
    dialect.expectChanges(expectedChanges(changes)),
    ...(dialect.forgiveUnrouted !== undefined && hasUnrouted
      ? [comment('No route answers some of the requests, which would make the test fail.'), dialect.forgiveUnrouted]
      : []),
  ];
}

function pathOf({ path }: TraceRequest): string {
  return path.split('?', 1)[0] as string;
}

function expectedChanges(tables: TableChanges): object {
  return Object.fromEntries(
    Object.entries(tables).map(([name, changes]) => [
      name,
      (changes as readonly RecordChange[]).map((change) => containing(expectedChange(name as TableName, change))),
    ]),
  );
}

function expectedChange(name: TableName, { key, before, after, columns = [] }: RecordChange): object {
  if (after === null) return { key, after };
  if (before === null) return { before, after: containing(withoutGeneratedKey(name, after)) };
  return { key, after: containing(pick(after, columns)) };
}

function containing(fields: object): CallCode {
  return new CallCode('expect.objectContaining', fields);
}
