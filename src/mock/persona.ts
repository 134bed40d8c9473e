import { didYouMean } from '../foundation/did-you-mean.js';
import { formatValue } from '../foundation/format-value.js';
import { notFound } from '../foundation/mock-error.js';
import type { From, Layer } from '../http/call.js';
import { isAtOrBelow, targetOf } from '../http/request-target.js';
import { type RequestData, withHeader } from '../protocol/request-data.js';
import { headerIn } from '../protocol/request-headers.js';
import type { Service } from '../protocol/service.js';
import type { Session } from '../session/session.js';
import { CONTROL_PREFIX, cookieIn } from '../session/session-address.js';
import { validToken } from '../state/access-tokens.js';
import { emailOf, personasOf } from './personas-of.js';

/** The cookie with which a page chooses another persona; empty for nobody. */
export const PERSONA_COOKIE = 'mock_persona';

interface PersonaParts {
  /** The key or the e-mail of the persona; empty for nobody. */
  readonly persona: string;
  readonly apis: readonly Service[];
  /** The decoded path of the base URL. */
  readonly basePath: string;
  readonly session: Session;
}

/**
 * Requests without `Authorization` to an API that needs a token, or to an own route, are those of the persona, or of the one that
 * the cookie `mock_persona` names. If she has no valid token, the request stays as it is.
 * @throws MockError `not_found` if neither a persona of the scenario nor a user is called so.
 */
export function personaLayer({ persona, apis, basePath, session }: PersonaParts): Layer {
  expectPersona(persona, session);
  // Own routes can be anywhere else.
  const others = [
    CONTROL_PREFIX,
    ...apis.filter(({ credential }) => credential.optional).flatMap((api) => api.prefixes),
  ];
  return (app) => (request, from) => {
    if (headerIn(request.headers, 'authorization') !== undefined) return app(request, from);
    const base = from.listener?.publicUrl?.basePath ?? basePath;
    const { path, sessionName } = targetOf(request, undefined, from.sender, base);
    if (others.some((prefix) => isAtOrBelow(path, prefix))) return app(request, from);
    const session = sessionOf(sessionName, from);
    const name = personaIn(request) ?? persona;
    const token = tokenOf(name, session);
    if (token === undefined) return app(request, from);
    return app(withHeader(request, 'authorization', `Bearer ${token}`), from);
  };
}

/** The persona that the cookie of a request names; undefined if it names none. */
export function personaIn({ headers }: RequestData): string | undefined {
  return cookieIn(headerIn(headers, 'cookie') ?? null, PERSONA_COOKIE);
}

/** The session of a request that names this one, as it is or as it would begin. */
export function sessionOf(name: string | undefined, { sessions, defaultSession }: From): Session {
  return name === undefined ? defaultSession : (sessions.find(name) ?? sessions.preview(name));
}

function tokenOf(name: string, session: Session): string | undefined {
  return name === '' ? undefined : validToken(session.state, emailOf(name, scenariosOf(session)));
}

/** @throws MockError `not_found` if neither a persona of the scenario nor a user is called so. */
export function expectPersona(name: string, session: Session): void {
  if (name === '') return;
  if (session.state.tables.user.find({ email: emailOf(name, scenariosOf(session)) }) !== undefined) return;
  const keys = personasOf(scenariosOf(session)).map(({ key }) => key);
  const hint = didYouMean(name, { count: keys.length, list: () => keys });
  const choice = keys.length === 0 ? 'the scenario has none' : `the personas are ${keys.join(', ')}`;
  throw notFound(`persona: there is no persona ${formatValue(name)}, and no user with this e-mail; ${choice}${hint}`);
}

function scenariosOf({ shared, state }: Session) {
  return { scenario: state.scenario, scenarios: shared.registry.scenarios };
}
