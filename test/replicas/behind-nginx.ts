import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@redis/client';
import { createMock } from 'briefs-mock';
import { empty, scenarios } from 'briefs-mock/seeds';
import { createServer, type MockServer } from 'briefs-mock/server';
import { freePort } from '../support/free-port.js';
import { runNginx } from '../support/nginx.js';
import { startRedis } from '../support/redis.js';
import { type Relay, startRelay } from '../support/relay.js';
import { summaryOf } from '../support/replica-law.js';
import { ReplicaProcesses } from '../support/replica-processes.js';
import { HOP_BY_HOP, requestOf, type Sent } from '../support/session-worlds.js';
import { office } from '../support/user-data-office.js';

/** Three servers of one Redis, each a process, and nginx, which deals requests out to them in turns. */
export type Group = Awaited<ReturnType<typeof startGroup>>;

/** The server that is to get a request: the replica at a place, or the one without a store. */
type To = number | 'single';

/** The header that tells nginx where to send a request, instead of dealing it out. */
const TO = 'x-to';

export async function startGroup() {
  const folder = await mkdtemp(join(tmpdir(), 'briefs-mock-group-'));
  const snapshot = createMock({ scenario: office, seed: 3 }).snapshot();
  const file = join(folder, 'office.json');
  await writeFile(file, JSON.stringify(snapshot));
  const redis = await startRedis();
  const store = await createClient({ url: redis.url }).connect();
  const replicas = new ReplicaProcesses(3, '--store', redis.url, '--scenario', 'empty', '--import', file);
  let single: MockServer | undefined;
  // The ports of servers change.
  const relays = await Promise.all([0, 1, 2].map((place) => startRelay(() => replicas.ready.get(place))));
  const singleRelay = await startRelay(() => single?.url);
  const port = await freePort();
  const stopNginx = await runNginx(folder, configuration(port, relays, singleRelay));
  const origin = `http://127.0.0.1:${port}`;

  /** Resolves to the answer; undefined if it was lost because a server was killed. Without `to`, nginx chooses the server. */
  const send = async (sent: Sent, to?: To): Promise<Response | undefined> => {
    const headers = { ...sent.headers, ...(to !== undefined && { [TO]: String(to) }) };
    const response = await fetch(requestOf(origin, { ...sent, headers }), { redirect: 'manual' });
    // The mock answers with JSON.
    const isLost = response.status === 502 && response.headers.get('content-type') === 'text/html';
    // A server may be killed after it has sent a part of its answer.
    const body = await response
      .clone()
      .text()
      .catch(() => undefined);
    return isLost || body === undefined ? undefined : response;
  };

  return {
    replicas,

    /** The number of applications that each session starts with. */
    applications: snapshot.tables.application.length,

    send,

    /** The answer to a request as text. */
    async ask(sent: Sent, to?: To): Promise<string | undefined> {
      const response = await send(sent, to);
      return response && summaryOf(response, (name) => !HOP_BY_HOP.includes(name) && name !== 'server');
    },

    /** Empties the store when all servers are ready. */
    async startFromScratch(): Promise<void> {
      await replicas.whole();
      await store.flushAll();
    },

    /** When the log was begun, in milliseconds since 1970, and what is in it. */
    async log() {
      const { began, epoch } = await store.hGetAll('briefs-mock:log');
      const entries = await store.xRange(`briefs-mock:log:${epoch}`, '(0-1', '+');
      const batches = (entries ?? []).map(({ id, message: { from = '', number, commands = '' } }) => ({
        from,
        number: Number(number),
        at: Number(id.split('-')[0]),
        commands: JSON.parse(commands),
      }));
      return { began: Number(began), batches };
    },

    /** One server without a store, which starts with the same records. It is in this process, so that tests set its time. */
    async startSingle(): Promise<MockServer> {
      single = await createServer(createMock({ scenarios, scenario: empty, snapshot }), { port: 0 }).listen();
      return single;
    },

    async stop(): Promise<void> {
      await replicas.end();
      await stopNginx();
      for (const relay of [...relays, singleRelay]) relay.stop();
      store.destroy();
      await redis.remove();
      await rm(folder, { recursive: true });
    },
  };
}

/**
 * Nginx repeats no request, because a server that was killed may have applied it. It goes on trying a server that was killed,
 * because another one starts in its place.
 */
function configuration(port: number, replicas: readonly Relay[], single: Relay): string {
  return `
    error_log stderr crit;
    upstream replicas { ${replicas.map(({ host }) => `server ${host} max_fails=0;`).join(' ')} }
    map $http_x_to $to {
      default replicas;
      ${replicas.map(({ host }, place) => `${place} ${host};`).join(' ')}
      single ${single.host};
    }
    server {
      listen 127.0.0.1:${port};
      client_max_body_size 0;
      location / {
        proxy_pass http://$to;
        proxy_next_upstream off;
        proxy_set_header Host $http_host;
        proxy_set_header X-To '';
      }
    }`;
}
