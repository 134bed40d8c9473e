import { DurableObject } from 'cloudflare:workers';
import { createMock } from 'briefs-mock';
import { createFetchHandler } from 'briefs-mock/fetch';
import { newsroom } from 'briefs-mock/seeds';

/** A mock for one visitor. Its storage keeps the tables that the visitor has changed, and the rest of the snapshot. */
export class Visitor extends DurableObject {
  constructor(context, env) {
    super(context, env);
    this.mock = createMock({ scenario: newsroom });
    this.answer = createFetchHandler(this.mock);
    context.blockConcurrencyWhile(() => this.load());
  }

  async fetch(request) {
    const { revision } = this.mock;
    const answer = await this.answer(request);
    // The runtime sends no answer before what was stored is durable.
    if (this.mock.revision > revision) this.keep(revision);
    return answer;
  }

  keep(since) {
    const { tables, ...rest } = this.mock.snapshot();
    const changed = Object.keys(this.mock.changes({ since }).tables);
    const entries = changed.map((name) => [`table ${name}`, tables[name]]);
    this.ctx.storage.put({ rest, ...Object.fromEntries(entries) });
  }

  async load() {
    const kept = await this.ctx.storage.list();
    if (kept.size === 0) return;
    const seeded = Object.entries(this.mock.snapshot().tables);
    const tables = seeded.map(([name, records]) => [name, kept.get(`table ${name}`) ?? records]);
    try {
      this.mock.restore({ ...kept.get('rest'), tables: Object.fromEntries(tables) });
    } catch {
      // The scenario is another one since the Worker was deployed again: the visitor starts anew.
      await this.ctx.storage.deleteAll();
    }
  }
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
