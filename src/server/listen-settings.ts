import * as z from 'zod';
import { requiredText } from '../foundation/common-schemas.js';

/** The address and port that a server listens on, and for how many seconds it waits for running requests when it stops. */
export const listenSettings = z
  .object({ port: z.int().min(0).max(65535), host: requiredText, drain: z.number().min(0).max(86_400) })
  .partial();
