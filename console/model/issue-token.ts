import type { ConsoleModel } from './console-model.js';

export interface IssuedToken {
  readonly token: string;
  /** Seconds since 1970 by the mock's clock; null: it does not expire. */
  readonly expires_at: number | null;
}

/** Issues a token, and copies it where the browser allows that. `lifetime` in seconds of the mock's clock; undefined: for ever. @throws ControlError */
export async function issueToken(model: ConsoleModel, email: string, lifetime?: number) {
  const issued = await model.api.send<IssuedToken>('POST', '/__mock/tokens', { email, expires_in: lifetime });
  return { ...issued, isCopied: await model.copy(issued.token) };
}
