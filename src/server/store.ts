import { MockError, malformedAt } from '../foundation/mock-error.js';
import type { Mock } from '../mock/mock.js';
import type { SharedListener } from '../replicas/command-from.js';
import type { Replica } from '../replicas/replica.js';
import type { StoreLog } from '../replicas/store-log.js';
import type { FileOptions } from './server-files.js';

export interface StoreOptions {
  /**
   * Where several servers keep what they answer as one: the URL of a Redis or Valkey server, such as
   * `redis://:password@store.example:6379/0?prefix=demo`, or another log. It needs the package `@redis/client`. Default: none.
   */
  store?: string | StoreLog | undefined;
}

/**
 * Makes the mock one of the replicas that share a store; undefined without a store.
 * @throws Error if the store cannot be used; MockError `malformed_data` for invalid options, `conflict` if servers with other
 * settings use it; the reason of the signal, which ends the waiting for the store
 */
export async function joinStore(
  mock: Mock,
  { store, state }: StoreOptions & FileOptions,
  listener: SharedListener,
  report: (message: string) => void,
  signal: AbortSignal,
): Promise<Replica | undefined> {
  if (store === undefined) return undefined;
  if (state !== undefined) {
    throw malformedAt('store', 'cannot be combined with state: the store keeps the state');
  }
  // Loaded on demand: most servers have no store.
  const { openReplica } = await import('../replicas/open-replica.js');
  try {
    return await openReplica(mock, store, listener, report, signal);
  } catch (error) {
    if (signal.aborted || error instanceof MockError || typeof store !== 'string') throw error;
    throw new Error(`The store ${withoutPassword(store)} cannot be used: ${(error as Error).message}`);
  }
}

/** The URL of a store as it may be shown. */
export function withoutPassword(url: string): string {
  return url.replace(/^(\w+:\/\/[^:@/]*):[^/?#]*@/, '$1:***@');
}
