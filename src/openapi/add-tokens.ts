import type { OpenApiDocument, Service } from '../protocol/service.js';
import { validToken } from '../state/access-tokens.js';
import { callerOf, type ExampleSource } from './examples.js';

/** The parts of a security scheme that tell a token. */
interface SecurityScheme {
  description: string;
  'x-token'?: string;
}

/** Puts a token to try the operations with into each security scheme, where there is one that works. */
export function addTokens(
  { components }: OpenApiDocument,
  services: readonly Service[],
  { session, serviceToken }: ExampleSource,
): void {
  const { securitySchemes } = components as { securitySchemes: Record<string, SecurityScheme> };
  const caller = callerOf(session);
  for (const { kind, credential } of services) {
    const scheme = securitySchemes[credential.name];
    // The control token is for who has it already.
    if (scheme === undefined || kind === 'control') continue;
    const token = credential.optional ? serviceToken : caller && validToken(session.state, caller);
    if (!token) continue;
    scheme['x-token'] = token;
    if (!credential.optional) scheme.description += ` That of ${caller} is \`${token}\`.`;
  }
}
