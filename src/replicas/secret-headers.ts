import { HIDDEN, isSecretName } from '../foundation/secrets.js';
import type { Admission } from '../http/admission.js';
import { PERSONA_COOKIE } from '../mock/persona.js';
import { bearerToken } from '../protocol/bearer-token.js';
import type { Behavior } from '../protocol/behavior.js';
import type { Listener } from '../protocol/listener.js';
import type { RequestHeaders } from '../protocol/request-headers.js';
import type { Service } from '../protocol/service.js';
import type { Session } from '../session/session.js';
import { cookieIn, SESSION_COOKIE, SESSION_HEADER, sessionFromCookie } from '../session/session-address.js';
import type { RequestCommand } from './command.js';

/** The headers of a request as they are stored. */
type StoredHeaders = Pick<RequestCommand, 'headers' | 'hidden' | 'token'>;

/** The maximum number of names of headers of which is remembered whether they are secret. */
const NAME_LIMIT = 200;

/** Keeps secrets in headers out of the store, as far as no answer depends on them. */
export class SecretHeaders {
  readonly #behavior: Behavior;
  readonly #controlToken: string | undefined;
  readonly #names = new Map<string, boolean>();

  constructor(behavior: Behavior, control: Listener['control']) {
    this.#behavior = behavior;
    this.#controlToken = control ? control.token : undefined;
  }

  /** Replaces secrets in the headers of a request. `session` is that of the request, if it exists. */
  hide(headers: RequestCommand['headers'], admission: Admission, session: Session | undefined): StoredHeaders {
    const { service, route } = admission;
    // Their handlers may read any header.
    if (service?.name === 'own') return { headers };
    const read = [SESSION_HEADER, ...Object.keys(route?.headers ?? {}), ...(session?.faults.comparedHeaders ?? [])];
    const isRead = (name: string) => read.some((one) => one.toLowerCase() === name);
    const stored: Record<string, string | readonly string[]> = {};
    const hidden: string[] = [];
    let token: StoredHeaders['token'];
    for (const [name, value] of Object.entries(headers)) {
      stored[name] = value;
      if (!this.#isSecret(name)) continue;
      const text = [value].flat().join(', ');
      if (name === 'authorization') token = this.#sharedToken(text, service);
      if (name === 'authorization' && token !== undefined) {
        stored[name] = HIDDEN;
      } else if (!isRead(name)) {
        const shown = this.#shown(name, text, admission, session);
        stored[name] = shown;
        if (shown !== text) hidden.push(name);
      }
    }
    return { headers: stored, ...(hidden.length > 0 && { hidden }), ...(token && { token }) };
  }

  /** The headers of a command as the mock reads them: with the tokens that all servers know. */
  show({ headers, token }: RequestCommand): RequestHeaders {
    const secret = token === 'control' ? this.#controlToken : this.#behavior.serviceToken;
    return token !== undefined && secret ? { ...headers, authorization: `Bearer ${secret}` } : headers;
  }

  /** Which of the tokens that all servers know a request was sent with. The guard has accepted that of a control call. */
  #sharedToken(authorization: string, service: Service | undefined): StoredHeaders['token'] {
    if (service?.kind === 'control') return this.#controlToken === undefined ? undefined : 'control';
    const token = bearerToken(authorization);
    if (token === undefined) return undefined;
    // Sent to one of the APIs by mistake.
    if (token === this.#controlToken) return 'control';
    return service?.credential.optional && token === this.#behavior.serviceToken ? 'service' : undefined;
  }

  /** What stands for a secret: it gets the same answer. */
  #shown(name: string, value: string, { service }: Admission, session: Session | undefined): string {
    if (name === 'cookie') {
      const read = { [SESSION_COOKIE]: sessionFromCookie(value), [PERSONA_COOKIE]: cookieIn(value, PERSONA_COOKIE) };
      const pairs = Object.entries(read).flatMap(([one, text]) =>
        text === undefined ? [] : `${one}=${encodeURIComponent(text)}`,
      );
      return pairs.join('; ') || HIDDEN;
    }
    const bearer = name === 'authorization' ? bearerToken(value) : undefined;
    if (bearer === undefined || service?.kind !== 'api') return HIDDEN;
    if (service.credential.optional) return `Bearer ${HIDDEN}`;
    const parts = bearer.split('.');
    const isForeign = parts.length > 2 && session?.state.tables.access_token.get(bearer) === undefined;
    // The signature of a JWT is not verified. Other tokens are those that the mock issues: they are in its records.
    return this.#behavior.tokens === 'jwt' && isForeign ? `Bearer ${parts[0]}.${parts[1]}.${HIDDEN}` : value;
  }

  #isSecret(name: string): boolean {
    let isSecret = this.#names.get(name);
    if (isSecret === undefined) {
      isSecret = isSecretName(name);
      if (this.#names.size === NAME_LIMIT) this.#names.clear();
      this.#names.set(name, isSecret);
    }
    return isSecret;
  }
}
