import type { Describe, OpenApiDocument } from '../control/openapi-document.js';

/** Caches the latest document of each service: creating one takes as long as thousands of requests. */
export function cacheDocuments(describe: Describe): Describe {
  /** The documents, with what they depend on besides their service. */
  const cached = new Map<string | undefined, { parts: readonly unknown[]; document: Promise<OpenApiDocument> }>();
  return (session, service, server) => {
    const { version, clock } = session.state;
    // A running clock changes the examples all the time; examples from the same day are good enough.
    const parts = [session, version, clock.day, server?.origin, server?.path];
    const latest = cached.get(service);
    if (latest?.parts.every((part, i) => part === parts[i])) return latest.document;
    const document = describe(session, service, server);
    cached.set(service, { parts, document });
    // There is no document of an unknown service.
    document.catch(() => cached.delete(service));
    return document;
  };
}
