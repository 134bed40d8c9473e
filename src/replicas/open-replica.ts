import { uniqueName } from '../foundation/machine.js';
import { Admissions } from '../http/admission.js';
import { internals } from '../mock/internals.js';
import type { Mock } from '../mock/mock.js';
import type { SharedListener } from './command-from.js';
import { Replica } from './replica.js';
import { hashOf, replicaSettings } from './replica-settings.js';
import type { StoreLog } from './store-log.js';

/**
 * Makes the mock one of several replicas. `store` is a log, or the URL of a Redis or Valkey server.
 * @throws Error if the store cannot be used; MockError `conflict` if servers with other settings use it; the reason of the signal,
 * which ends the waiting for the store
 */
export async function openReplica(
  mock: Mock,
  store: string | StoreLog,
  listener: SharedListener,
  report: (message: string) => void,
  signal: AbortSignal,
): Promise<Replica> {
  const log = typeof store === 'string' ? await openRedis(store) : store;
  const parts = mock[internals];
  const { app, base, behavior, limits, sessions, use } = parts;
  const settings = () => ({ ...replicaSettings(parts), ...listenerSettings(listener) });
  const admissions = new Admissions(app.routes, base?.path ?? '');
  const id = uniqueName();
  const replica = new Replica({ use, admissions, sessions, limits, behavior, log, id, settings, listener, report });
  try {
    await replica.start(signal);
  } catch (error) {
    await replica.stop().catch(({ message }) => report(`the store was not left: ${message}`));
    throw error;
  }
  return replica;
}

async function openRedis(url: string): Promise<StoreLog> {
  // A log of the application's own needs no driver.
  const { RedisLog } = await import('./redis-log.js');
  return RedisLog.open(url);
}

/** What must be the same of all servers. */
function listenerSettings({ control, publicUrl, hasVisitors }: SharedListener): Record<string, string> {
  const { token, corsOrigin = [] } = control || {};
  return {
    control: control === false ? 'off' : 'on',
    controlToken: hashOf(token),
    controlCorsOrigin: corsOrigin.join(' ') || 'none',
    publicUrl: publicUrl?.href ?? 'none',
    demo: String(hasVisitors),
  };
}
