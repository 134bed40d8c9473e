import type { OpenApiDocument } from '../control/openapi-document.js';
import type { Service } from '../protocol/service.js';
import { validToken } from '../state/access-tokens.js';
import { callerOf, type ExampleSource } from './examples.js';

/** The parts of a security scheme that show a token. */
interface SecurityScheme {
  description: string;
  'x-token'?: string;
}

/** Adds a valid token for trying the operations to each security scheme, if there is one. */
export function addTokens(
  { components }: OpenApiDocument,
  services: readonly Service[],
  { session, serviceToken }: ExampleSource,
): void {
  const { securitySchemes } = components as { securitySchemes: Record<string, SecurityScheme> };
  const caller = callerOf(session);
  for (const { kind, credential } of services) {
    const scheme = securitySchemes[credential.name];
    // The control token is a secret.
    if (scheme === undefined || kind === 'control') continue;
    const token = credential.optional ? serviceToken : caller && validToken(session.state, caller);
    if (!token) continue;
    scheme['x-token'] = token;
    if (caller && !credential.optional) scheme.description += ` The token of ${asCode(caller)} is ${asCode(token)}.`;
  }
}

/** Text as a code span of Markdown, so that readers of the document see it unchanged, whatever it contains. */
function asCode(text: string): string {
  const runs = text.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(0, ...runs.map(({ length }) => length)) + 1);
  return runs.length === 0 ? fence + text + fence : `${fence} ${text} ${fence}`;
}
