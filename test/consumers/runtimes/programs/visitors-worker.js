import { DurableObject } from 'cloudflare:workers';
import { createMock } from 'briefs-mock';
import { createFetchHandler } from 'briefs-mock/fetch';
import { newsroom } from 'briefs-mock/seeds';

/** A mock for one visitor. */
export class Visitor extends DurableObject {
  constructor(context, env) {
    super(context, env);
    const mock = createMock({ scenario: newsroom, persist: { storage: storageIn(context.storage) } });
    this.answer = createFetchHandler(mock);
  }

  fetch(request) {
    return this.answer(request);
  }
}

/** A row must not exceed 2 MB, so a text is kept in parts. */
const PART_BYTES = 1_000_000;

/** The changes of a mock in the SQLite storage of a Durable Object, as texts with ascending positions. */
function storageIn(storage) {
  const { sql } = storage;
  sql.exec('CREATE TABLE IF NOT EXISTS log (id INTEGER PRIMARY KEY, position INTEGER, part BLOB)');
  const add = (text) => {
    const { position } = sql.exec('SELECT ifnull(max(position), 0) + 1 AS position FROM log').one();
    const bytes = new TextEncoder().encode(text);
    for (let start = 0; start < bytes.length; start += PART_BYTES) {
      const part = bytes.slice(start, start + PART_BYTES);
      sql.exec('INSERT INTO log (position, part) VALUES (?, ?)', position, part);
    }
    return position;
  };
  let last = Promise.resolve();
  return {
    // Requests take turns. Only this object uses its storage.
    lock(use) {
      const turn = last.then(use);
      last = turn.catch(() => {});
      return turn;
    },
    async load(after) {
      const rows = sql.exec('SELECT position, part FROM log WHERE position > ? ORDER BY id', after);
      const texts = Map.groupBy(rows, ({ position }) => position);
      const read = ([position, parts]) =>
        new Blob(parts.map(({ part }) => part)).text().then((text) => ({ position, text }));
      return Promise.all([...texts].map(read));
    },
    // The runtime sends no answer before what was written is durable.
    append: async (text) => storage.transactionSync(() => add(text)),
    replace: async (text) =>
      storage.transactionSync(() => {
        const position = add(text);
        sql.exec('DELETE FROM log WHERE position < ?', position);
        return position;
      }),
  };
}

export default {
  fetch: async (request, env) => {
    const known = /(?:^|; )visitor=([\w-]{36})/.exec(request.headers.get('cookie') ?? '')?.[1];
    const visitor = known ?? crypto.randomUUID();
    const answer = await env.VISITORS.get(env.VISITORS.idFromName(visitor)).fetch(request);
    if (known !== undefined) return answer;
    const headers = new Headers(answer.headers);
    headers.append('set-cookie', `visitor=${visitor}; Path=/; HttpOnly; Secure; SameSite=Lax`);
    return new Response(answer.body, { status: answer.status, headers });
  },
};
