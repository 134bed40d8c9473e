import * as z from 'zod/mini';
import { issueToken, tokenLifetime } from '../state/access-tokens.js';
import { defineControlRoute } from './control-route.js';

export const issueUserToken = defineControlRoute({
  method: 'POST',
  path: '/__mock/tokens',
  summary: 'Issue an access token to a user',
  decisions: ['P1'],
  body: z.strictObject({ email: z.string(), expires_in: z.optional(tokenLifetime) }),
  example: ({ user: { email } }) => ({ body: { email, expires_in: 60 } }),
  response: z.strictObject({ token: z.string(), email: z.string(), expires_at: z.nullable(z.int()) }),
  failures: ['not_found'],
  broadcast: true,
  handle: ({ body }, { session }) => issueToken(session.state, body.email, body.expires_in),
});
