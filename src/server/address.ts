import * as z from 'zod';
import { requiredText } from '../foundation/common-schemas.js';

/** The address and port that a server listens on. */
export const addressSchema = z.object({ port: z.int().min(0).max(65535), host: requiredText }).partial();
