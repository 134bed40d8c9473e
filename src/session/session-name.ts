import * as z from 'zod';

export const SESSION_NAME = /^(?!\.\.?$)[A-Za-z0-9._-]{1,64}$/;

/** The name of a session or of a named snapshot. */
export const sessionNameSchema = z.string().regex(SESSION_NAME, {
  error: 'must be a name of 1 to 64 letters, digits, ".", "_" or "-", other than "." and ".."',
});
