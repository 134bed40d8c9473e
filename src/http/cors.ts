import { cors } from 'hono/cors';
import type { Behavior } from '../protocol/behavior.js';

/** CORS for the three APIs, with credentials, so that pages can send their session cookie (X25). */
export function apiCors({ corsOrigin }: Behavior) {
  return corsFor(
    (origin) => corsOrigin === '*' || corsOrigin.includes(origin),
    ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
  );
}

/** CORS for control calls from pages of an origin that the server allows; calls of all others get no CORS headers. */
export function controlCors() {
  return corsFor(() => true, ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);
}

function corsFor(isAllowed: (origin: string) => boolean, allowMethods: string[]) {
  return cors({
    origin: (origin) => (isAllowed(origin) ? origin : null),
    allowMethods,
    credentials: true,
    exposeHeaders: ['X-Request-Id', 'Retry-After', 'X-Mock-Session-Lost'],
    maxAge: 600,
  });
}
