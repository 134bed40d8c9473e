import { bookmark } from './rows/bookmark-pair.js';
import { briefList } from './rows/brief-list.js';
import { browserBundle } from './rows/browser-bundle.js';
import { consolePage } from './rows/console.js';
import { forks } from './rows/forks.js';
import { handlerTime } from './rows/handler-time.js';
import { history } from './rows/history.js';
import { importTime } from './rows/import-time.js';
import { life } from './rows/life.js';
import { msw } from './rows/msw.js';
import { newsroom } from './rows/newsroom.js';
import { page } from './rows/page.js';
import { playground } from './rows/playground.js';
import { replay } from './rows/replay.js';
import { replicas } from './rows/replicas.js';
import { revisions } from './rows/revisions.js';
import { seeding } from './rows/seeding.js';
import { sessions } from './rows/sessions.js';
import { start } from './rows/start.js';
import { stateFile } from './rows/state-file.js';
import { stateOperations } from './rows/state-operations.js';
import { testFiles } from './rows/test-files.js';
import { userById } from './rows/user-by-id.js';
import { writes } from './rows/writes.js';

/**
 * All rows, in the order of the table.
 * @type {import('./harness/bench.js').Row<any>[]}
 */
export const rows = [
  briefList,
  userById,
  handlerTime,
  bookmark,
  writes,
  stateFile,
  stateOperations,
  history,
  revisions,
  replay,
  newsroom,
  seeding,
  testFiles,
  start,
  importTime,
  browserBundle,
  page,
  consolePage,
  playground,
  msw,
  sessions,
  forks,
  life,
  replicas,
];
