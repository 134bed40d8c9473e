/**
 * The zod schemas of records, requests and answers.
 * @module
 */
import * as z from 'zod/mini';
import en from 'zod/v4/locales/en.js';

export * from './declared-schemas.js';

// zod/mini has no messages. Those of a locale that the application has set stay.
if (z.config().localeError === undefined) z.config(en());
