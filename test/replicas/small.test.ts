import { expect, it } from 'vitest';
import { MemoryStore } from '../support/memory-log.js';
import { answerTo, startReplica } from '../support/replicas.js';
import { office } from '../support/user-data-office.js';
it('works', async () => {
  const store = new MemoryStore();
  console.log('start');
  const a = await startReplica(store, { scenario: office });
  const b = await startReplica(store, { scenario: office });
  console.log('started');
  const get = { method: 'GET', path: '/user-data/v1/user', headers: {}, body: undefined };
  for (const r of [a, b, a]) console.log((await answerTo(r.mock, get, 1)).slice(0, 150), r.problems);
  console.log((await answerTo(b.mock, { ...get, path: '/__mock/requests' }, 1)).slice(0, 900));
  console.log((await answerTo(b.mock, { ...get, method: 'POST', path: '/__mock/reset' }, 1)).slice(0, 900));
  await a.server.close();
  await b.server.close();
}, 10000);
