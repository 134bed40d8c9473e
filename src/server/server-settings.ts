import * as z from 'zod/mini';
import { requiredText } from '../foundation/common-schemas.js';
import type { StoreLog } from '../replicas/store-log.js';

function isStore(value: unknown): boolean {
  return typeof value === 'string' || typeof (value as Partial<StoreLog> | null)?.exchange === 'function';
}

const seconds = z.number().check(z.minimum(0), z.maximum(86_400));

/** The options of a server that the command line has settings for: see `ServerOptions`. */
export const serverSettings = {
  port: z.int().check(z.minimum(0), z.maximum(65535)),
  host: requiredText,
  name: requiredText,
  drain: seconds,
  drainDelay: seconds,
  store: z.custom<string | StoreLog>(isStore, 'must be a URL such as redis://store.example:6379, or a log'),
  state: requiredText,
  stateSync: z.boolean(),
  exportOnExit: requiredText,
};

const callback = z.custom<() => void>((value) => typeof value === 'function', 'must be a function');
/** `createServer` checks it itself. */
const checkedElsewhere = z.unknown();

export const serverOptions = {
  ...serverSettings,
  visitors: z.boolean(),
  edited: z.boolean(),
  repair: z.boolean(),
  onRequest: callback,
  onSessionEnd: callback,
  onProblem: callback,
  control: checkedElsewhere,
  publicUrl: checkedElsewhere,
};
