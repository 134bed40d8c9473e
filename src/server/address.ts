import * as z from 'zod';
import { requiredText } from '../model/define-table.js';

/** Where a server may listen. */
export const addressShape = z.object({ port: z.int().min(0).max(65535), host: requiredText }).partial();
