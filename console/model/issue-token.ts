import type { ControlApi } from './control-api.js';

export interface IssuedToken {
  readonly token: string;
  /** Seconds since 1970 by the mock's clock; null: it does not expire. */
  readonly expires_at: number | null;
}

/** Issues a token, and copies it where the browser allows that. `lifetime` in seconds of the mock's clock; undefined: for ever. @throws ControlError */
export async function issueToken(api: ControlApi, email: string, lifetime?: number) {
  const issued = await api.send<IssuedToken>('POST', '/__mock/tokens', { email, expires_in: lifetime });
  // A page that is not secure has no clipboard, and a browser may refuse it.
  const isCopied = await Promise.resolve(navigator.clipboard?.writeText(issued.token)).then(
    () => navigator.clipboard !== undefined,
    () => false,
  );
  return { ...issued, isCopied };
}
