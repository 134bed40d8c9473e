import * as z from 'zod/mini';
import { requiredText } from '../foundation/common-schemas.js';
import type { StoreLog } from '../replicas/store-log.js';

function isStore(value: unknown): boolean {
  return typeof value === 'string' || typeof (value as Partial<StoreLog> | null)?.exchange === 'function';
}

const seconds = z.number().check(z.minimum(0), z.maximum(86_400));

/** The settings of a server that a config file has too: see `ServerOptions`. */
export const serverSettings = z.partial(
  z.object({
    port: z.int().check(z.minimum(0), z.maximum(65535)),
    host: requiredText,
    name: requiredText,
    drain: seconds,
    drainDelay: seconds,
    store: z.custom<string | StoreLog>(isStore, 'must be a URL such as redis://store.example:6379, or a log'),
    state: requiredText,
    stateSync: z.boolean(),
    exportOnExit: requiredText,
  }),
);

const callback = z.custom<() => void>((value) => typeof value === 'function', 'must be a function');

/** The types of all options of a server but `publicUrl` and `control`. */
export const serverOptions = z.extend(
  serverSettings,
  z.partial(
    z.object({
      visitors: z.boolean(),
      edited: z.boolean(),
      onRequest: callback,
      onSessionEnd: callback,
      onProblem: callback,
    }),
  ).shape,
);
