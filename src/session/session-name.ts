import * as z from 'zod';

const NAME = /^[A-Za-z0-9._-]{1,64}$/;

/** What a session or a kept snapshot may be called. */
export const nameShape = z.string().refine((name) => NAME.test(name) && name !== '.' && name !== '..', {
  error: 'is not a name: 1 to 64 letters, digits, ".", "_" or "-", and neither "." nor ".."',
});
