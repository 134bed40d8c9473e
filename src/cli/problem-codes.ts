import type { ProblemKind } from '../../tools/conform/index.js';

/** The exit codes for a server that cannot be read. */
export const problemCodes: Readonly<Record<ProblemKind, number>> = {
  timeout: 3,
  'rate-limit': 4,
  html: 5,
  redirect: 6,
  connection: 7,
  absent: 8,
  token: 11,
};
