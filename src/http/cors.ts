import { cors } from 'hono/cors';
import type { Behavior } from '../protocol/behavior.js';

/** CORS for the three APIs, with credentials, so that pages can send their session cookie (X25). */
export function corsFor({ corsOrigin }: Behavior) {
  return cors({
    origin: (origin) => (corsOrigin === '*' || corsOrigin.includes(origin) ? origin : null),
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    credentials: true,
    exposeHeaders: ['X-Request-Id', 'Retry-After', 'X-Mock-Session-Lost'],
    maxAge: 600,
  });
}
