import type { Session } from '../session/session.js';

/** An OpenAPI document. Only the commonly used fields are typed. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly [field: string]: unknown;
}

/**
 * Creates the OpenAPI document of all services, or of the one named, with examples from a session's state. `origin` is that of
 * the server that sends the document; without it, the document has the mock's base URL.
 */
export type Describe = (session: Session, service?: string, origin?: string) => Promise<OpenApiDocument>;
