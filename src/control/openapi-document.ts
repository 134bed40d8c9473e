import type { Session } from '../session/session.js';

/** An OpenAPI document. Only the commonly used fields are typed. */
export interface OpenApiDocument {
  /** The version of OpenAPI. */
  readonly openapi: string;
  /** About the whole document. */
  readonly info: {
    /** The name of the mock or of the service. */
    readonly title: string;
    /** The version of this package. */
    readonly version: string;
    /** How the mock answers, in Markdown. */
    readonly description: string;
  };
  /** By path, with parameters as `{name}`: its operations by method in lower case. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly [field: string]: unknown;
}

/**
 * Creates the OpenAPI document of all services, or of the one named, with examples from a session's state. `server` is the one
 * that sends the document, with the path of the mock's base URL unless it has another; without it, the document has the base URL.
 */
export type Describe = (session: Session, service?: string, server?: DocumentServer) => Promise<OpenApiDocument>;

/** A server as its clients see it. */
interface DocumentServer {
  readonly origin: string;
  readonly path?: string;
}
