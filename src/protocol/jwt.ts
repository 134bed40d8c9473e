import { isPlainObject } from '../foundation/is-object.js';

/** The claims of a JWT, whose signature is not verified (P2); undefined for any other token. */
export function jwtClaims(token: string): Readonly<Record<string, unknown>> | undefined {
  const [, payload = ''] = token.split('.');
  try {
    const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (char) => char.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isPlainObject(claims) ? claims : undefined;
  } catch {
    // Not base64, or not JSON.
    return undefined;
  }
}
