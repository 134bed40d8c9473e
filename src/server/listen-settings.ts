import * as z from 'zod';
import { requiredText } from '../foundation/common-schemas.js';

const seconds = z.number().min(0).max(86_400);

/** The settings of a server that do not depend on the mock: see `ServerOptions`. */
export const listenSettings = z
  .object({
    port: z.int().min(0).max(65535),
    host: requiredText,
    name: requiredText,
    drain: seconds,
    drainDelay: seconds,
  })
  .partial();
