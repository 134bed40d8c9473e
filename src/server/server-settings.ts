import * as z from 'zod';
import { requiredText } from '../foundation/common-schemas.js';

const seconds = z.number().min(0).max(86_400);

/** The settings of a server that a config file has too: see `ServerOptions`. */
export const serverSettings = z
  .object({
    port: z.int().min(0).max(65535),
    host: requiredText,
    name: requiredText,
    drain: seconds,
    drainDelay: seconds,
    state: requiredText,
    stateSync: z.boolean(),
    exportOnExit: requiredText,
  })
  .partial();

const callback = z.custom<() => void>((value) => typeof value === 'function', 'must be a function');

/** The types of all options of a server but `publicUrl` and `control`. */
export const serverOptions = serverSettings.extend(
  z
    .object({
      visitors: z.boolean(),
      edited: z.boolean(),
      ownsProcess: z.boolean(),
      onRequest: callback,
      onSessionEnd: callback,
      onProblem: callback,
    })
    .partial().shape,
);
