import * as z from 'zod/mini';

export const SESSION_NAME = /^(?!\.\.?$)[A-Za-z0-9._-]{1,64}$/;

const PATTERN = /^[A-Za-z0-9._*-]{1,64}$/;

/** The name of a session, of a named snapshot or of a fault profile. */
export const sessionNameSchema = z.string().check(
  z.regex(SESSION_NAME, {
    error: 'must be a name of 1 to 64 letters, digits, ".", "_" or "-", other than "." and ".."',
  }),
);

/** The pattern that every session matches, also the default session, which has no name. */
export const ALL_SESSIONS = 'all';

/** Selects sessions: `all`, or the name of a session, in which `*` stands for any characters. */
export const sessionPatternSchema = z
  .string()
  .check(z.regex(PATTERN, 'must be all, or the name of a session, in which * stands for any characters'));
