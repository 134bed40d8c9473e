import { constants } from 'node:buffer';
import { maxHeaderSize } from 'node:http';
import { PAGE_LIMIT } from '../../src/control/data.js';
import { COUNT_LIMIT, RECORD_LIMIT } from '../../src/control/make.js';
import { VALUE_LIMIT as COMPARED_VALUES, CONDITION_LIMIT, PATH_LENGTH } from '../../src/faults/fault-conditions.js';
import { ANSWER_LIMIT, RULE_LIMIT } from '../../src/faults/fault-rule.js';
import { HELD_LIMIT } from '../../src/faults/held-answers.js';
import { LENGTH_LIMIT } from '../../src/faults/path-pattern.js';
import { RANGE } from '../../src/foundation/clock.js';
import { DEPTH_LIMIT as COLUMN_LEVELS } from '../../src/foundation/common-schemas.js';
import { ISSUE_LIMIT } from '../../src/foundation/mock-error.js';
import { LISTED_LENGTH } from '../../src/http/broadcast.js';
import { ROW_LIMIT, ROWS_LENGTH_LIMIT } from '../../src/http/broadcast-size.js';
import { QUEUE_LIMIT } from '../../src/http/event-stream.js';
import { BODY_LIMIT, DEPTH_LIMIT, TEXT_LIMIT, VALUES_LIMIT } from '../../src/http/read-json.js';
import { URL_LIMIT } from '../../src/http/steps/choose-session.js';
import { ITEM_LIMIT, TOTAL_ITEM_LIMIT } from '../../src/protocol/bulk.js';
import { STORED_BODY_LIMIT } from '../../src/replicas/arrivals.js';
import { ARTICLE_LIMIT, CHILD_LIMIT } from '../../src/scenario/compound-factories.js';
import { DISCARD_LIMIT } from '../../src/server/discard-rest.js';
import { ENDED_LIMIT } from '../../src/session/ended-sessions.js';
import { ORDERED_LIMIT, VALUE_LIMIT } from '../../src/session/expectation.js';
import { historyOptions } from '../../src/session/history.js';
import { BODY_LIMIT as JOURNALED_BODY } from '../../src/session/journal-entry.js';
import { BYTE_LIMIT, CONTENT_LIMIT, ENTRY_LIMIT } from '../../src/session/journal-window.js';
import { SNAPSHOT_LIMIT as STORED_SNAPSHOTS } from '../../src/session/named-snapshots.js';
import { LISTED_SESSIONS } from '../../src/session/session-address.js';
import { sessionLimits } from '../../src/session/session-limits.js';
import { SNAPSHOT_LIMIT } from '../../src/state/snapshot.js';
import { code, type Section, table } from './markdown.js';

const count = (number: number) => number.toLocaleString('en');

function bytes(number: number): string {
  const units = ['bytes', 'KiB', 'MiB'];
  let [size, unit] = [number, 0];
  for (; size >= 1024 && unit < units.length - 1; unit++) size /= 1024;
  return `${count(size)} ${units[unit]}`;
}

const { max: sessions } = sessionLimits.parse({});
const { limit: revisions } = historyOptions.parse({});

const rows: readonly (readonly [what: string, limit: string, otherwise: string])[] = [
  [
    'request body',
    `${bytes(BODY_LIMIT)}; for a snapshot or a trace ${bytes(SNAPSHOT_LIMIT)}, and with a store ${bytes(STORED_BODY_LIMIT)}`,
    `413. The server reads up to ${bytes(DISCARD_LIMIT)} more, so that clients receive the answer; then it closes the connection.`,
  ],
  [
    'list or object in a request body',
    `${count(ITEM_LIMIT)} items or keys, and ${count(TOTAL_ITEM_LIMIT)} items in all lists; in a snapshot or a trace ${count(VALUES_LIMIT)} in each`,
    '413',
  ],
  ['text in a snapshot or a trace that is sent', bytes(TEXT_LIMIT), '413'],
  ['nesting of a request body', `${DEPTH_LIMIT} levels`, '400'],
  ['nesting of JSON in a column, such as `preference_value`', `${COLUMN_LEVELS} levels`, '400'],
  ['the clock', RANGE.replace(/^from /, ''), '400; a running clock stops at the end.'],
  ['issues of an error', count(ISSUE_LIMIT), 'The message counts the others.'],
  ['URL', bytes(URL_LIMIT), '414'],
  ['request line and headers', bytes(maxHeaderSize), '431'],
  ['requests on one connection', 'one at a time', 'Pipelined requests wait until the answer before them is sent.'],
  ['`limit` of a page of a table', count(PAGE_LIMIT), '400'],
  ['`count` of a factory', count(COUNT_LIMIT), '400'],
  ['records that a factory creates with `count`', count(RECORD_LIMIT), '413, and nothing changes'],
  ['`documents` and `articles` of a factory, as numbers', count(CHILD_LIMIT), '400'],
  ['articles in all documents of a new brief', count(ARTICLE_LIMIT), '400'],
  ['fault rules in a session', count(RULE_LIMIT), '413'],
  ['answers in turn of a fault rule', count(ANSWER_LIMIT), '400'],
  ['headers, parameters or fields that a fault rule compares or sets', `${CONDITION_LIMIT} of each`, '400'],
  ['path of a field of a fault rule', `${PATH_LENGTH} characters`, '400'],
  [
    'values of a body that the fault rules of a session look at',
    count(COMPARED_VALUES),
    'What is beyond counts as absent.',
  ],
  ['`path` of a fault rule, or of requests to find, count or verify', `${count(LENGTH_LIMIT)} characters`, '400'],
  ['values in the query, headers and bodies of an expectation', count(VALUE_LIMIT), '400'],
  ['expected requests in order', count(ORDERED_LIMIT), '400'],
  ['rows that a call writes to several sessions', `${count(ROW_LIMIT)}, in all of them together`, '413'],
  [
    'length of the rows that a call writes to several sessions',
    `${bytes(ROWS_LENGTH_LIMIT)}, in all of them together`,
    '413',
  ],
  [
    'records that a call creates in several sessions',
    `${count(ROW_LIMIT)}, in all of them together`,
    '413, and nothing changes',
  ],
  [
    'answers of a call to several sessions',
    `those of the first ${LISTED_SESSIONS} sessions, or of fewer if they are longer than ${bytes(LISTED_LENGTH)}`,
    `The others are left out; ${code('total')} counts all.`,
  ],
  ['an answer, such as a snapshot', `about ${Math.round(constants.MAX_STRING_LENGTH / 1024 / 1024)} MB`, '413'],
  ['held answers in a session', count(HELD_LIMIT), 'The answer is sent at once.'],
  ['events that wait for a client', count(QUEUE_LIMIT), 'They are replaced by one event `missed`.'],
  ['history of a session', `${count(revisions)} revisions, or \`history.limit\``, 'The oldest revisions are dropped.'],
  ['stored snapshots in a session', count(STORED_SNAPSHOTS), '413'],
  [
    'journal of a session',
    `${count(ENTRY_LIMIT)} requests and ${bytes(BYTE_LIMIT)}`,
    'The oldest requests are dropped, and `dropped` counts them.',
  ],
  [
    'bodies and headers in the journal of a session',
    `${bytes(CONTENT_LIMIT)}, and ${bytes(JOURNALED_BODY)} for each body`,
    'The oldest requests lose theirs. A longer body is cut off.',
  ],
  ['journals of ended sessions', count(ENDED_LIMIT), 'The journal of the session that ended first is dropped.'],
  ['sessions', `${count(sessions)}, or \`--max-sessions\``, '[One ends](sessions.md).'],
];

/** The table of limits. */
export const limitTable: Section = {
  page: 'docs/reference/control-api.md',
  name: 'limits',
  text: table(['what', 'limit', 'when exceeded'], rows),
};
