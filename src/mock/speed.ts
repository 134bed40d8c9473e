import * as z from 'zod/mini';

/** The option `speed`: how many seconds of the mock pass in a second of the machine. */
export const speedSchema = z.number().check(z.minimum(0), z.maximum(86_400));
