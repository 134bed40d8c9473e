import { uniqueName } from '../foundation/machine.js';
import { issuesError, MockError } from '../foundation/mock-error.js';
import { sha256Of } from '../foundation/sha256.js';
import { inTurns, type Mock } from '../mock/mock.js';
import type { Listener } from '../protocol/listener.js';
import type { Replica } from '../store/replica.js';
import type { StoreLog } from '../store/store-log.js';
import type { PersistenceOptions } from './persistence.js';

export interface StoreOptions {
  /**
   * Where several servers keep what they answer as one: the URL of a Redis or Valkey server, such as
   * `redis://:password@store.example:6379/0?prefix=demo`, or another log. It needs the package `@redis/client`. Default: none.
   */
  store?: string | StoreLog | undefined;
}

interface ReplicaListener extends Pick<Listener, 'control' | 'publicUrl'> {
  readonly hasVisitors: boolean;
}

/**
 * Makes the mock one of several replicas; undefined without a store. @throws Error if the store cannot be used; MockError
 * `malformed_data` for invalid options, `conflict` if servers with other settings use it; the reason of the signal, which ends the
 * waiting for the store
 */
export async function openReplica(
  mock: Mock,
  { store, state, onProblem }: StoreOptions & PersistenceOptions,
  listener: ReplicaListener,
  signal: AbortSignal,
): Promise<Replica | undefined> {
  if (store === undefined) return undefined;
  if (state !== undefined) {
    throw issuesError('malformed_data', [
      { path: 'store', message: 'cannot be combined with state: the store keeps the state' },
    ]);
  }
  // Loaded on demand: most servers have no store.
  const { Replica } = await import('../store/replica.js');
  const log = typeof store === 'string' ? await openRedis(store) : store;
  const report = onProblem ?? ((message: string) => void process.stderr.write(`briefs-mock: ${message}\n`));
  const replica = mock[inTurns]((app, sessions, settings) => {
    const all = () => ({ ...settings(), ...listenerSettings(listener) });
    return new Replica({ app, sessions, log, id: uniqueName(), settings: all, listener, report });
  });
  try {
    await replica.start(signal);
  } catch (error) {
    await replica.stop();
    if (signal.aborted || error instanceof MockError || typeof store !== 'string') throw error;
    throw new Error(`The store ${withoutPassword(store)} cannot be used: ${(error as Error).message}`);
  }
  return replica;
}

/** The URL of a store as it may be shown. */
export function withoutPassword(url: string): string {
  return url.replace(/^(\w+:\/\/[^:@/]*):[^@/]*@/, '$1:***@');
}

async function openRedis(url: string): Promise<StoreLog> {
  const { RedisLog } = await import('./redis-log.js');
  return RedisLog.open(url);
}

/** What must be the same of all servers. */
function listenerSettings({ control, publicUrl, hasVisitors }: ReplicaListener): Record<string, string> {
  const { token, corsOrigin = [] } = control || {};
  return {
    control: control === false ? 'off' : 'on',
    controlToken: token === undefined ? 'none' : sha256Of(token).slice(0, 12),
    controlCorsOrigin: corsOrigin.join(' ') || 'none',
    publicUrl: publicUrl?.href ?? 'none',
    demo: String(hasVisitors),
  };
}
