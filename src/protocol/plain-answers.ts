import * as z from 'zod/mini';
import { issuesSchema } from './http-status.js';
import type { Service } from './service.js';

/** How a service answers without an envelope: the result as it is, and an error as `{error}`. */
export const plainAnswers: Pick<Service, 'envelope' | 'success' | 'failure' | 'failureSchema'> = {
  envelope: {},
  success: (result) => result,
  failure: ({ code, message, issues }) => ({ error: { code, message, ...(issues.length > 0 && { issues }) } }),
  failureSchema: (_, codes) =>
    z.strictObject({
      error: z.strictObject({ code: z.enum(codes), message: z.string(), issues: z.optional(issuesSchema) }),
    }),
};
