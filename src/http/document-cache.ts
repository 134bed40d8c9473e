import type { Describe, OpenApiDocument } from '../control/openapi-document.js';
import type { Session } from '../session/session.js';

/** What a document depends on, besides its service. */
interface DocumentSource {
  readonly session: Session;
  readonly version: number;
  /** A running clock changes the examples all the time; examples from the same day are good enough. */
  readonly day: string;
  readonly server: string;
}

/** Caches the latest document of each service: creating one takes as long as thousands of requests. */
export function cacheDocuments(describe: Describe): Describe {
  const cached = new Map<string | undefined, { origin: DocumentSource; document: Promise<OpenApiDocument> }>();
  return (session, service, server) => {
    const { version, clock } = session.state;
    const origin = { session, version, day: clock.day, server: `${server?.origin}${server?.path}` };
    const latest = cached.get(service);
    if (latest !== undefined && isSame(latest.origin, origin)) return latest.document;
    const document = describe(session, service, server);
    cached.set(service, { origin, document });
    // There is no document of an unknown service.
    document.catch(() => cached.delete(service));
    return document;
  };
}

function isSame(one: DocumentSource, other: DocumentSource): boolean {
  return (
    one.session === other.session &&
    one.version === other.version &&
    one.day === other.day &&
    one.server === other.server
  );
}
