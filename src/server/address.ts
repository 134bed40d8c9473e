import * as z from 'zod';
import { requiredText } from '../foundation/common-schemas.js';

/** Where a server may listen. */
export const addressSchema = z.object({ port: z.int().min(0).max(65535), host: requiredText }).partial();
